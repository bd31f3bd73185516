package io.tender.toolkit.check;

import io.tender.toolkit.check.KubeDialogue.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What kube-scheduler expects of preempt. */
final class KubePreemptChecks {
    private KubePreemptChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "E0",
                        "preempt answers in the form that the scheduler reads",
                        "An answer of another form counts as none, and nobody is evicted for the pod",
                        "answer {\"NodeNameToMetaVictims\":{\"node\":{\"Pods\":[{\"UID\":\"…\"}],\"NumPDBViolations\":0}}}",
                        KubePreemptChecks::form),
                Check.of(
                        "E1a",
                        "preempt leaves only candidates that were sent",
                        "A node nobody proposed fails the preemption",
                        "drop candidates; do not add any",
                        service -> preempted(service, 1, KubePreemptChecks::strangeCandidates)),
                Check.of(
                        "E1b",
                        "preempt names only victims that run on the node",
                        "A victim that is not there fails the preemption",
                        "choose among the pods that were sent for the node",
                        service -> preempted(service, 1, KubePreemptChecks::strangeVictims)),
                Check.of(
                        "E1c",
                        "preempt keeps the number of violated budgets",
                        "The scheduler prefers nodes by it; a lost number evicts protected pods",
                        "copy NumPDBViolations of each candidate that you leave as it is",
                        service -> preempted(service, 1, KubePreemptChecks::violations)),
                Check.of(
                        "E2",
                        "preempt handles a candidate without victims",
                        "Newer schedulers send them; turning victims into none is an error",
                        "pass such a candidate on, or drop it",
                        service -> preempted(service, 0, KubePreemptChecks::emptied)),
                Check.of(
                        "E3",
                        "preempt answers with NodeNameToMetaVictims, whatever was sent",
                        "Whole pods in the answer are not read: preemption finds no candidate",
                        "answer UIDs, also when pods were sent",
                        KubePreemptChecks::metaForm),
                Check.of(
                        "E4",
                        "preempt asked twice answers the same",
                        "The scheduler asks again after a failure",
                        "decide from the request alone",
                        Trials.sameTwice(KubeDialogue.PREEMPT)));
    }

    private static String form(Service service) throws Ended {
        service.need(KubeDialogue.PREEMPT);
        service.decision(KubeDialogue.PREEMPT, Scene.of(1));
        return "";
    }

    @FunctionalInterface
    private interface CandidateRule {
        String broken(Scene scene, Map<String, Candidate> candidates);
    }

    private static String preempted(Service service, int victims, CandidateRule rule) throws Ended {
        service.need(KubeDialogue.PREEMPT);
        Scene scene = Scene.of(41);
        Exchange exchange = service.ask(
                KubeDialogue.PREEMPT,
                KubeDialogue.of(service).preempt(scene, service.plan().mode().full(), victims));
        Map<String, Candidate> candidates = KubeDialogue.of(service).victims(exchange, service.good(exchange));
        String broken = rule.broken(scene, candidates);
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, "candidates of the request, each with its victims or some of them");
        }
        return candidates.size() + " of " + scene.nodes() + " candidates left";
    }

    private static String strangeCandidates(Scene scene, Map<String, Candidate> candidates) {
        return KubeScoreChecks.strange(scene, candidates.keySet());
    }

    private static String each(Scene scene, Map<String, Candidate> candidates, Function<Integer, String> rule) {
        for (int node : scene.order()) {
            if (candidates.containsKey(scene.nodeName(node))
                    && !rule.apply(node).isEmpty()) {
                return rule.apply(node);
            }
        }
        return "";
    }

    private static Candidate candidate(Scene scene, Map<String, Candidate> candidates, int node) {
        return candidates.getOrDefault(scene.nodeName(node), new Candidate(List.of(), 0));
    }

    private static String strangeVictims(Scene scene, Map<String, Candidate> candidates) {
        return each(scene, candidates, node -> {
            List<String> strange =
                    new ArrayList<>(candidate(scene, candidates, node).uids());
            strange.remove(scene.residentUid(node));
            return strange.isEmpty() ? "" : "the victims " + strange + " on " + scene.nodeName(node);
        });
    }

    private static String violations(Scene scene, Map<String, Candidate> candidates) {
        return each(scene, candidates, node -> {
            Candidate left = candidate(scene, candidates, node);
            return left.uids().equals(List.of(scene.residentUid(node))) && left.violations() != node % 2
                    ? left.violations() + " violations on " + scene.nodeName(node) + ", where " + node % 2
                            + " were sent"
                    : "";
        });
    }

    private static String emptied(Scene scene, Map<String, Candidate> candidates) {
        return each(
                scene,
                candidates,
                node -> node > 0 && candidate(scene, candidates, node).uids().isEmpty()
                        ? "no victims any more on " + scene.nodeName(node)
                        : "");
    }

    private static String metaForm(Service service) throws Ended {
        service.need(KubeDialogue.PREEMPT);
        for (boolean full : new boolean[] {true, false}) {
            if (full ? service.plan().mode().full() : service.plan().mode().names()) {
                Exchange exchange = service.ask(
                        KubeDialogue.PREEMPT, KubeDialogue.of(service).preempt(Scene.of(42), full, 1));
                JsonNode answer = service.good(exchange);
                KubeDialogue.of(service).victims(exchange, answer);
                if (!Json.member(answer, "NodeNameToVictims").isMissingNode()) {
                    throw Ended.failed(exchange, "NodeNameToVictims", "NodeNameToMetaVictims and nothing else");
                }
            }
        }
        return "";
    }
}
