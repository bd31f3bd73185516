package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Aurora expects of a service that orders its offers. */
final class AuroraChecks {
    private static final Verb OFFERSET = AuroraDialogue.OFFERSET;
    private static final List<String> ODD_NAMES =
            List.of("Agent-7.Example.ORG", "agent_with_underscore", "10.0.0.7", "größe-世界");

    private AuroraChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "O1",
                        "The answer has error, a text, and hosts, a list of names",
                        "null, a truth or a number in their place makes Aurora fall back to its own order",
                        "answer {\"error\":\"\",\"hosts\":[\"name\"]}",
                        service -> ordered(service, (scene, hosts) -> "")),
                Check.of(
                        "O2",
                        "The answer has no members beside error and hosts",
                        "Aurora refuses unknown members, also the 'errors' of its published page",
                        "answer error and hosts, and nothing else",
                        AuroraChecks::members),
                Check.of(
                        "O3",
                        "Only hosts that were sent are named",
                        "Unknown names are lost; if there are no others, nothing is placed",
                        "order the hosts of the request",
                        service -> ordered(
                                service, (scene, hosts) -> KubeScoreChecks.strange(scene, new HashSet<>(hosts)))),
                Check.of(
                        "O4",
                        "No host is named twice",
                        "Aurora tries it twice, and its count of what is missing hides another",
                        "name each host once",
                        service -> ordered(service, (scene, hosts) -> repeated(hosts))),
                Check.of(
                        "O5",
                        "Every host is named",
                        "Whom the answer leaves out is not tried in this attempt, and the task may wait",
                        "name all hosts; leave out only those that you want to exclude",
                        AuroraChecks::complete),
                Check.of(
                        "O6a",
                        "Asked twice, the order is the same",
                        "An order that changes by itself spreads tasks by chance",
                        "sort by what was sent; break ties by name",
                        Trials.sameTwice(OFFERSET)),
                Check.of(
                        "O6b",
                        "Asking leaves no trace",
                        "Most answers are not used: an offer may vanish meanwhile",
                        "do not count an answer as a placement",
                        Trials.sameAfterOthers(OFFERSET)),
                Check.of(
                        "O7",
                        "The order does not depend on the order in which hosts were sent",
                        "Hosts come in the scheduler's own order, which differs from attempt to attempt",
                        "end every comparison in one by name",
                        AuroraChecks::anyOrder),
                Check.of(
                        "O8a",
                        "No host is answered with no host",
                        "Aurora does not ask then; others do",
                        "an empty list is a list",
                        Trials.nodes(OFFERSET, effort -> 0)),
                Check.of(
                        "O8b",
                        "One host is answered",
                        "Small clusters and full ones have one offer left",
                        "do not expect several hosts",
                        Trials.nodes(OFFERSET, effort -> 1)),
                Check.of(
                        "O8c",
                        "5,000 hosts are answered in time",
                        "Aurora asks once per task, holding its locks; 100 ms is its usual patience",
                        "sort once; keep measurements at hand instead of fetching them when asked",
                        Trials.nodes(OFFERSET, Effort::largeNodes, AuroraChecks::known)),
                Check.of(
                        "O9",
                        "A host with two offers is named",
                        "A machine may have several offers, and then is sent several times",
                        "do not use the name as the key of a map that refuses doubles",
                        AuroraChecks::twins),
                Check.of(
                        "O10",
                        "Numbers with and without a fraction mean the same",
                        "Aurora always writes 1.0, the published page 1",
                        "read numbers as floating point",
                        AuroraChecks::fractions),
                Check.of(
                        "O11",
                        "A request as Aurora 0.27 sends it is understood",
                        "Its content type is 'application/json; utf-8', and its job key ends in a clock reading",
                        "do not refuse by content type; take the job key for a name",
                        AuroraChecks::asAurora),
                Check.of(
                        "O12",
                        "Members that are not known are passed over",
                        "Schedulers that know more send more",
                        "ignore unknown members",
                        Trials.unknownMembers(OFFERSET)),
                Check.of(
                        "O13",
                        "Names come back letter for letter",
                        "They are compared exactly: case, dots and letters of other alphabets",
                        "do not change or shorten names; write UTF-8",
                        AuroraChecks::names));
    }

    private static AuroraDialogue dialogue(Service service) {
        return (AuroraDialogue) service.dialogue();
    }

    @FunctionalInterface
    private interface OrderRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(Scene scene, List<String> hosts);
    }

    private static String ordered(Service service, OrderRule rule) throws Ended {
        Scene scene = Scene.of(21);
        Exchange exchange = service.ask(OFFERSET, service.dialogue().question(OFFERSET, scene));
        String broken = rule.broken(scene, dialogue(service).hosts(exchange, service.good(exchange)));
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, "each of " + scene.nodeNames() + " at most once, and no other");
        }
        return "";
    }

    /** Some may be left out, as that excludes them. */
    private static void known(Service service, Scene scene, Exchange exchange) throws Ended {
        List<String> hosts = dialogue(service).hosts(exchange, service.good(exchange));
        String strange = KubeScoreChecks.strange(scene, new HashSet<>(hosts));
        String broken = strange.isEmpty() ? repeated(hosts) : strange;
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, "each of the " + scene.nodes() + " hosts at most once, and no other");
        }
        String missing = KubeScoreChecks.missing(scene, new HashSet<>(hosts));
        if (!missing.isEmpty()) {
            throw Ended.warned(exchange, missing, "all hosts, unless some are to be excluded");
        }
    }

    private static String repeated(List<String> hosts) {
        Set<String> seen = new HashSet<>();
        List<String> twice = hosts.stream().filter(host -> !seen.add(host)).toList();
        return twice.isEmpty() ? "" : "named again: " + twice;
    }

    private static String members(Service service) throws Ended {
        Exchange exchange = service.ask(OFFERSET, service.dialogue().question(OFFERSET, Scene.of(22)));
        JsonNode answer = service.good(exchange);
        List<String> unknown = new ArrayList<>(answer.propertyNames());
        unknown.removeAll(List.of("error", "hosts"));
        if (!unknown.isEmpty()) {
            throw Ended.failed(exchange, "the members " + unknown, "error and hosts alone");
        }
        return "";
    }

    private static String complete(Service service) throws Ended {
        Scene scene = Scene.of(23);
        Exchange exchange = service.ask(OFFERSET, service.dialogue().question(OFFERSET, scene));
        String missing = KubeScoreChecks.missing(
                scene, new HashSet<>(dialogue(service).hosts(exchange, service.good(exchange))));
        if (!missing.isEmpty()) {
            throw Ended.warned(exchange, missing, "all hosts, unless some are to be excluded");
        }
        return "";
    }

    private static String anyOrder(Service service) throws Ended {
        try {
            return Trials.anyOrder(OFFERSET).run(service);
        } catch (Ended ended) {
            // Equal offers may keep the order they came in; that is a choice, if not a good one.
            if (ended.verdict() instanceof Verdict.Failed failed
                    && ended.obstacle().isEmpty()) {
                throw Ended.warned(failed.evidence());
            }
            throw ended;
        }
    }

    private static String twins(Service service) throws Ended {
        Scene scene = Scene.of(24).withNodes(3);
        ObjectNode question = service.dialogue().question(OFFERSET, scene);
        ArrayNode hosts = (ArrayNode) question.path("hosts");
        hosts.add(dialogue(service).host(scene.nodeName(1), scene, 2, false));
        Exchange exchange = service.ask(OFFERSET, question);
        List<String> named = dialogue(service).hosts(exchange, service.good(exchange));
        if (!named.contains(scene.nodeName(1))) {
            throw Ended.failed(exchange, "nothing about the host with two offers", scene.nodeName(1) + " in hosts");
        }
        return "";
    }

    private static String fractions(Service service) throws Ended {
        Scene scene = Scene.of(25);
        String whole = service.decision(OFFERSET, dialogue(service).question(scene, false));
        Exchange exchange = service.ask(OFFERSET, dialogue(service).question(scene, true));
        String fractional = service.decision(OFFERSET, exchange);
        if (!fractional.equals(whole)) {
            throw Ended.failed(exchange, fractional + " for 1.0", whole + ", as for 1");
        }
        return "";
    }

    private static String asAurora(Service service) throws Ended {
        ObjectNode question = dialogue(service).question(Scene.of(26), true);
        question.put("jobKey", "www-prod-check-26@2116171113014");
        Request request = service.request(OFFERSET, Service.bytes(question))
                .with("Content-Type", "application/json; utf-8")
                .with("Accept", "application/json")
                .with("Accept-Encoding", "gzip,deflate");
        service.decision(OFFERSET, service.ask(request));
        return "";
    }

    private static String names(Service service) throws Ended {
        Scene scene = Scene.of(27).withNodes(ODD_NAMES.size());
        ObjectNode question = service.dialogue().question(OFFERSET, scene.withNodes(0));
        ArrayNode hosts = (ArrayNode) question.path("hosts");
        for (int i = 0; i < ODD_NAMES.size(); i++) {
            hosts.add(dialogue(service).host(ODD_NAMES.get(i), scene, i, false));
        }
        Exchange exchange = service.ask(OFFERSET, question);
        List<String> strange = new ArrayList<>(dialogue(service).hosts(exchange, service.good(exchange)));
        strange.removeAll(ODD_NAMES);
        if (!strange.isEmpty()) {
            throw Ended.failed(exchange, "the names " + strange, "some of " + ODD_NAMES);
        }
        return "";
    }
}
