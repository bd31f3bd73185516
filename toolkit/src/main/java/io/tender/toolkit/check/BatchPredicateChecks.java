package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import io.tender.toolkit.check.BatchReplies.Fit;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is expected of batchPredicate, which asks about many nodes at once. */
final class BatchPredicateChecks {
    private static final Verb BATCH = BatchVerbs.BATCH_PREDICATE;
    private static final int AHEAD = 3;

    private BatchPredicateChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "Q1",
                        "batchPredicate answers for each node in the form that the scheduler reads",
                        "One node in another form spoils the answer for all of them",
                        "answer {\"nodes\":{\"name\":{\"code\":0}}}",
                        service -> answered(service, (scene, fits) -> "")),
                Check.of(
                        "Q2a",
                        "batchPredicate answers for no node that was not sent",
                        "Such an answer counts as none",
                        "answer for the nodes of the request alone",
                        service -> answered(service, (scene, fits) -> KubeScoreChecks.strange(scene, fits.keySet()))),
                Check.of(
                        "Q2b",
                        "batchPredicate answers for every node that was sent",
                        "An answer that leaves nodes out counts as none",
                        "answer for all of them, also beyond 'enough'",
                        service -> answered(service, (scene, fits) -> KubeScoreChecks.missing(scene, fits.keySet()))),
                Check.of(
                        "Q3",
                        "batchPredicate and predicate agree",
                        "Which of the two is asked is a matter of speed, and must not decide anything",
                        "let one of them call the other",
                        BatchPredicateChecks::agrees),
                Check.of(
                        "Q4a",
                        "batchPredicate asked twice answers the same",
                        "Answers are kept until the node changes",
                        "decide from the request alone",
                        Trials.sameTwice(BATCH)),
                Check.of(
                        "Q4b",
                        "batchPredicate leaves no trace",
                        "Most nodes that fit are not taken; what is reserved for them is lost",
                        "reserve in allocateFunc, not in batchPredicate",
                        Trials.sameAfterOthers(BATCH)),
                Check.of(
                        "Q5a",
                        "batchPredicate answers for no node",
                        "Everything else may have refused all of them",
                        "answer {\"nodes\":{}}",
                        Trials.nodes(BATCH, effort -> 0)),
                Check.of(
                        "Q5b",
                        "batchPredicate answers for one node",
                        "The last chunk of nodes often has one",
                        "do not expect several nodes",
                        Trials.nodes(BATCH, effort -> 1)),
                Check.of(
                        "Q5c",
                        "batchPredicate answers for 5,000 nodes in time",
                        "It is asked so that one call is enough",
                        "look at each node once; avoid calls to others per node",
                        Trials.nodes(
                                BATCH,
                                Effort::largeNodes,
                                (service, scene, exchange) -> KubeScoreChecks.exactly(
                                        exchange,
                                        scene,
                                        BatchDialogue.of(service)
                                                .replies()
                                                .fits(exchange, service.good(exchange))
                                                .keySet()))),
                Check.of(
                        "Q6",
                        "batchPredicate looks no further ahead than it was asked to",
                        "More entries than asked for make the answer a failure",
                        "answer at most 'ahead' entries, and none if it was not asked for",
                        BatchPredicateChecks::ahead),
                Check.of(
                        "Q7",
                        "Scores in batchPredicate are finite numbers",
                        "They count as if prioritize had said them, and one of another kind spoils all",
                        "leave the score out where there is none",
                        BatchPredicateChecks::scores));
    }

    @FunctionalInterface
    private interface FitRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(Scene scene, Map<String, Fit> fits);
    }

    private static String answered(Service service, FitRule rule) throws Ended {
        service.need(BATCH);
        Scene scene = Scene.of(61);
        Exchange exchange = service.ask(BATCH, service.dialogue().question(BATCH, scene));
        Map<String, Fit> fits = BatchDialogue.of(service).replies().fits(exchange, service.good(exchange));
        String broken = rule.broken(scene, fits);
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, "an answer for each of " + scene.nodeNames());
        }
        return "";
    }

    private static String agrees(Service service) throws Ended {
        service.need(BATCH);
        service.need(BatchVerbs.PREDICATE);
        Scene scene = Scene.of(62);
        Exchange together = service.ask(BATCH, service.dialogue().question(BATCH, scene));
        Map<String, Fit> fits = BatchDialogue.of(service).replies().fits(together, service.good(together));
        for (int node : scene.order()) {
            Exchange alone =
                    service.ask(BatchVerbs.PREDICATE, BatchDialogue.of(service).predicate(scene, node, node % 2));
            Fit fit = BatchDialogue.of(service).replies().fit(alone, service.good(alone));
            Fit other = fits.get(scene.nodeName(node));
            if (other != null && other.fits() != fit.fits()) {
                throw Ended.failed(
                        alone,
                        fit + " from predicate about " + scene.nodeName(node),
                        other + ", as batchPredicate says");
            }
        }
        return "";
    }

    private static String ahead(Service service) throws Ended {
        service.need(BATCH);
        int most = 0;
        for (int asked : new int[] {0, AHEAD}) {
            ObjectNode question = service.dialogue().question(BATCH, Scene.of(63));
            if (asked > 0) {
                question.put("ahead", asked);
            }
            Exchange exchange = service.ask(BATCH, question);
            for (JsonNode node : Json.member(service.good(exchange), "nodes")) {
                int entries = Json.member(node, "ahead").size();
                if (entries > asked) {
                    throw Ended.failed(exchange, entries + " entries ahead", "at most " + asked);
                }
                most = Math.max(most, entries);
            }
        }
        return most == 0 ? "it does not look ahead" : "";
    }

    private static String scores(Service service) throws Ended {
        service.need(BATCH);
        Exchange exchange = service.ask(BATCH, service.dialogue().question(BATCH, Scene.of(64)));
        int seen = 0;
        for (JsonNode node : Json.member(service.good(exchange), "nodes")) {
            JsonNode score = Json.member(node, "score");
            if (!score.isMissingNode()) {
                seen++;
                if (!score.isNumber() || !Double.isFinite(score.asDouble())) {
                    throw Ended.failed(exchange, "the score " + score, "a finite number");
                }
            }
        }
        return seen == 0 ? "it says no scores" : "";
    }
}
