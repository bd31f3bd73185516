package io.tender.extender.compare;

import io.tender.extender.client.ErrorAnswer;
import io.tender.extender.client.MalformedAnswer;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JsonParser;

/** What answers decide for kube-scheduler. The order of the nodes that are left decides nothing. */
final class KubeDecisions {
    private KubeDecisions() {}

    static Decision read(AskedQuestion question, JsonParser json) {
        Tree answer = Tree.read(json);
        Subject subject = question.subject();
        return switch (question.kind()) {
            case FILTER -> filter(subject, answer);
            case PRIORITIZE -> scores(subject, answer);
            case PREEMPT -> victims(subject, answer);
            case BIND -> {
                String error = answer.member("Error").text("Error");
                yield new Decision.Said(error.isEmpty() ? "done" : "refused", error);
            }
            default ->
                throw new MalformedAnswer("got an answer to " + question.kind().label()
                        + ", expected one to filter, prioritize, preempt or bind");
        };
    }

    private static Decision filter(Subject subject, Tree answer) {
        String error = answer.member("Error").text("Error");
        if (!error.isEmpty()) {
            throw new ErrorAnswer(error);
        }
        SortedMap<String, Decision.Finding> nodes = new TreeMap<>();
        subject.nodes().forEach(node -> nodes.put(node, Decision.Finding.of(Verdict.unschedulable(""))));
        answer.member("FailedNodes")
                .members("FailedNodes")
                .forEach((node, why) -> nodes.computeIfPresent(
                        node, (name, gone) -> Decision.Finding.of(Verdict.unschedulable(why.text("a reason")))));
        // Whoever is in both maps cannot be helped.
        answer.member("FailedAndUnresolvableNodes")
                .members("FailedAndUnresolvableNodes")
                .forEach((node, why) -> nodes.computeIfPresent(
                        node, (name, gone) -> Decision.Finding.of(Verdict.never(why.text("a reason")))));
        // And whoever is left fits, whatever else is said.
        survivors(subject, answer).forEach(node -> nodes.put(node, Decision.Finding.of(Verdict.fits())));
        return new Decision.Verdicts(nodes);
    }

    private static List<String> survivors(Subject subject, Tree answer) {
        Tree names = answer.member("NodeNames");
        if (subject.has("NodeNames") && !names.isNothing()) {
            List<String> left = names.items("NodeNames").stream()
                    .map(name -> name.text("a node's name"))
                    .toList();
            Set<String> asked = new HashSet<>(subject.nodes());
            for (String name : left) {
                if (!asked.contains(name)) {
                    throw new MalformedAnswer("got the node '" + name + "', expected only nodes of the request");
                }
            }
            return left;
        }
        Tree nodes = answer.member("Nodes");
        List<String> left = new ArrayList<>();
        if (!nodes.isNothing()) {
            for (Tree node : nodes.member("items").items("Nodes.items")) {
                left.add(node.member("metadata").member("name").text("a node's name"));
            }
        }
        return left;
    }

    private static Decision scores(Subject subject, Tree answer) {
        SortedMap<String, Double> scores = new TreeMap<>();
        subject.nodes().forEach(node -> scores.put(node, 0.0));
        for (Tree item : answer.items("the answer")) {
            if (!(item.member("Score") instanceof Tree.Amount score) || !score.whole()) {
                Tree said = item.member("Score");
                throw new MalformedAnswer(
                        "got " + (said instanceof Tree.Amount amount ? Double.toString(amount.value()) : said.words())
                                + " as Score, expected a whole number");
            }
            // Named twice, scores add up; others than those asked about count nothing.
            scores.computeIfPresent(item.member("Host").text("Host"), (host, known) -> known + score.value());
        }
        return new Decision.Scores(scores);
    }

    private static Decision victims(Subject subject, Tree answer) {
        SortedMap<String, SortedSet<String>> nodes = new TreeMap<>();
        SortedMap<String, Long> violations = new TreeMap<>();
        Map<String, Tree> named = answer.member("NodeNameToMetaVictims").members("NodeNameToMetaVictims");
        named.forEach((node, victims) -> {
            SortedSet<String> tasks = new TreeSet<>();
            for (Tree pod : victims.member("Pods").items("Pods")) {
                tasks.add(subject.nameOf(pod.member("UID").text("UID")));
            }
            nodes.put(node, tasks);
            violations.put(node, violations(victims.member("NumPDBViolations")));
        });
        return new Decision.Victims(nodes, violations);
    }

    /** The scheduler prefers the node with the fewest, so they decide. */
    private static long violations(Tree said) {
        if (said.isNothing()) {
            return 0;
        }
        if (!(said instanceof Tree.Amount count) || !count.whole()) {
            throw new MalformedAnswer("got " + said.words() + " as NumPDBViolations, expected a whole number");
        }
        return (long) count.value();
    }
}
