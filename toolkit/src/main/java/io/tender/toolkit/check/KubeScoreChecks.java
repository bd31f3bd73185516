package io.tender.toolkit.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What kube-scheduler expects of prioritize. */
final class KubeScoreChecks {
    private static final int MOST_NAMED = 10;

    private KubeScoreChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "P1a",
                        "prioritize answers with a list of hosts and whole scores",
                        "A fraction in one score makes the whole answer fail",
                        "round the scores; answer [{\"Host\":\"…\",\"Score\":7}]",
                        service -> scored(service, (scene, scores) -> "")),
                Check.of(
                        "P1b",
                        "prioritize gives scores from 0 to 10",
                        "kube-scheduler does not clamp: a score beyond outweighs everything else there is",
                        "bring the scores to 0–10; the weight is set in the scheduler",
                        service -> scored(service, (scene, scores) -> outside(scores))),
                Check.of(
                        "P1c",
                        "prioritize scores every node",
                        "A node without a score counts as the worst",
                        "answer a score for each node of the request",
                        service -> scored(service, (scene, scores) -> missing(scene, scores.keySet()))),
                Check.of(
                        "P1d",
                        "prioritize scores no node that was not sent",
                        "Such scores are lost, and the service works for nothing",
                        "score the nodes of the request alone",
                        service -> scored(service, (scene, scores) -> strange(scene, scores.keySet()))),
                Check.of(
                        "P2",
                        "prioritize asked twice answers the same",
                        "Scores that change by themselves make placements that nobody can explain",
                        "decide from the request; break ties by name, not by chance",
                        Trials.sameTwice(KubeDialogue.PRIORITIZE)),
                Check.of(
                        "P3",
                        "prioritize does not depend on the order of the nodes",
                        "The order carries no meaning and changes from pod to pod",
                        "score each node by what it is, not by where it stands",
                        Trials.anyOrder(KubeDialogue.PRIORITIZE)),
                Check.of(
                        "P5a",
                        "prioritize answers for no node",
                        "Earlier extenders may have left none",
                        "answer with an empty list",
                        Trials.nodes(KubeDialogue.PRIORITIZE, effort -> 0)),
                Check.of(
                        "P5b",
                        "prioritize answers for one node",
                        "Scores that are divided by a range divide by nothing here",
                        "mind the case that all nodes are alike",
                        Trials.nodes(KubeDialogue.PRIORITIZE, effort -> 1)),
                Check.of(
                        "P5c",
                        "prioritize answers for 5,000 nodes in time",
                        "The scheduler waits for it",
                        "look at each node once; avoid calls to others per node",
                        Trials.nodes(KubeDialogue.PRIORITIZE, Effort::largeNodes, (service, scene, exchange) -> {
                            Set<String> named = KubeDialogue.of(service)
                                    .scores(exchange, service.good(exchange))
                                    .keySet();
                            exactly(exchange, scene, named);
                        })));
    }

    /** What is wrong with scores; an empty text if nothing is. */
    @FunctionalInterface
    private interface ScoreRule {
        String broken(Scene scene, Map<String, Long> scores);
    }

    private static String scored(Service service, ScoreRule rule) throws Ended {
        service.need(KubeDialogue.PRIORITIZE);
        Scene scene = Scene.of(31);
        Exchange exchange =
                service.ask(KubeDialogue.PRIORITIZE, service.dialogue().question(KubeDialogue.PRIORITIZE, scene));
        String broken = rule.broken(scene, KubeDialogue.of(service).scores(exchange, service.good(exchange)));
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, "one whole score from 0 to 10 for each of " + scene.nodeNames());
        }
        return "";
    }

    private static String outside(Map<String, Long> scores) {
        return scores.entrySet().stream()
                .filter(score -> score.getValue() < 0 || score.getValue() > 10)
                .findFirst()
                .map(score -> "the score " + score.getValue() + " of " + score.getKey())
                .orElse("");
    }

    /** Ends the trial unless each node of a large question is named, and no other. */
    static void exactly(Exchange exchange, Scene scene, Set<String> named) throws Ended {
        String missing = missing(scene, named);
        String broken = missing.isEmpty() ? strange(scene, named) : missing;
        if (!broken.isEmpty()) {
            throw Ended.failed(
                    exchange, broken, "something about each of the " + scene.nodes() + " nodes, and no other");
        }
    }

    static String missing(Scene scene, Set<String> named) {
        List<String> missing = new ArrayList<>(scene.nodeNames());
        missing.removeAll(named);
        return missing.isEmpty() ? "" : "nothing about " + some(missing);
    }

    static String strange(Scene scene, Set<String> named) {
        List<String> strange = new ArrayList<>(named);
        strange.removeAll(new HashSet<>(scene.nodeNames()));
        return strange.isEmpty() ? "" : "something about " + some(strange);
    }

    private static String some(List<String> names) {
        return names.size() <= MOST_NAMED
                ? names.toString()
                : names.subList(0, MOST_NAMED) + " and " + (names.size() - MOST_NAMED) + " more";
    }
}
