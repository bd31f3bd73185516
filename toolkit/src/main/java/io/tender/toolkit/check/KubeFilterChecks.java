package io.tender.toolkit.check;

import io.tender.toolkit.check.KubeDialogue.Filtered;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** What kube-scheduler expects of filter. */
final class KubeFilterChecks {
    private KubeFilterChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "F0",
                        "filter answers in the form that the scheduler reads",
                        "An answer of another form counts as none: the pod waits, or the service is passed over",
                        "answer {\"NodeNames\":[…],\"FailedNodes\":{\"node\":\"why\"},\"Error\":\"\"}, or {\"Nodes\":{\"items\":[…]}} with"
                                + " the rest; Error is for questions that could not be answered at all",
                        KubeFilterChecks::form),
                Check.of(
                        "F1",
                        "filter leaves only nodes that were sent",
                        "kube-scheduler fails the pod, or binds it to a node that does not exist",
                        "filter the list of the request; do not add nodes from a cache",
                        service -> judged(
                                service,
                                Scene.of(21),
                                "survivors among the nodes of the request",
                                (scene, answer) -> KubeScoreChecks.strange(scene, new HashSet<>(answer.survivors())))),
                Check.of(
                        "F2a",
                        "filter asked with names answers with NodeNames",
                        "In names mode Nodes alone is accepted by chance, and an answer with neither rejects everything",
                        "answer NodeNames, and not Nodes, when NodeNames was sent; a service that needs whole nodes is checked with --mode full",
                        service -> mode(service, false)),
                Check.of(
                        "F2b",
                        "filter asked with objects answers with Nodes",
                        "In full mode an answer with NodeNames alone rejects every node",
                        "answer Nodes.items, and not NodeNames, when Nodes was sent; a service with a cache of nodes is checked with --mode names",
                        service -> mode(service, true)),
                Check.of(
                        "F3a",
                        "filter gives a reason for every node it drops",
                        "A node in neither list is silently gone, and nobody learns why the pod waits",
                        "put each dropped node into FailedNodes or FailedAndUnresolvableNodes, with a short reason",
                        service -> judged(
                                service,
                                Scene.of(23),
                                "a text in FailedNodes for each node that is not left",
                                KubeFilterChecks::withoutReason)),
                Check.of(
                        "F3b",
                        "filter puts no node into two lists",
                        "A node that failed and survived survives; one in both maps is not preempted for",
                        "each node is a survivor, or failed, or failed for good",
                        service ->
                                judged(service, Scene.of(24), "each node in one place", KubeFilterChecks::inTwoPlaces)),
                Check.of(
                        "F4a",
                        "filter asked twice answers the same",
                        "filter is asked more than once for a pod, and must not depend on how often",
                        "decide from the request and the state of the cluster alone",
                        Trials.sameTwice(KubeDialogue.FILTER)),
                Check.of(
                        "F4b",
                        "filter leaves no trace",
                        "A service that reserves in filter gives away what nobody got, until nothing is left",
                        "reserve in bind, not in filter",
                        Trials.sameAfterOthers(KubeDialogue.FILTER)),
                Check.of(
                        "F5a",
                        "filter answers for no node",
                        "Earlier extenders may have left none",
                        "an empty list is a list: answer with an empty one",
                        Trials.nodes(KubeDialogue.FILTER, effort -> 0)),
                Check.of(
                        "F5b",
                        "filter answers for one node",
                        "The nominated node is asked about alone",
                        "do not expect several nodes",
                        Trials.nodes(KubeDialogue.FILTER, effort -> 1)),
                Check.of(
                        "F5c",
                        "filter answers for 5,000 nodes in time",
                        "The scheduler waits for the slowest answer, with everything that waits behind",
                        "look at each node once; avoid calls to others per node",
                        Trials.nodes(KubeDialogue.FILTER, Effort::largeNodes, KubeFilterChecks::complete)),
                Check.of(
                        "F6a",
                        "filter reads names of members in any case",
                        "Go reads them so, and versions before 1.17 wrote them in lower case",
                        "compare names without regard to case",
                        KubeFilterChecks::lowerCase),
                Check.of(
                        "F6b",
                        "filter passes over members it does not know",
                        "Every version of Kubernetes adds some",
                        "ignore unknown members",
                        Trials.unknownMembers(KubeDialogue.FILTER)),
                Check.of(
                        "F6c",
                        "filter takes null for what is absent",
                        "Absent lists are written as null by some versions and left out by others",
                        "treat null, absent and empty alike",
                        KubeFilterChecks::absent),
                Check.of(
                        "F7",
                        "filter lets a pod pass that asks for nothing it manages",
                        "Pods that are none of its business would wait for ever",
                        "look for the managed resource first, and let everything pass without it",
                        KubeFilterChecks::unmanaged),
                Check.of(
                        "F8",
                        "filter answers for nodes it has never heard of",
                        "The cluster autoscaler asks about nodes that do not exist yet",
                        "decide from the request when the node is in no cache; do not answer with an Error",
                        service -> judged(service, Scene.of(28_000), "an answer", (scene, answer) -> "")));
    }

    private static String form(Service service) throws Ended {
        service.need(KubeDialogue.FILTER);
        service.decision(KubeDialogue.FILTER, Scene.of(1));
        return "";
    }

    @FunctionalInterface
    private interface FilterRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(Scene scene, Filtered answer);
    }

    private static String judged(Service service, Scene scene, String expected, FilterRule rule) throws Ended {
        service.need(KubeDialogue.FILTER);
        Exchange exchange = service.ask(KubeDialogue.FILTER, service.dialogue().question(KubeDialogue.FILTER, scene));
        Filtered answer = KubeDialogue.of(service).filtered(exchange, service.good(exchange));
        String broken = rule.broken(scene, answer);
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, expected);
        }
        return answer.survivors().size() + " of " + scene.nodes() + " nodes left";
    }

    private static String mode(Service service, boolean full) throws Ended {
        service.need(KubeDialogue.FILTER);
        NodeMode mode = service.plan().mode();
        if (full ? !mode.full() : !mode.names()) {
            throw Ended.skipped("--mode " + mode.name().toLowerCase(Locale.ROOT) + " was given");
        }
        Exchange exchange =
                service.ask(KubeDialogue.FILTER, KubeDialogue.of(service).aboutNodes(Scene.of(22), full));
        Filtered answer = KubeDialogue.of(service).filtered(exchange, service.good(exchange));
        boolean otherForm = full ? answer.byName() : answer.byObject();
        // Who refuses every node with a reason may leave the list out: nothing is left of it.
        boolean neither = !answer.byName()
                && !answer.byObject()
                && !withoutReason(Scene.of(22), answer).isEmpty();
        if (otherForm || neither) {
            throw Ended.failed(
                    exchange,
                    "NodeNames " + said(answer.byName()) + ", Nodes " + said(answer.byObject()),
                    full ? "Nodes and no NodeNames" : "NodeNames and no Nodes");
        }
        return answer.survivors().isEmpty() ? "no node was left" : "";
    }

    private static String said(boolean there) {
        return there ? "said" : "null or absent";
    }

    private static void complete(Service service, Scene scene, Exchange exchange) throws Ended {
        Filtered answer = KubeDialogue.of(service).filtered(exchange, service.good(exchange));
        String strange = KubeScoreChecks.strange(scene, new HashSet<>(answer.survivors()));
        String broken = strange.isEmpty() ? withoutReason(scene, answer) : strange;
        if (!broken.isEmpty()) {
            throw Ended.failed(
                    exchange,
                    broken,
                    "each of the " + scene.nodes() + " nodes left or failed with a reason, and no other");
        }
    }

    private static String withoutReason(Scene scene, Filtered answer) {
        Set<String> survivors = new HashSet<>(answer.survivors());
        return scene.nodeNames().stream()
                .filter(node -> !survivors.contains(node))
                .filter(node -> answer.unresolvable().getOrDefault(node, "").isBlank()
                        && answer.failed().getOrDefault(node, "").isBlank())
                .findFirst()
                .map(node -> "no reason why " + node + " was dropped")
                .orElse("");
    }

    private static String inTwoPlaces(Scene scene, Filtered answer) {
        List<String> all = new ArrayList<>(answer.survivors());
        all.addAll(answer.failed().keySet());
        all.addAll(answer.unresolvable().keySet());
        Set<String> seen = new HashSet<>();
        List<String> twice =
                all.stream().filter(node -> !seen.add(node)).distinct().toList();
        return twice.isEmpty() ? "" : twice + " in two places";
    }

    private static String lowerCase(Service service) throws Ended {
        service.need(KubeDialogue.FILTER);
        ObjectNode question = service.dialogue().question(KubeDialogue.FILTER, Scene.of(25));
        String first = service.decision(KubeDialogue.FILTER, question);
        ObjectNode lower = Templates.object();
        question.properties().forEach(member -> lower.set(member.getKey().toLowerCase(Locale.ROOT), member.getValue()));
        return compared(service, lower, first, "with members in lower case");
    }

    private static String absent(Service service) throws Ended {
        service.need(KubeDialogue.FILTER);
        ObjectNode question = service.dialogue().question(KubeDialogue.FILTER, Scene.of(26));
        String first = service.decision(KubeDialogue.FILTER, question);
        ObjectNode fewer = question.deepCopy();
        for (String member : List.of("Nodes", "NodeNames")) {
            if (fewer.path(member).isNull()) {
                fewer.remove(member);
            }
        }
        ObjectNode metadata = Templates.at(fewer, "Pod", "metadata");
        metadata.putNull("labels");
        metadata.putNull("annotations");
        return compared(service, fewer, first, "without its null members, and with null labels");
    }

    private static String compared(Service service, ObjectNode question, String first, String how) throws Ended {
        Exchange exchange = service.ask(KubeDialogue.FILTER, question);
        String second = service.decision(KubeDialogue.FILTER, exchange);
        if (!second.equals(first)) {
            throw Ended.failed(exchange, second + " " + how, first);
        }
        return "";
    }

    private static String unmanaged(Service service) throws Ended {
        if (service.plan().managedResources().isEmpty()) {
            throw Ended.skipped("no --managed-resources are given");
        }
        return judged(
                service,
                Scene.of(27).unmanaged(),
                "all nodes left",
                (scene, answer) -> KubeScoreChecks.missing(scene, new HashSet<>(answer.survivors())));
    }
}
