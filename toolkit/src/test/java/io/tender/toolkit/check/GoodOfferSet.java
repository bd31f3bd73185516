package io.tender.toolkit.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A service for Aurora as it should be: the most CPUs first. */
final class GoodOfferSet extends GoodService {
    @Override
    boolean serves(String verb) {
        return verb.equals("offerset") || verb.isEmpty();
    }

    @Override
    JsonNode answer(String verb, ObjectNode question, String key) {
        List<JsonNode> hosts = new ArrayList<>();
        needed(question, "hosts").forEach(hosts::add);
        hosts.sort(Comparator.comparingDouble(
                        (JsonNode host) -> -host.path("offer").path("cpu").asDouble())
                .thenComparing(host -> host.path("name").asString()));
        ObjectNode answer = Templates.object().put("error", "");
        ArrayNode order = answer.putArray("hosts");
        hosts.stream().map(host -> host.path("name").asString()).distinct().forEach(order::add);
        return answer;
    }
}
