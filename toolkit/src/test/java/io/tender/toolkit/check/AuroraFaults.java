package io.tender.toolkit.check;

import static io.tender.toolkit.check.Fault.about;
import static io.tender.toolkit.check.Fault.afterThreeTasks;
import static io.tender.toolkit.check.Fault.edited;
import static io.tender.toolkit.check.Fault.everySecondTime;
import static io.tender.toolkit.check.Fault.failing;

import io.tender.toolkit.check.Shelf.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Services for Aurora that order badly. */
final class AuroraFaults {
    private static final String VERB = "offerset";

    private AuroraFaults() {}

    private static Fault fault(String name, List<String> failing, Fault.Wrong wrong) {
        return Fault.of(Dialect.AURORA, name, failing, wrong);
    }

    private static ArrayNode hosts(ObjectNode answer) {
        return (ArrayNode) answer.path("hosts");
    }

    private static void rotate(ObjectNode answer) {
        if (!hosts(answer).isEmpty()) {
            hosts(answer).add(hosts(answer).remove(0));
        }
    }

    static List<Fault> all() {
        return List.of(
                fault(
                        "answers null for no error",
                        List.of("O1", "O3", "O4"),
                        edited(VERB, about(21, (question, answer) -> answer.putNull("error")))),
                fault("answers as published", List.of("O2"), edited(VERB, (question, answer) -> {
                    answer.remove("error");
                    answer.put("errors", "");
                })),
                fault("invents a host", List.of("O3"), edited(VERB, about(21, (question, answer) -> {
                    hosts(answer).add("ghost");
                }))),
                fault("names a host twice", List.of("O4"), edited(VERB, about(21, (question, answer) -> {
                    hosts(answer).add(hosts(answer).path(0));
                }))),
                fault("leaves a host out", List.of(), edited(VERB, (question, answer) -> {
                            if (hosts(answer).size() > 5) {
                                hosts(answer).remove(0);
                            }
                        }))
                        .warnedBy("O5", "O8c"),
                fault(
                                "orders by chance",
                                List.of("O6a", "O6b", "O10", "O12", "T3"),
                                edited(VERB, everySecondTime((question, answer) -> rotate(answer))))
                        .warnedBy("O7"),
                fault(
                        "takes an answer for a placement",
                        List.of("O6b"),
                        edited(VERB, afterThreeTasks((question, answer) -> rotate(answer)))),
                fault("keeps the order that came", List.of(), edited(VERB, (question, answer) -> {
                            Set<String> names = new HashSet<>();
                            ArrayNode order = answer.putArray("hosts");
                            question.path("hosts").forEach(host -> {
                                if (names.add(host.path("name").asString())) {
                                    order.add(host.path("name"));
                                }
                            });
                        }))
                        .warnedBy("O7"),
                fault("fails on no host", List.of("O8a"), failing(VERB, asked -> Fault.nodes(asked) == 0)),
                fault("fails on one host", List.of("O8b"), failing(VERB, asked -> Fault.nodes(asked) == 1)),
                fault("fails on many hosts", List.of("O8c"), failing(VERB, asked -> Fault.nodes(asked) > 20)),
                fault("drops hosts with two offers", List.of("O9"), edited(VERB, (question, answer) -> {
                    List<String> seen = new ArrayList<>();
                    for (JsonNode host : question.path("hosts")) {
                        String name = host.path("name").asString();
                        if (seen.contains(name)) {
                            hosts(answer).removeIf(named -> named.asString().equals(name));
                        }
                        seen.add(name);
                    }
                })),
                fault("reads whole numbers alone", List.of("O10"), edited(VERB, (question, answer) -> {
                    if (question.path("request").path("cpu").isFloatingPointNumber()) {
                        rotate(answer);
                    }
                })),
                fault(
                        "insists on the content type",
                        List.of("O11"),
                        (asked, good) ->
                                asked.headers().getOrDefault("Content-Type", "").contains("; utf-8")
                                        ? Reply.of(415, "\"what is this\"")
                                        : good.answer(asked)),
                fault(
                        "refuses what it does not know",
                        List.of("O12"),
                        failing(
                                VERB,
                                asked -> asked.propertyNames().stream().anyMatch(name -> name.startsWith("comes")))),
                fault("writes names small", List.of("O13"), edited(VERB, (question, answer) -> {
                    ArrayNode small = Templates.JSON.createArrayNode();
                    hosts(answer).forEach(name -> small.add(name.asString().toLowerCase(Locale.ROOT)));
                    answer.set("hosts", small);
                })));
    }
}
