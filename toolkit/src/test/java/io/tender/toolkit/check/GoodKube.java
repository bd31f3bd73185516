package io.tender.toolkit.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An extender of kube-scheduler as it should be. It binds only pods that it was asked about before. */
final class GoodKube extends GoodService {
    private final Set<String> heardOf = ConcurrentHashMap.newKeySet();
    private final Map<String, String> bound = new ConcurrentHashMap<>();

    @Override
    boolean serves(String verb) {
        return Set.of("filter", "prioritize", "preempt", "bind").contains(verb);
    }

    @Override
    JsonNode answer(String verb, ObjectNode question, String key) {
        return switch (verb) {
            case "filter" -> filter(question);
            case "prioritize" -> prioritize(question);
            case "preempt" -> preempt(question);
            default -> bind(question);
        };
    }

    private static List<String> names(ObjectNode question) {
        List<String> names = new ArrayList<>();
        Json.member(question, "NodeNames").forEach(name -> names.add(name.asString()));
        Json.member(Json.member(question, "Nodes"), "items")
                .forEach(node -> names.add(node.path("metadata").path("name").asString()));
        return names;
    }

    private JsonNode filter(ObjectNode question) {
        JsonNode metadata = needed(needed(question, "Pod"), "metadata");
        heardOf.add(metadata.path("uid").asString());
        boolean byName = !Json.member(question, "NodeNames").isMissingNode();
        ObjectNode answer = Templates.object();
        ArrayNode survivors = byName
                ? answer.putArray("NodeNames")
                : answer.putObject("Nodes").putArray("items");
        ObjectNode failed = answer.putObject("FailedNodes");
        answer.put("Error", "");
        for (String name : names(question)) {
            if (refuses(Json.member(question, "Pod"), name)) {
                failed.put(name, "rack is full");
            } else if (byName) {
                survivors.add(name);
            } else {
                survivors.addObject().putObject("metadata").put("name", name);
            }
        }
        return answer;
    }

    private static JsonNode prioritize(ObjectNode question) {
        needed(question, "Pod");
        ArrayNode scores = Templates.JSON.createArrayNode();
        names(question).forEach(name -> scores.addObject().put("Host", name).put("Score", number(name) % 11));
        return scores;
    }

    private static JsonNode preempt(ObjectNode question) {
        needed(question, "Pod");
        JsonNode full = Json.member(question, "NodeNameToVictims");
        ObjectNode answer = Templates.object();
        ObjectNode left = answer.putObject("NodeNameToMetaVictims");
        (full.isMissingNode() ? Json.member(question, "NodeNameToMetaVictims") : full)
                .properties()
                .forEach(candidate -> {
                    ObjectNode kept = left.putObject(candidate.getKey());
                    ArrayNode pods = kept.putArray("Pods");
                    Json.member(candidate.getValue(), "Pods")
                            .forEach(pod -> pods.addObject()
                                    .put(
                                            "UID",
                                            full.isMissingNode()
                                                    ? pod.path("UID").asString()
                                                    : pod.path("metadata")
                                                            .path("uid")
                                                            .asString()));
                    kept.put(
                            "NumPDBViolations",
                            candidate.getValue().path("NumPDBViolations").asInt());
                });
        return answer;
    }

    private JsonNode bind(ObjectNode question) {
        String uid = question.path("PodUID").asString();
        String node = question.path("Node").asString();
        boolean empty = uid.isEmpty()
                || node.isEmpty()
                || question.path("PodName").asString().isEmpty();
        if (empty || !heardOf.contains(uid)) {
            return Templates.object().put("Error", empty ? "something is missing" : "there is no such pod");
        }
        String there = bound.computeIfAbsent(uid, unbound -> node);
        return Templates.object().put("Error", there.equals(node) ? "" : "it runs on " + there);
    }
}
