package io.tender.extender.volcano;

import io.tender.extender.shadow.Comparison;
import io.tender.extender.shadow.Example;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Compares who may be evicted, free of the session they belong to.
 *
 * @param direct whether with the answer of another extender, and not with what all decided together
 */
record VictimComparison(String verb, Instant time, String evictor, List<Evictee> evictees, boolean direct) {

    /** What is left of a task when its session is over. */
    record Evictee(String uid, String name) {
        static Evictee of(TaskView task) {
            return new Evictee(task.id().value(), task.job().id() + "/" + task.name());
        }
    }

    static VictimReader.Choice<Evictee> noted(Victims victims) {
        return new VictimReader.Choice<>(
                victims.abstains(), victims.tasks().stream().map(Evictee::of).toList(), victims.reason());
    }

    Comparison of(VictimReader.Choice<Evictee> decided, VictimReader.Choice<Evictee> own) {
        if (own.abstains() && !direct) {
            // Who leaves it to the others would have changed nothing.
            return counted(0, 0, 0, decided, own);
        }
        Set<Evictee> theirs = allowed(decided);
        Set<Evictee> ours = allowed(own);
        long agreed = 0;
        long stricter = 0;
        long laxer = 0;
        for (Evictee task : evictees) {
            agreed += theirs.contains(task) == ours.contains(task) ? 1 : 0;
            stricter += theirs.contains(task) && !ours.contains(task) ? 1 : 0;
            laxer += !theirs.contains(task) && ours.contains(task) ? 1 : 0;
        }
        return counted(agreed, stricter, laxer, decided, own);
    }

    /** Who abstains spares nobody. */
    private Set<Evictee> allowed(VictimReader.Choice<Evictee> victims) {
        return new HashSet<>(victims.abstains() ? evictees : victims.tasks());
    }

    private Comparison counted(
            long agreed,
            long stricter,
            long laxer,
            VictimReader.Choice<Evictee> decided,
            VictimReader.Choice<Evictee> own) {
        return new Comparison(
                verb,
                direct,
                agreed,
                stricter,
                laxer,
                OptionalDouble.empty(),
                Optional.empty(),
                () -> new Example(time, verb, evictor, words(decided), words(own), lines(decided, own)));
    }

    private String words(VictimReader.Choice<Evictee> victims) {
        return victims.abstains()
                ? "no opinion"
                : victims.tasks().size() + " of " + evictees.size() + " may go"
                        + (victims.reason().isEmpty() ? "" : ": " + victims.reason());
    }

    private List<Example.Line> lines(VictimReader.Choice<Evictee> decided, VictimReader.Choice<Evictee> own) {
        Set<Evictee> theirs = allowed(decided);
        Set<Evictee> ours = allowed(own);
        List<Evictee> order = new ArrayList<>(evictees);
        order.sort(Comparator.comparing(task -> theirs.contains(task) == ours.contains(task)));
        return order.stream()
                .limit(Example.MOST_LINES)
                .map(task -> new Example.Line(
                        task.name(),
                        theirs.contains(task) ? "may go" : "stays",
                        ours.contains(task) ? "may go" : "stays"))
                .toList();
    }
}
