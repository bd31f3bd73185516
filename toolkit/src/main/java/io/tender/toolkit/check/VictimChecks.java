package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What batch scheduling expects of preemptable and reclaimable. */
final class VictimChecks {
    private static final List<Verb> VERBS = List.of(BatchVerbs.PREEMPTABLE, BatchVerbs.RECLAIMABLE);

    private VictimChecks() {}

    static List<Check> all(Dialect dialect) {
        List<Check> checks = new ArrayList<>(List.of(
                Check.of(
                        "V1",
                        "preemptable and reclaimable answer with a vote and a list",
                        "An answer of another form counts as none: nobody is evicted",
                        "answer {\"status\":1,\"victims\":[…]}",
                        service -> each(service, 4, (exchange, offered, victims) -> "")),
                Check.of(
                        "V2",
                        "Victims are among those that were offered",
                        "A task that was not offered may be anybody's",
                        "choose among the evictees of the request",
                        service -> each(service, 4, VictimChecks::strangers)),
                Check.of(
                        "V3",
                        "Where nobody is offered, nobody is chosen",
                        "Volcano asks with null where a node has nobody to evict",
                        "treat null, absent and empty alike",
                        service -> each(service, 0, VictimChecks::strangers)),
                Check.of(
                        "V4",
                        "preemptable and reclaimable asked twice answer the same",
                        "They are asked for each candidate node, again and again",
                        "decide from the request alone",
                        VictimChecks::sameTwice)));
        if (dialect == Dialect.VOLCANO) {
            checks.add(Check.of(
                    "V5",
                    "Victims are sent back whole",
                    "Volcano takes the objects of the answer for the tasks: with a UID alone the scheduler crashes",
                    "put the evictees into victims as they came",
                    service -> each(service, 4, VictimChecks::incomplete)));
        }
        return List.copyOf(checks);
    }

    @FunctionalInterface
    private interface VictimRule {
        /** What is wrong; an empty text if nothing is. */
        String broken(Exchange exchange, List<JsonNode> offered, List<JsonNode> victims);
    }

    private static String each(Service service, int evictees, VictimRule rule) throws Ended {
        needOne(service);
        List<String> notes = new ArrayList<>();
        for (Verb verb : VERBS) {
            if (service.serves(verb)) {
                ObjectNode question = BatchDialogue.of(service).victims(Scene.of(71), evictees);
                Exchange exchange = service.ask(verb, question);
                BatchReplies.Victims victims =
                        BatchDialogue.of(service).replies().victims(exchange, service.good(exchange));
                List<JsonNode> offered = new ArrayList<>();
                question.path("evictees").forEach(offered::add);
                String broken = rule.broken(exchange, offered, victims.chosen().orElse(List.of()));
                if (!broken.isEmpty()) {
                    throw Ended.failed(exchange, broken, "victims among the " + evictees + " that were offered");
                }
                notes.add(verb + " "
                        + victims.chosen()
                                .map(list -> list.size() + " of " + evictees)
                                .orElse("abstains"));
            }
        }
        return String.join(", ", notes);
    }

    private static void needOne(Service service) throws Ended {
        if (VERBS.stream().noneMatch(service::serves)) {
            service.need(BatchVerbs.PREEMPTABLE);
        }
    }

    /** A victim may be named by its uid, by namespace and name, or by its name. */
    private static String strangers(Exchange exchange, List<JsonNode> offered, List<JsonNode> victims) {
        List<String> known = new ArrayList<>();
        for (JsonNode task : offered) {
            String name = Json.member(task, "name").asString();
            known.addAll(List.of(BatchReplies.taskName(task), "default/" + name, name));
        }
        List<String> strange = victims.stream()
                .map(BatchReplies::taskName)
                .filter(name -> !known.contains(name))
                .toList();
        return strange.isEmpty() ? "" : "the victims " + strange;
    }

    private static String incomplete(Exchange exchange, List<JsonNode> offered, List<JsonNode> victims) {
        Map<String, JsonNode> byName = new HashMap<>();
        offered.forEach(task -> byName.put(BatchReplies.taskName(task), task));
        for (JsonNode victim : victims) {
            JsonNode whole = byName.get(BatchReplies.taskName(victim));
            if (whole == null || victim.size() < whole.size()) {
                return "a victim with " + victim.size() + " members";
            }
        }
        return "";
    }

    private static String sameTwice(Service service) throws Ended {
        needOne(service);
        for (Verb verb : VERBS) {
            if (service.serves(verb)) {
                Trials.sameTwice(verb).run(service);
            }
        }
        return "";
    }
}
