package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.List;
import java.util.Map;

/** What batch scheduling expects of prioritize. */
final class BatchScoreChecks {
    private static final Verb PRIORITIZE = BatchVerbs.PRIORITIZE;
    /** Beyond this a score outweighs whatever else there is, and sums of it lose their digits. */
    private static final double MOST = 1e9;

    private BatchScoreChecks() {}

    static List<Check> all(Dialect dialect) {
        boolean strict = dialect == Dialect.TENDER;
        return List.of(
                Check.of(
                        "P1a",
                        "prioritize answers with a number for nodes by name",
                        "Without nodeScore, or with a message, scoring has failed: the task is not placed",
                        "answer {\"nodeScore\":{\"name\":80.5},\"errorMessage\":\"\"}",
                        service -> scored(service, true, (scene, scores) -> "")),
                Check.of(
                        "P1b",
                        "prioritize gives finite scores of sensible size",
                        "100 is one full score of the scheduler's own plugins; a score without bounds decides alone",
                        "bring the scores to 0–100",
                        service -> scored(service, true, (scene, scores) -> outside(scores))),
                Check.of(
                        "P1c",
                        "prioritize scores every node",
                        "Volcano takes a node without a score for one with 0; Tender takes the answer for none",
                        "answer a score for each node of the request",
                        service -> scored(
                                service, strict, (scene, scores) -> KubeScoreChecks.missing(scene, scores.keySet()))),
                Check.of(
                        "P1d",
                        "prioritize scores no node that was not sent",
                        "Volcano passes over such scores; Tender takes the answer for none",
                        "score the nodes of the request alone",
                        service -> scored(
                                service, strict, (scene, scores) -> KubeScoreChecks.strange(scene, scores.keySet()))),
                Check.of(
                        "P2",
                        "prioritize asked twice answers the same",
                        "Scores that change by themselves make placements that nobody can explain",
                        "decide from the request and from what was allocated; break ties by name, not by chance",
                        Trials.sameTwice(PRIORITIZE)),
                Check.of(
                        "P3",
                        "prioritize does not depend on the order of the nodes",
                        "The order carries no meaning and changes from task to task",
                        "score each node by what it is, not by where it stands",
                        Trials.anyOrder(PRIORITIZE)),
                Check.of(
                        "P4",
                        "prioritize leaves no trace",
                        "A node that scored best is not yet taken",
                        "remember placements in allocateFunc, not in prioritize",
                        Trials.sameAfterOthers(PRIORITIZE)),
                Check.of(
                        "P5a",
                        "prioritize answers for no node",
                        "Preemption asks so: with null in Volcano, with an empty list in Tender",
                        "answer {\"nodeScore\":{}}",
                        Trials.nodes(PRIORITIZE, effort -> 0)),
                Check.of(
                        "P5b",
                        "prioritize answers for one node",
                        "Scores that are divided by a range divide by nothing here",
                        "mind the case that all nodes are alike",
                        Trials.nodes(PRIORITIZE, effort -> 1)),
                Check.of(
                        "P5c",
                        "prioritize answers for 5,000 nodes in time",
                        "The session waits for it",
                        "look at each node once; avoid calls to others per node",
                        Trials.nodes(
                                PRIORITIZE,
                                Effort::largeNodes,
                                (service, scene, exchange) -> complete(service, scene, exchange, strict))),
                Check.of(
                        "P6",
                        "prioritize passes over members it does not know",
                        "Every version adds some",
                        "ignore unknown members",
                        Trials.unknownMembers(PRIORITIZE)));
    }

    @FunctionalInterface
    private interface ScoreRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(Scene scene, Map<String, Double> scores);
    }

    /** @param strict false if the scheduler of the dialect lives with it */
    private static String scored(Service service, boolean strict, ScoreRule rule) throws Ended {
        service.need(PRIORITIZE);
        Scene scene = Scene.of(31);
        Exchange exchange = service.ask(PRIORITIZE, service.dialogue().question(PRIORITIZE, scene));
        String broken =
                rule.broken(scene, BatchDialogue.of(service).replies().scores(exchange, service.good(exchange)));
        if (!broken.isEmpty()) {
            String expected = "one finite score for each of " + scene.nodeNames();
            throw strict ? Ended.failed(exchange, broken, expected) : Ended.warned(exchange, broken, expected);
        }
        return "";
    }

    private static void complete(Service service, Scene scene, Exchange exchange, boolean strict) throws Ended {
        try {
            KubeScoreChecks.exactly(
                    exchange,
                    scene,
                    BatchDialogue.of(service)
                            .replies()
                            .scores(exchange, service.good(exchange))
                            .keySet());
        } catch (Ended ended) {
            if (!strict
                    && ended.verdict() instanceof Verdict.Failed failed
                    && ended.obstacle().isEmpty()) {
                throw Ended.warned(failed.evidence());
            }
            throw ended;
        }
    }

    private static String outside(Map<String, Double> scores) {
        return scores.entrySet().stream()
                .filter(score -> !(Math.abs(score.getValue()) <= MOST))
                .findFirst()
                .map(score -> "the score " + score.getValue() + " of " + score.getKey())
                .orElse("");
    }
}
