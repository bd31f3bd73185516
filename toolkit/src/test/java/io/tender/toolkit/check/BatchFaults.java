package io.tender.toolkit.check;

import static io.tender.toolkit.check.Fault.about;
import static io.tender.toolkit.check.Fault.afterThreeTasks;
import static io.tender.toolkit.check.Fault.edited;
import static io.tender.toolkit.check.Fault.everySecondTime;
import static io.tender.toolkit.check.Fault.failing;

import io.tender.toolkit.check.Shelf.Asked;
import io.tender.toolkit.check.Shelf.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Extenders of batch scheduling that decide badly, in both dialects. */
final class BatchFaults {
    private final Dialect dialect;
    private final boolean volcano;
    private final List<Fault> faults = new ArrayList<>();

    private BatchFaults(Dialect dialect) {
        this.dialect = dialect;
        this.volcano = dialect == Dialect.VOLCANO;
    }

    static List<Fault> of(Dialect dialect) {
        BatchFaults made = new BatchFaults(dialect);
        made.predicate();
        made.batchPredicate();
        made.prioritize();
        made.victims();
        made.jobs();
        made.events();
        return List.copyOf(made.faults);
    }

    private void add(String name, List<String> failing, Fault.Wrong wrong) {
        faults.add(Fault.of(dialect, name, failing, wrong));
    }

    private String message() {
        return volcano ? "status" : "errorMessage";
    }

    private void refuse(ObjectNode fit) {
        fit.put("code", 2).put(message(), "taken");
    }

    private void predicate() {
        String verb = "predicate";
        add("writes numbers as texts", List.of("F1"), edited(verb, (question, answer) -> answer.put("code", "0")));
        if (volcano) {
            add("refuses as published", List.of("F2", "Q3"), edited(verb, (question, answer) -> {
                answer.put("errorMessage", answer.path("status").asString());
                answer.remove("status");
            }));
        } else {
            faults.add(Fault.of(
                            dialect,
                            "refuses without a reason",
                            List.of(),
                            edited(verb, (question, answer) -> answer.put("errorMessage", "")))
                    .warnedBy("F2"));
        }
        add("invents a code", List.of("F3"), edited(verb, (question, answer) -> {
            if (answer.path("code").asInt() == 2) {
                answer.put("code", 9);
            }
        }));
        add(
                "changes its mind",
                List.of("F4a", "F4b", "F6"),
                edited(verb, everySecondTime((question, answer) -> refuse(answer))));
        add("reserves", List.of("F4b"), edited(verb, afterThreeTasks((question, answer) -> refuse(answer))));
        add("fails on an empty node", List.of("F5a", "F2", "F3", "Q3"), failing(verb, asked -> tasks(asked) == 0));
        add("fails on a crowded node", List.of("F5b"), failing(verb, asked -> tasks(asked) > 20));
        add("refuses what it does not know", List.of("F6"), failing(verb, BatchFaults::newer));
        add(
                "takes every task for its own",
                List.of("F7"),
                edited(verb, about(25, (question, answer) -> refuse(answer))));
    }

    private static int tasks(ObjectNode asked) {
        return Json.member(Json.member(asked, "node"), "tasks").size();
    }

    private static boolean newer(ObjectNode asked) {
        return asked.propertyNames().stream().anyMatch(name -> name.startsWith("comes"));
    }

