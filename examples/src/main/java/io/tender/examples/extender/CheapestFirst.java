package io.tender.examples.extender;

import static io.tender.extender.server.Scores.scoreEach;
import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;

import io.tender.extender.server.Agent;
import io.tender.extender.server.ExtenderServer;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import java.util.Optional;

/**
 * Prefers machines that cost less, and keeps tasks off those that cost more than they may: the label {@code cost-per-hour} of a
 * machine, the annotation {@code most-per-hour} of a task.
 */
public final class CheapestFirst {
    private static final String COST = "cost-per-hour";
    private static final String MOST = "most-per-hour";

    private CheapestFirst() {}

    static ExtenderServer.Builder extender() {
        return ExtenderServer.builder()
                .predicate(CheapestFirst::isAffordable)
                .prioritize((task, agents) -> scoreEach(
                        agents,
                        agent -> cost(agent).map(cost -> 100 / (1 + cost)).orElse(0.0)));
    }

    private static Verdict isAffordable(Task task, Agent agent) {
        if (!task.annotations().containsKey(MOST)) {
            return fits();
        }
        Optional<Double> most = amount(task.annotation(MOST));
        if (most.isEmpty()) {
            return never("the task's '" + MOST + "' is no amount");
        }
        return cost(agent)
                .map(cost -> cost <= most.get() ? fits() : never("the machine costs more than the task may"))
                .orElseGet(() -> never("nobody knows what the machine costs: it has no label '" + COST + "'"));
    }

    private static Optional<Double> cost(Agent agent) {
        return amount(agent.label(COST));
    }

    /** What is not an amount is none. */
    private static Optional<Double> amount(Optional<String> text) {
        return text.filter(word -> word.matches("[0-9]{1,9}([.][0-9]{1,9})?")).map(Double::valueOf);
    }

    public static void main(String[] args) {
        Examples.serve(extender(), args, 9192);
    }
}
