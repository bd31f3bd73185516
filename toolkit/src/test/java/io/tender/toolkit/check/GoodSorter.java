package io.tender.toolkit.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A sorter service as it should be: the smallest share first. */
final class GoodSorter extends GoodService {
    @Override
    boolean serves(String verb) {
        return verb.equals("sort");
    }

    @Override
    JsonNode answer(String verb, ObjectNode question, String key) {
        needed(question, "run");
        ObjectNode answer = Templates.object();
        order(question.path("roles"), answer.putArray("roles"));
        ObjectNode frameworks = answer.putObject("frameworks");
        question.path("frameworks")
                .properties()
                .forEach(role -> order(role.getValue(), frameworks.putArray(role.getKey())));
        return answer;
    }

    private static void order(JsonNode clients, ArrayNode into) {
        List<JsonNode> sorted = new ArrayList<>();
        clients.forEach(sorted::add);
        sorted.sort(Comparator.comparingDouble(
                        (JsonNode client) -> client.path("share").asDouble(Double.MAX_VALUE))
                .thenComparing(client -> client.path("name").asString()));
        sorted.forEach(client -> into.add(client.path("name")));
    }
}
