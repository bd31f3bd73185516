package io.tender.toolkit.check;

import static io.tender.toolkit.check.Fault.about;
import static io.tender.toolkit.check.Fault.afterThreeTasks;
import static io.tender.toolkit.check.Fault.edited;
import static io.tender.toolkit.check.Fault.everySecondTime;
import static io.tender.toolkit.check.Fault.failing;

import io.tender.toolkit.check.Shelf.Reply;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Extenders of kube-scheduler that decide badly. */
final class KubeFaults {
    private static final String GHOST = "ghost";
    /** Of the nodes of a large question; others have fewer. */
    private static final int MOST_ANSWERED = 10;

    private KubeFaults() {}

    private static Fault fault(String name, List<String> failing, Fault.Wrong wrong) {
        return Fault.of(Dialect.KUBE, name, failing, wrong);
    }

    static ArrayNode survivors(ObjectNode answer) {
        JsonNode names = answer.path("NodeNames");
        return (ArrayNode) (names.isArray() ? names : answer.path("Nodes").path("items"));
    }

    private static void reject(ObjectNode answer) {
        ArrayNode left = survivors(answer);
        if (!left.isEmpty()) {
            JsonNode first = left.remove(0);
            ((ObjectNode) answer.path("FailedNodes"))
                    .put(
                            first.isString()
                                    ? first.asString()
                                    : first.path("metadata").path("name").asString(),
                            "taken");
        }
    }