    private void batchPredicate() {
        String verb = "batchPredicate";
        add("answers with a list", List.of("Q1"), edited(verb, (question, answer) -> answer.putArray("nodes")));
        add("answers for a stranger", List.of("Q2a", "Q5c"), edited(verb, (question, answer) -> {
            nodes(answer).putObject("ghost").put("code", 0);
        }));
        add("stops when it is enough", List.of("Q2b", "Q5c"), edited(verb, (question, answer) -> {
            List<String> names = List.copyOf(nodes(answer).propertyNames());
            names.stream().skip(question.path("enough").asInt()).forEach(nodes(answer)::remove);
        }));
        add("contradicts itself", List.of("Q3"), edited(verb, (question, answer) -> {
            nodes(answer).forEach(fit -> ((ObjectNode) fit).put("code", 0).put(message(), ""));
        }));
        add("changes its mind about many", List.of("Q4a", "Q4b"), edited(verb, everySecondTime((question, answer) -> {
            nodes(answer).forEach(fit -> refuse((ObjectNode) fit));
        })));
        add("reserves for many", List.of("Q4b"), edited(verb, afterThreeTasks((question, answer) -> {
            nodes(answer).forEach(fit -> refuse((ObjectNode) fit));
        })));
        sizes(verb, "Q5");
        add("looks too far ahead", List.of("Q6"), edited(verb, (question, answer) -> {
            nodes(answer)
                    .forEach(fit -> ((ObjectNode) fit)
                            .putArray("ahead")
                            .add(1)
                            .add(2)
                            .add(3)
                            .add(4));
        }));
        add("writes scores as texts", List.of("Q7"), edited(verb, (question, answer) -> {
            nodes(answer).forEach(fit -> ((ObjectNode) fit).put("score", "high"));
        }));
    }

    private static ObjectNode nodes(ObjectNode answer) {
        return (ObjectNode) answer.path("nodes");
    }

    private void sizes(String verb, String id) {
        add(verb + " fails on no node", List.of(id + "a"), failing(verb, asked -> Fault.nodes(asked) == 0));
        add(verb + " fails on one node", List.of(id + "b"), failing(verb, asked -> Fault.nodes(asked) == 1));
        add(verb + " fails on many nodes", List.of(id + "c"), failing(verb, asked -> Fault.nodes(asked) > 20));
    }

    private void prioritize() {
        String verb = "prioritize";
        add(
                "says that scoring failed",
                List.of("P1a", "P1b", "P1c", "P1d"),
                edited(verb, about(31, (question, answer) -> answer.put("errorMessage", "no data"))));
        add("scores beyond all bounds", List.of("P1b"), edited(verb, (question, answer) -> {
            scores(answer).properties().forEach(score -> scores(answer).put(score.getKey(), 1e12));
        }));
        Fault.Wrong forgetful = edited(verb, (question, answer) -> {
            List<String> first = scores(answer).propertyNames().stream()
                    .filter(name -> name.endsWith("-node-0"))
                    .toList();
            scores(answer).remove(first);
        });
        Fault.Wrong strange = edited(verb, (question, answer) -> scores(answer).put("ghost", 1));
        if (volcano) {
            faults.add(Fault.of(dialect, "forgets a node", List.of(), forgetful).warnedBy("P1c", "P5c"));
            faults.add(
                    Fault.of(dialect, "scores a stranger", List.of(), strange).warnedBy("P1d", "P5c"));
        } else {
            add("forgets a node", List.of("P1c", "P5c"), forgetful);
            add("scores a stranger", List.of("P1d", "P5c"), strange);
        }
        add(
                "scores by chance",
                List.of("P2", "P3", "P4", "P6", "T3"),
                edited(verb, everySecondTime((question, answer) -> zero(answer))));
        add("scores by position", List.of("P3"), edited(verb, (question, answer) -> {
            int position = 0;
            for (JsonNode node : Json.member(question, "nodes")) {
                scores(answer).put(Json.member(node, "name").asString(), position++);
            }
        }));
        add("counts questions", List.of("P4"), edited(verb, afterThreeTasks((question, answer) -> zero(answer))));
        sizes(verb, "P5");
        add("refuses new members", List.of("P6"), failing(verb, BatchFaults::newer));
    }

    private static ObjectNode scores(ObjectNode answer) {
        return (ObjectNode) answer.path("nodeScore");
    }

    private static void zero(ObjectNode answer) {
        List.copyOf(scores(answer).propertyNames())
                .forEach(name -> scores(answer).put(name, 0));
    }

