package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import io.tender.toolkit.check.SorterDialogue.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What Tender's allocator expects of a service that says whom to serve first. */
final class SorterChecks {
    private static final Verb SORT = SorterDialogue.SORT;
    private static final List<String> ODD_NAMES = List.of("*", "eng/web/Frontend", "team_with_underscore", "größe-世界");

    private SorterChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of(
                        "R1",
                        "The answer has roles, a list of names, and frameworks, lists of names by role",
                        "An answer of another form is no order, and shares decide",
                        "answer {\"roles\":[\"b\",\"a\"],\"frameworks\":{\"a\":[\"f2\",\"f1\"]}}",
                        service -> roles(service, (asked, named) -> "")),
                Check.of(
                        "R2",
                        "Only roles that were sent are named",
                        "An order with a name that nobody has is void as a whole",
                        "order the roles of the request",
                        service -> roles(service, SorterChecks::strange)),
                Check.of(
                        "R3",
                        "No role is named twice",
                        "An order that names somebody twice is void as a whole",
                        "name each role once",
                        service -> roles(service, (asked, named) -> repeated(named))),
                Check.of(
                        "R4",
                        "Every role is named",
                        "An order that leaves somebody out is void, since nobody must starve by a mistake",
                        "name all roles; put those last that are to wait",
                        service -> roles(service, SorterChecks::missing)),
                Check.of(
                        "R5a",
                        "Each framework of a role is named once, and no other",
                        "An order that leaves a framework out, invents one or names one twice is void as a whole",
                        "order the frameworks of each role of the request",
                        SorterChecks::frameworks),
                Check.of(
                        "R5b",
                        "Frameworks are ordered only in the roles that were sent with some",
                        "An order of the frameworks of another role makes all of the answer void",
                        "answer frameworks for the keys of the request's frameworks",
                        SorterChecks::otherRoles),
                Check.of(
                        "R6a",
                        "Asked twice, the order is the same",
                        "An order that changes by itself serves by chance",
                        "sort by what was sent; break ties by name",
                        Trials.sameTwice(SORT)),
                Check.of(
                        "R6b",
                        "Asking leaves no trace",
                        "Most orders are not followed: a run may have nothing to offer, and another answer may come first",
                        "do not count an answer as served",
                        Trials.sameAfterOthers(SORT)),
                Check.of(
                        "R7a",
                        "Roles alone are ordered",
                        "With 'http' as the sorter of roles alone, frameworks is left out",
                        "do not expect frameworks",
                        SorterChecks::rolesAlone),
                Check.of(
                        "R7b",
                        "Frameworks alone are ordered",
                        "With 'http' as the sorter of frameworks alone, roles is left out",
                        "do not expect roles",
                        SorterChecks::frameworksAlone),
                Check.of(
                        "R8a",
                        "Nobody is answered with an empty order",
                        "The allocator does not ask then; others do",
                        "an empty list is a list",
                        Trials.nodes(SORT, effort -> 0)),
                Check.of(
                        "R8b",
                        "One role is answered",
                        "A cluster begins with one role",
                        "do not expect several",
                        Trials.nodes(SORT, effort -> 1)),
                Check.of(
                        "R8c",
                        "5,000 roles are ordered in time",
                        "The order is for the next run, a second later; 100 ms is the usual patience",
                        "sort once; keep what you need at hand instead of fetching it when asked",
                        Trials.nodes(SORT, Effort::largeNodes, SorterChecks::whole)),
                Check.of(
                        "R9",
                        "A share of null is understood",
                        "A role with weight 0, or a cluster without agents, has no share: JSON has no other word for it",
                        "put those last, or anywhere, but do not fail",
                        SorterChecks::noShare),
                Check.of(
                        "R10",
                        "Numbers with and without a fraction mean the same",
                        "A share of 0 is written 0, one of a half 0.5",
                        "read numbers as floating point",
                        SorterChecks::fractions),
                Check.of(
                        "R11",
                        "Resources that nobody has heard of are passed over",
                        "Clusters have gpus, ports and what else agents tell",
                        "look for the resources you know",
                        SorterChecks::resources),
                Check.of(
                        "R12",
                        "Members that are not known are passed over",
                        "Schedulers that know more send more",
                        "ignore unknown members",
                        Trials.unknownMembers(SORT)),
                Check.of(
                        "R13",
                        "Names come back letter for letter",
                        "They are compared exactly: the role *, slashes of nested roles, letters of other alphabets",
                        "do not change or shorten names; write UTF-8",
                        SorterChecks::names));
    }

    private static SorterDialogue dialogue(Service service) {
        return (SorterDialogue) service.dialogue();
    }

    @FunctionalInterface
    private interface NameRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(List<String> asked, List<String> named);
    }

    private static String strange(List<String> asked, List<String> named) {
        List<String> strange = new ArrayList<>(named);
        strange.removeAll(new HashSet<>(asked));
        return strange.isEmpty() ? "" : "names nobody sent: " + shown(strange);
    }

    private static String repeated(List<String> named) {
        Set<String> seen = new HashSet<>();
        List<String> twice = named.stream().filter(name -> !seen.add(name)).toList();
        return twice.isEmpty() ? "" : "named again: " + shown(twice);
    }

    private static String missing(List<String> asked, List<String> named) {
        List<String> missing = new ArrayList<>(asked);
        missing.removeAll(new HashSet<>(named));
        return missing.isEmpty() ? "" : "left out: " + shown(missing);
    }

    private static String permuted(List<String> asked, List<String> named) {
        String strange = strange(asked, named);
        String twice = strange.isEmpty() ? repeated(named) : strange;
        return twice.isEmpty() ? missing(asked, named) : twice;
    }

    private static String shown(List<String> names) {
        return names.size() <= 10 ? names.toString() : names.subList(0, 10) + " and " + (names.size() - 10) + " more";
    }

    private static Order ask(Service service, ObjectNode question) throws Ended {
        Exchange exchange = service.ask(SORT, question);
        return dialogue(service).order(exchange, service.good(exchange));
    }

    private static String roles(Service service, NameRule rule) throws Ended {
        Scene scene = Scene.of(21);
        Exchange exchange = service.ask(SORT, service.dialogue().question(SORT, scene));
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, rule.broken(scene.nodeNames(), order.roles()), "each of " + scene.nodeNames() + " once");
        return "";
    }

    private static void fail(Exchange exchange, String broken, String expected) throws Ended {
        if (!broken.isEmpty()) {
            throw Ended.failed(exchange, broken, expected + ", and no other");
        }
    }

    private static String frameworks(Service service) throws Ended {
        Scene scene = Scene.of(22);
        return frameworks(service, scene, service.dialogue().question(SORT, scene));
    }

    private static String frameworks(Service service, Scene scene, ObjectNode question) throws Ended {
        Exchange exchange = service.ask(SORT, question);
        Order order = dialogue(service).order(exchange, service.good(exchange));
        List<String> named = order.frameworks().getOrDefault(SorterDialogue.firstRole(scene), List.of());
        List<String> sent = SorterDialogue.frameworks(scene);
        fail(exchange, permuted(sent, named), "each of " + sent + " once");
        return "";
    }

    private static String otherRoles(Service service) throws Ended {
        Scene scene = Scene.of(23);
        Exchange exchange = service.ask(SORT, service.dialogue().question(SORT, scene));
        SortedMap<String, List<String>> others = new TreeMap<>(
                dialogue(service).order(exchange, service.good(exchange)).frameworks());
        others.remove(SorterDialogue.firstRole(scene));
        fail(
                exchange,
                others.isEmpty() ? "" : "frameworks of " + shown(List.copyOf(others.keySet())),
                "those of " + SorterDialogue.firstRole(scene));
        return "";
    }

    private static String rolesAlone(Service service) throws Ended {
        Scene scene = Scene.of(24);
        ObjectNode question = service.dialogue().question(SORT, scene);
        question.remove("frameworks");
        Exchange exchange = service.ask(SORT, question);
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, permuted(scene.nodeNames(), order.roles()), "each of " + scene.nodeNames() + " once");
        return "";
    }

    private static String frameworksAlone(Service service) throws Ended {
        Scene scene = Scene.of(25);
        ObjectNode question = service.dialogue().question(SORT, scene);
        question.remove("roles");
        return frameworks(service, scene, question);
    }

    private static void whole(Service service, Scene scene, Exchange exchange) throws Ended {
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, permuted(scene.nodeNames(), order.roles()), "each of the " + scene.nodes() + " roles once");
    }

    private static String noShare(Service service) throws Ended {
        Scene scene = Scene.of(26);
        ObjectNode question = service.dialogue().question(SORT, scene);
        for (JsonNode role : question.path("roles")) {
            ((ObjectNode) role).putNull("share");
        }
        Exchange exchange = service.ask(SORT, question);
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, permuted(scene.nodeNames(), order.roles()), "each of " + scene.nodeNames() + " once");
        return "";
    }

    private static String fractions(Service service) throws Ended {
        Scene scene = Scene.of(27);
        String whole = ask(service, service.dialogue().question(SORT, scene)).toString();
        ObjectNode question = service.dialogue().question(SORT, scene);
        for (JsonNode role : question.path("roles")) {
            ((ObjectNode) role).put("weight", 1.0);
            ObjectNode allocated = (ObjectNode) role.path("allocated");
            allocated.properties().stream()
                    .toList()
                    .forEach(amount ->
                            allocated.put(amount.getKey(), amount.getValue().asDouble()));
        }
        Exchange exchange = service.ask(SORT, question);
        String fractional = service.decision(SORT, exchange);
        if (!fractional.equals(whole)) {
            throw Ended.failed(exchange, fractional + " for 1.0", whole + ", as for 1");
        }
        return "";
    }

    private static String resources(Service service) throws Ended {
        Scene scene = Scene.of(28);
        ObjectNode question = service.dialogue().question(SORT, scene);
        ((ObjectNode) question.path("total")).put("gpus", 8).put("example.com/widgets", 3);
        for (JsonNode role : question.path("roles")) {
            ((ObjectNode) role.path("allocated")).put("example.com/widgets", 1);
        }
        Exchange exchange = service.ask(SORT, question);
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, permuted(scene.nodeNames(), order.roles()), "each of " + scene.nodeNames() + " once");
        return "";
    }

    private static String names(Service service) throws Ended {
        Scene scene = Scene.of(29).withNodes(ODD_NAMES.size());
        ObjectNode question = dialogue(service).standing(scene);
        ArrayNode roles = question.putArray("roles");
        for (int i = 0; i < ODD_NAMES.size(); i++) {
            roles.add(dialogue(service).client(ODD_NAMES.get(i), scene, i));
        }
        Exchange exchange = service.ask(SORT, question);
        Order order = dialogue(service).order(exchange, service.good(exchange));
        fail(exchange, permuted(ODD_NAMES, order.roles()), "each of " + ODD_NAMES + " once");
        return "";
    }
}