    static List<Fault> all() {
        return List.of(
                fault("sends a bare list of nodes", List.of("F0"), edited("filter", (question, answer) -> {
                    if (answer.path("Nodes").isObject()) {
                        answer.set("Nodes", survivors(answer));
                    }
                })),
                fault("lists who failed", List.of("F0"), edited("filter", (question, answer) -> {
                    ArrayNode failed = Templates.JSON.createArrayNode();
                    answer.path("FailedNodes").propertyNames().forEach(failed::add);
                    answer.set("FailedNodes", failed);
                })),
                fault("has never heard of a node", List.of("F0"), edited("filter", (question, answer) -> {
                    answer.put("Error", "no cache yet");
                })),
                fault(
                        "sends bare victims",
                        List.of("E0"),
                        candidates((question, left) -> List.copyOf(left.properties())
                                .forEach(node ->
                                        left.set(node.getKey(), node.getValue().path("Pods"))))),
                fault("binds in numbers", List.of("B0"), edited("bind", (question, answer) -> answer.put("Error", 0))),
                fault("invents a node", List.of("F1", "F5c"), edited("filter", (question, answer) -> {
                    if (survivors(answer).size() > 3) {
                        ArrayNode left = survivors(answer);
                        if (answer.path("NodeNames").isArray()) {
                            left.add(GHOST);
                        } else {
                            left.addObject().putObject("metadata").put("name", GHOST);
                        }
                    }
                })),
                fault("answers objects to names", List.of("F2a"), edited("filter", (question, answer) -> {
                    if (answer.path("NodeNames").isArray()) {
                        ArrayNode items = answer.putObject("Nodes").putArray("items");
                        survivors(answer)
                                .forEach(name ->
                                        items.addObject().putObject("metadata").put("name", name.asString()));
                        answer.remove("NodeNames");
                    }
                })),
                fault("answers no list to names", List.of("F2a"), edited("filter", about(22, (question, answer) -> {
                    if (question.path("NodeNames").isArray()) {
                        answer.remove("NodeNames");
                    }
                }))),
                fault("answers names to objects", List.of("F2b"), edited("filter", (question, answer) -> {
                    if (answer.path("Nodes").isObject()) {
                        ArrayNode names = Templates.JSON.createArrayNode();
                        survivors(answer)
                                .forEach(node -> names.add(
                                        node.path("metadata").path("name").asString()));
                        answer.remove("Nodes");
                        answer.set("NodeNames", names);
                    }
                })),
                fault(
                        "gives no reasons",
                        List.of("F3a", "F5c"),
                        edited("filter", (question, answer) -> answer.putNull("FailedNodes"))),
                fault("fails a survivor", List.of("F3b"), edited("filter", (question, answer) -> {
                    JsonNode first = survivors(answer).path(0);
                    if (!first.isMissingNode()) {
                        ((ObjectNode) answer.path("FailedNodes"))
                                .put(
                                        first.isString()
                                                ? first.asString()
                                                : first.path("metadata")
                                                        .path("name")
                                                        .asString(),
                                        "and yet");
                    }
                })),
                fault(
                        "changes its mind",
                        List.of("F4a", "F4b", "F6a", "F6b", "F6c", "T3"),
                        edited("filter", everySecondTime((question, answer) -> reject(answer)))),
                fault(
                        "reserves in filter",
                        List.of("F4b"),
                        edited("filter", afterThreeTasks((question, answer) -> reject(answer)))),
                fault("reserves for whoever asks first", List.of("F4b"), edited("filter", toTheFirst())),
                fault("fails on no node", List.of("F5a"), failing("filter", asked -> Fault.nodes(asked) == 0)),
                fault("fails on one node", List.of("F5b"), failing("filter", asked -> Fault.nodes(asked) == 1)),
                fault("filters the first nodes alone", List.of("F5c"), edited("filter", (question, answer) -> {
                    ArrayNode left = survivors(answer);
                    while (left.size() > MOST_ANSWERED) {
                        left.remove(left.size() - 1);
                    }
                })),
                fault("scores the first nodes alone", List.of("P5c"), edited("prioritize", (question, answer) -> {
                    ArrayNode scores = (ArrayNode) answer.path("list");
                    while (scores.size() > MOST_ANSWERED) {
                        scores.remove(scores.size() - 1);
                    }
                })),
                fault("fails on many nodes", List.of("F5c"), failing("filter", asked -> Fault.nodes(asked) > 20)),
                fault(
                        "knows one spelling of members",
                        List.of("F6a"),
                        failing("filter", asked -> asked.path("Pod").isMissingNode())),
                fault(
                        "refuses what it does not know",
                        List.of("F6b"),
                        failing(
                                "filter",
                                asked -> asked.propertyNames().stream().anyMatch(name -> name.startsWith("comes")))),
                fault("wants every member", List.of("F6c"), failing("filter", asked -> asked.size() < 3)),
                fault("takes every pod for its own", List.of("F7"), edited("filter", about(27, (question, answer) -> {
                    reject(answer);
                }))),
                fault(
                        "knows the nodes of its cache alone",
                        List.of("F8"),
                        edited("filter", about(28_000, (question, answer) -> answer.put("Error", "unknown nodes")))),
                fault("scores in fractions", List.of("P1a"), scores((question, entry) -> entry.put("Score", 9.5))),
                fault("scores to a hundred", List.of("P1b"), scores((question, entry) -> entry.put("Score", 100))),
                fault("forgets a node", List.of("P1c", "P5c"), edited("prioritize", (question, answer) -> {
                    ((ArrayNode) answer.path("list"))
                            .removeIf(entry -> entry.path("Host").asString().endsWith("-node-0"));
                })),
                fault(
                        "scores a stranger",
                        List.of("P1d", "P5c"),
                        edited(
                                "prioritize",
                                (question, answer) -> ((ArrayNode) answer.path("list"))
                                        .addObject()
                                        .put("Host", GHOST)
                                        .put("Score", 3))),
                fault(
                        "scores by chance",
                        List.of("P2", "P3"),
                        edited("prioritize", everySecondTime((question, answer) -> {
                            answer.path("list")
                                    .forEach(entry -> ((ObjectNode) entry)
                                            .put(
                                                    "Score",
                                                    10 - entry.path("Score").asInt()));
                        }))),
                fault("scores by position", List.of("P3"), edited("prioritize", (question, answer) -> {
                    int position = 0;
                    for (JsonNode entry : answer.path("list")) {
                        ((ObjectNode) entry).put("Score", position++ % 11);
                    }
                })),
                fault("cannot score none", List.of("P5a"), failing("prioritize", asked -> Fault.nodes(asked) == 0)),
                fault("divides by the range", List.of("P5b"), failing("prioritize", asked -> Fault.nodes(asked) == 1)),
                fault("cannot score many", List.of("P5c"), failing("prioritize", asked -> Fault.nodes(asked) > 20)),
                fault(
                        "proposes a node",
                        List.of("E1a"),
                        candidates((question, left) -> left.putObject(GHOST)
                                .putArray("Pods")
                                .addObject()
                                .put("UID", "x"))),
                fault(
                        "evicts a stranger",
                        List.of("E1b"),
                        candidates((question, left) -> left.forEach(candidate ->
                                ((ArrayNode) candidate.path("Pods")).addObject().put("UID", GHOST)))),
                fault(
                        "forgets the budgets",
                        List.of("E1c"),
                        candidates((question, left) ->
                                left.forEach(candidate -> ((ObjectNode) candidate).put("NumPDBViolations", 0)))),
                fault(
                        "fails on a candidate without victims",
                        List.of("E2"),
                        failing("preempt", asked -> asked.toString().contains("\"Pods\":[]"))),
                fault("answers with whole pods", List.of("E3"), edited("preempt", (question, answer) -> {
                    if (question.path("NodeNameToVictims").isObject()) {
                        answer.set("NodeNameToVictims", question.path("NodeNameToVictims"));
                    }
                })),
                fault(
                        "preempts by chance",
                        List.of("E4"),
                        edited("preempt", everySecondTime(about(11, (question, answer) -> {
                            answer.putObject("NodeNameToMetaVictims");
                        })))),
                fault("cannot bind again", List.of("B1a"), boundOnce()),
                fault("binds twice", List.of("B1b"), edited("bind", about(52, (question, answer) -> {
                    answer.put("Error", "");
                }))),
                fault("binds whom it does not know", List.of(), edited("bind", about(53_000, (question, answer) -> {
                            answer.put("Error", "");
                        })))
                        .warnedBy("B2"),
                fault("binds nobody to nowhere", List.of("B3"), edited("bind", about(54, (question, answer) -> {
                    answer.put("Error", "");
                }))));
    }

