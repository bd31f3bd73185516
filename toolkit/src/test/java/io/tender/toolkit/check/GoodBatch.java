package io.tender.toolkit.check;

import io.tender.extender.client.Verb;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An extender of batch scheduling as it should be, in the forms of one of the two dialects. */
final class GoodBatch extends GoodService {
    private final boolean volcano;
    private final Map<String, JsonNode> answeredBefore = new ConcurrentHashMap<>();

    GoodBatch(Dialect dialect) {
        this.volcano = dialect == Dialect.VOLCANO;
    }

    @Override
    boolean serves(String verb) {
        return Dialect.TENDER.verbs().contains(new Verb(verb));
    }

    @Override
    JsonNode answer(String verb, ObjectNode question, String key) {
        return key.isEmpty()
                ? answer(verb, question)
                : answeredBefore.computeIfAbsent(verb + " " + key, unknown -> answer(verb, question));
    }

    private JsonNode answer(String verb, ObjectNode question) {
        return switch (verb) {
            case "predicate" -> fit(needed(question, "task"), needed(question, "node"));
            case "batchPredicate" -> fits(question);
            case "prioritize" -> scores(question);
            case "preemptable", "reclaimable" -> victims(question);
            case "jobEnqueueable" ->
                Templates.object().put("status", needed(question, "job").isEmpty() ? 0 : 1);
            case "jobReady" ->
                Templates.object().put("status", !needed(question, "job").isEmpty());
            case "queueOverused" ->
                Templates.object().put("overused", needed(question, "queue").isEmpty());
            case "allocateFunc", "deallocateFunc", "bind" -> {
                needed(question, "task");
                yield Templates.object().put("errorMessage", "");
            }
            default -> Templates.object();
        };
    }

    private ObjectNode fit(JsonNode task, JsonNode node) {
        boolean refused = refuses(task, needed(node, "name").asString());
        return Templates.object()
                .put("code", refused ? 2 : 0)
                .put(volcano ? "status" : "errorMessage", refused ? "rack is full" : "");
    }

    private JsonNode fits(ObjectNode question) {
        JsonNode task = needed(question, "task");
        ObjectNode answer = Templates.object();
        ObjectNode nodes = answer.putObject("nodes");
        int ahead = Json.member(question, "ahead").asInt(0);
        for (JsonNode node : Json.member(question, "nodes")) {
            ObjectNode fit = fit(task, node).put("score", 50.5);
            if (ahead > 0) {
                fit.putArray("ahead").add(49);
            }
            nodes.set(Json.member(node, "name").asString(), fit);
        }
        return answer;
    }

    private static JsonNode scores(ObjectNode question) {
        needed(question, "task");
        ObjectNode answer = Templates.object().put("errorMessage", "");
        ObjectNode scores = answer.putObject("nodeScore");
        for (JsonNode node : Json.member(question, "nodes")) {
            String name = Json.member(node, "name").asString();
            scores.put(name, 100.0 / (1 + number(name)));
        }
        return answer;
    }

    private static JsonNode victims(ObjectNode question) {
        needed(question, "evictor");
        ObjectNode answer = Templates.object().put("status", 1);
        ArrayNode victims = answer.putArray("victims");
        for (JsonNode task : Json.member(question, "evictees")) {
            if (victims.size() < 2) {
                victims.add(task);
            }
        }
        return answer;
    }
}
