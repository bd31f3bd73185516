package io.tender.toolkit.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Messages as the real programs send them, with the places of names and amounts to be filled in. */
final class Templates {
    static final JsonMapper JSON = JsonMapper.builder().build();

    /** Reads one value; what follows it is the concern of one check alone. */
    static final ObjectReader FIRST_VALUE = JSON.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final Map<String, ObjectNode> LOADED = new ConcurrentHashMap<>();

    private Templates() {}

    /** A fresh copy. */
    static ObjectNode copy(String name) {
        return LOADED.computeIfAbsent(name, Templates::load).deepCopy();
    }

    private static ObjectNode load(String name) {
        try (InputStream in = Templates.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + name + ".json");
            }
            return (ObjectNode) JSON.readTree(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What stands at a path of member names; "0" is the first element of a list. */
    static ObjectNode at(ObjectNode node, String... path) {
        JsonNode found = node;
        for (String step : path) {
            found = found.isArray() ? found.path(Integer.parseInt(step)) : found.path(step);
        }
        return (ObjectNode) found;
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