    /** Asked again, whoever has a node still has it; the others have none. */
    private static Fault.Edit toTheFirst() {
        Map<String, String> holders = new ConcurrentHashMap<>();
        return (question, answer) -> {
            String pod = Json.member(Json.member(Json.member(question, "Pod"), "metadata"), "uid")
                    .asString();
            ArrayNode left = survivors(answer);
            for (int i = left.size() - 1; i >= 0; i--) {
                String node = left.path(i)
                        .path("metadata")
                        .path("name")
                        .asString(left.path(i).asString(""));
                if (!holders.computeIfAbsent(node, free -> pod).equals(pod)) {
                    left.remove(i);
                    ((ObjectNode) answer.path("FailedNodes")).put(node, "taken");
                }
            }
        };
    }

    @FunctionalInterface
    private interface Scoring {
        void change(ObjectNode question, ObjectNode entry);
    }

    private static Fault.Wrong scores(Scoring scoring) {
        return edited(
                "prioritize",
                (question, answer) ->
                        answer.path("list").forEach(entry -> scoring.change(question, (ObjectNode) entry)));
    }

    private static Fault.Wrong candidates(Fault.Edit edit) {
        return edited(
                "preempt",
                (question, answer) -> edit.change(question, (ObjectNode) answer.path("NodeNameToMetaVictims")));
    }

    private static Fault.Wrong boundOnce() {
        Set<String> bound = ConcurrentHashMap.newKeySet();
        return (asked, good) -> {
            Reply right = good.answer(asked);
            boolean again = asked.path().endsWith("/bind") && !bound.add(asked.text());
            return again ? Reply.of(200, "{\"Error\":\"there is no such pod\"}") : right;
        };
    }
}
