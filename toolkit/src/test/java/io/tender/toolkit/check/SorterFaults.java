package io.tender.toolkit.check;

import static io.tender.toolkit.check.Fault.edited;
import static io.tender.toolkit.check.Fault.failing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sorter services that order badly. */
final class SorterFaults {
    private static final String VERB = "sort";

    private SorterFaults() {}

    private static Fault fault(String name, List<String> failing, Fault.Wrong wrong) {
        return Fault.of(Dialect.SORTER, name, failing, wrong);
    }

    /** The scene of the checks that ask about roles. */
    private static Fault.Edit about(int run, Fault.Edit edit) {
        return (question, answer) -> {
            if (question.path("run").asInt() == run) {
                edit.change(question, answer);
            }
        };
    }

    private static ArrayNode roles(ObjectNode answer) {
        return (ArrayNode) answer.path("roles");
    }

    private static ObjectNode frameworks(ObjectNode answer) {
        return (ObjectNode) answer.path("frameworks");
    }

    private static void rotate(ObjectNode answer) {
        if (!roles(answer).isEmpty()) {
            roles(answer).add(roles(answer).remove(0));
        }
    }

    private static Fault.Edit everySecondTime(Fault.Edit edit) {
        Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
        return (question, answer) -> {
            String key = question.path("run").asString();
            if (times.computeIfAbsent(key, unknown -> new AtomicInteger()).incrementAndGet() % 2 == 0) {
                edit.change(question, answer);
            }
        };
    }

    /** Once more than three runs have asked about the same roles. */
    private static Fault.Edit afterThreeRuns(Fault.Edit edit) {
        Map<String, Set<Integer>> runs = new ConcurrentHashMap<>();
        return (question, answer) -> {
            String world = question.path("roles").path(0).path("name").asString("");
            Set<Integer> seen = runs.computeIfAbsent(world, unknown -> ConcurrentHashMap.newKeySet());
            seen.add(question.path("run").asInt());
            if (seen.size() > 3) {
                edit.change(question, answer);
            }
        };
    }

    private static int clients(ObjectNode question) {
        return question.path("roles").size();
    }

    static List<Fault> all() {
        return List.of(
                fault(
                        "names one role as a text",
                        List.of("R1", "R2", "R3", "R4"),
                        edited(VERB, about(21, (question, answer) -> answer.put("roles", "a")))),
                fault("invents a role", List.of("R2"), edited(VERB, about(21, (question, answer) -> {
                    roles(answer).add("ghost");
                }))),
                fault("names a role twice", List.of("R3"), edited(VERB, about(21, (question, answer) -> {
                    roles(answer).add(roles(answer).path(0));
                }))),
                fault("leaves a role out", List.of("R4"), edited(VERB, about(21, (question, answer) -> {
                    roles(answer).remove(0);
                }))),
                fault("leaves a framework out", List.of("R5a"), edited(VERB, about(22, (question, answer) -> {
                    frameworks(answer).forEach(list -> ((ArrayNode) list).remove(0));
                }))),
                fault("orders frameworks of every role", List.of("R5b"), edited(VERB, (question, answer) -> {
                    for (JsonNode role : question.path("roles")) {
                        if (question.path("run").asInt() == 23) {
                            frameworks(answer).withArray(role.path("name").asString());
                        }
                    }
                })),
                fault(
                        "orders by chance",
                        List.of("R6a", "R6b", "R10", "R12", "T3"),
                        edited(VERB, everySecondTime((question, answer) -> rotate(answer)))),
                fault(
                        "takes an answer for served",
                        List.of("R6b"),
                        edited(VERB, afterThreeRuns((question, answer) -> rotate(answer)))),
                fault(
                        "expects frameworks",
                        List.of("R7a", "R13"),
                        failing(VERB, asked -> !asked.has("frameworks") && clients(asked) > 0)),
                fault("expects roles", List.of("R7b"), failing(VERB, asked -> !asked.has("roles"))),
                fault(
                        "fails on nobody",
                        List.of("R8a"),
                        failing(VERB, asked -> asked.has("roles") && clients(asked) == 0)),
                fault("fails on one role", List.of("R8b"), failing(VERB, asked -> clients(asked) == 1)),
                fault("fails on many roles", List.of("R8c"), failing(VERB, asked -> clients(asked) > 20)),
                fault(
                        "expects a share",
                        List.of("R9"),
                        failing(
                                VERB,
                                asked -> asked.path("roles")
                                        .path(0)
                                        .path("share")
                                        .isNull())),
                fault("reads whole numbers alone", List.of("R10"), edited(VERB, (question, answer) -> {
                    if (question.path("roles").path(0).path("weight").isFloatingPointNumber()) {
                        rotate(answer);
                    }
                })),
                fault(
                        "knows two resources alone",
                        List.of("R11"),
                        failing(VERB, asked -> asked.path("total").size() > 2)),
                fault(
                        "refuses what it does not know",
                        List.of("R12"),
                        failing(
                                VERB,
                                asked -> asked.propertyNames().stream().anyMatch(name -> name.startsWith("comes")))),
                fault("writes names small", List.of("R13"), edited(VERB, (question, answer) -> {
                    ArrayNode order = Templates.JSON.createArrayNode();
                    roles(answer).forEach(name -> order.add(name.asString().toLowerCase(Locale.ROOT)));
                    answer.set("roles", order);
                })));
    }
}
