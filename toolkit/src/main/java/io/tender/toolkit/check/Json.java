package io.tender.toolkit.check;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads answers as the schedulers do: names of members in any case, and null as if it were not there. */
final class Json {
    private Json() {}

    /** The member, or a missing node. */
    static JsonNode member(JsonNode object, String name) {
        JsonNode exact = object.path(name);
        if (!exact.isMissingNode()) {
            return exact.isNull() ? MissingNode.getInstance() : exact;
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getKey().equalsIgnoreCase(name) && !field.getValue().isNull()) {
                return field.getValue();
            }
        }
        return MissingNode.getInstance();
    }

    /** The texts by name of an object of texts; empty if it is something else. */
    static Optional<Map<String, String>> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (node.isMissingNode()) {
            return Optional.of(texts);
        }
        if (!node.isObject()) {
            return Optional.empty();
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (!field.getValue().isString()) {
                return Optional.empty();
            }
            texts.put(field.getKey(), field.getValue().asString());
        }
        return Optional.of(texts);
    }

    /** The kind of a value, for people. */
    static String kind(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