    private void victims() {
        String verb = "preemptable";
        List<String> strange = new ArrayList<>(List.of("V2"));
        if (volcano) {
            strange.add("V5");
            add("sends back UIDs", List.of("V5"), edited(verb, (question, answer) -> {
                ArrayNode brief = Templates.JSON.createArrayNode();
                answer.path("victims").forEach(task -> brief.addObject().set("UID", task.path("UID")));
                answer.set("victims", brief);
            }));
        }
        add(
                "sends an object of victims",
                List.of("V1"),
                edited(verb, (question, answer) -> answer.putObject("victims")));
        add("evicts a stranger", strange, edited(verb, (question, answer) -> {
            if (!Json.member(question, "evictees").isEmpty()) {
                ((ArrayNode) answer.path("victims")).addObject().put("uid", "ghost");
            }
        }));
        add(
                "fails when nobody is offered",
                List.of("V3"),
                failing("reclaimable", asked -> Json.member(asked, "evictees").isEmpty()));
        add("evicts by chance", List.of("V4"), edited(verb, everySecondTime(about(11, (question, answer) -> {
            answer.putArray("victims");
        }))));
    }

    private void jobs() {
        add("votes seven", List.of("J1"), edited("jobEnqueueable", (question, answer) -> answer.put("status", 7)));
        add("votes by chance", List.of("J2"), edited("jobEnqueueable", everySecondTime(about(11, (question, answer) -> {
            answer.put("status", -1);
        }))));
        add("is ready by number", List.of("J3"), edited("jobReady", (question, answer) -> answer.put("status", 1)));
        add(
                "is overused in words",
                List.of("J4"),
                edited("queueOverused", (question, answer) -> answer.put("overused", "no")));
        add("answers with nothing", List.of("J5"), replied(asked -> asked.path().endsWith("/jobEnqueued"), 200, ""));
    }

    private static Fault.Wrong replied(Predicate<Asked> where, int status, String body) {
        return (asked, good) -> where.test(asked) ? Reply.of(status, body) : good.answer(asked);
    }

    private void events() {
        add(
                "has opened",
                List.of("S1"),
                replied(
                        asked -> asked.path().endsWith("/onSessionOpen")
                                && !asked.text().contains("\"delta\""),
                        201,
                        "{}"));
        add("has closed", List.of("S2"), replied(asked -> asked.path().endsWith("/onSessionClose"), 204, ""));
        if (!volcano) {
            add("fails on a delta", List.of("S3"), replied(asked -> asked.text().contains("\"delta\""), 500, "{}"));
        }
        add(
                "says its message in numbers",
                List.of("N1"),
                edited("allocateFunc", (question, answer) -> answer.put("errorMessage", 0)));
        add("cannot hear twice", List.of("N2"), deafTo("allocateFunc"));
        add("does not take back", List.of("N3"), notTakenBack());
        add("cannot bind twice", List.of("B1"), deafTo("bind"));
        add(
                "fails on another node",
                List.of("B2"),
                replied(
                        asked -> asked.path().endsWith("/bind")
                                && asked.headers()
                                        .getOrDefault("Idempotency-Key", "")
                                        .equals("check-bind-there"),
                        500,
                        "{}"));
        add("cannot commit twice", List.of("C1"), committedOnce());
    }

    /** Refuses what has been told with the same key before. */
    private static Fault.Wrong deafTo(String verb) {
        Set<String> keys = ConcurrentHashMap.newKeySet();
        return (asked, good) -> {
            boolean told = asked.path().endsWith("/" + verb)
                    && asked.headers().containsKey("Idempotency-Key")
                    && !keys.add(asked.headers().get("Idempotency-Key"));
            return told ? Reply.of(200, "{\"errorMessage\":\"it is there already\"}") : good.answer(asked);
        };
    }

    private static Fault.Wrong notTakenBack() {
        Set<String> placed = ConcurrentHashMap.newKeySet();
        return (asked, good) -> {
            Reply right = good.answer(asked);
            boolean taken = asked.path().endsWith("/allocateFunc")
                    && asked.headers().getOrDefault("Idempotency-Key", "").startsWith("check-again")
                    && !placed.add(asked.text());
            return taken ? Reply.of(200, "{\"errorMessage\":\"the device is taken\"}") : right;
        };
    }

    private static Fault.Wrong committedOnce() {
        Set<String> told = ConcurrentHashMap.newKeySet();
        return (asked, good) -> {
            boolean again = asked.path().endsWith("/commit")
                    && asked.headers().containsKey("Idempotency-Key")
                    && !told.add(asked.text());
            return again ? Reply.of(409, "{}") : good.answer(asked);
        };
    }
}
