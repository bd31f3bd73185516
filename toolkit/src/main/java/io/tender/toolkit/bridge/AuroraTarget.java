package io.tender.toolkit.bridge;

import io.tender.extender.client.RequestBody;
import io.tender.extender.json.Json;
import io.tender.extender.server.Agent;
import io.tender.extender.server.Answer;
import io.tender.extender.server.Offer;
import io.tender.extender.server.Question;
import io.tender.extender.server.Task;
import io.tender.extender.server.Verdict;
import io.tender.model.batch.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks an offer-set service of Aurora for an order of hosts. A host it leaves out does not fit; the others are as good as
 * their places.
 */
final class AuroraTarget extends Target {
    private static final String VERB = "offerset";
    private static final double MIB = 1 << 20;

    AuroraTarget(ScoreScale scale) {
        super(scale);
    }

    @Override
    Answer answer(Question question, Line line) {
        return switch (question) {
            case Question.Fit fit -> checked(fit, line);
            case Question.Rank rank -> ranked(rank, line);
            case Question.Order order -> {
                List<Host> hosts =
                        order.offers().stream().map(AuroraTarget::host).toList();
                yield new Answer.Ordered(List.copyOf(order(order.task(), hosts, line)));
            }
            default -> throw new IllegalStateException("there is no verb for " + question.kind());
        };
    }

    @Override
    boolean fits(Line line) {
        return true;
    }

    @Override
    boolean ranks(Line line) {
        return true;
    }

    /** What is shown of a host. */
    private record Host(String name, ResourceList free) {}

    private static Host host(Offer offer) {
        return new Host(offer.host(), offer.resources());
    }

    /** kube-scheduler does not say what is used, so its nodes are offered as large as they can be. */
    private static Host host(Agent agent) {
        return new Host(agent.name(), agent.free().or(agent::allocatable).orElse(ResourceList.empty()));
    }

    private Set<String> order(Task task, List<Agent> agents, String whom, Line line) {
        needWhole(agents, whom);
        return order(task, agents.stream().map(AuroraTarget::host).toList(), line);
    }

    @Override
    List<Verdict> fit(Task task, List<Agent> agents, Line line) {
        if (agents.isEmpty()) {
            return List.of();
        }
        Set<String> order = order(task, agents, "an offer-set service", line);
        return agents.stream()
                .map(agent -> order.contains(agent.name())
                        ? Verdict.fits()
                        : Verdict.notNow("left out by the offer-set service"))
                .toList();
    }

    @Override
    Map<String, Double> scores(Task task, List<Agent> agents, Line line) {
        List<String> order = new ArrayList<>(order(task, agents, "an offer-set service", line));
        Map<String, Double> scores = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            scores.put(order.get(i), scale().ofPlace(i, order.size()));
        }
        return scores;
    }

    private static Set<String> order(Task task, List<Host> hosts, Line line) {
        Json json = new Json().begin().put("jobKey", jobKey(task));
        amounts(json.begin("request"), task.resources());
        json.list("hosts", hosts, (out, host) -> {
            out.begin().put("name", host.name()).begin("offer");
            amounts(out, host.free());
            out.end();
        });
        Set<String> known = new HashSet<>();
        hosts.forEach(host -> known.add(host.name()));
        // Whom it names without having been asked is passed over, as Aurora does.
        Set<String> order =
                new LinkedHashSet<>(line.ask(VERB, "", RequestBody.of(json.end().bytes()), new OrderReader()));
        order.retainAll(known);
        return order;
    }

    /** A name for the task's job, which is all that a service may take it for. */
    private static String jobKey(Task task) {
        String job = task.job()
                .orElseGet(() -> task.namespace().isEmpty() ? task.name() : task.namespace() + "/" + task.name());
        return job.replace('/', '-');
    }

    /** CPUs, and megabytes of memory and disk. */
    private static void amounts(Json json, ResourceList amounts) {
        json.putMillis("cpu", amounts.millis(ResourceList.CPU))
                .put("memory", amounts.millis(ResourceList.MEMORY) / MIB)
                .put("disk", amounts.millis(ResourceList.STORAGE) / MIB)
                .end();
    }
}
