package io.tender.testkit.scenario.engine;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Values of a JSON text by their paths: {@code node.name}, {@code nodes.0.name}, {@code nodes.size}. Names may have dots
 * themselves.
 */
final class JsonPaths {
    private static final JsonFactory JSON = new JsonFactory();

    private final Optional<Object> root;

    private JsonPaths(Optional<Object> root) {
        this.root = root;
    }

    /** Of a text that is no JSON nothing can be found. */
    static JsonPaths of(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            return new JsonPaths(first == null ? Optional.empty() : Optional.of(value(parser)));
        } catch (JacksonException notJson) {
            return new JsonPaths(Optional.empty());
        }
    }

    private static Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String key = parser.currentName();
                    parser.nextToken();
                    map.put(key, value(parser));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield list;
            }
            default -> parser.getString();
        };
    }

    /** The names of the members of an object that is a member itself, in their order; none if there is no such object. */
    List<String> names(String member) {
        List<String> names = new ArrayList<>();
        if (root.orElse("") instanceof Map<?, ?> map && map.get(member) instanceof Map<?, ?> object) {
            object.keySet().forEach(name -> names.add(name.toString()));
        }
        return names;
    }

    /** The text of the value there; that of a list or an object is its size. */
    Optional<String> find(String path) {
        return root.flatMap(from -> find(from, path));
    }

    private static Optional<String> find(Object from, String path) {
        if (path.isEmpty()) {
            return Optional.of(
                    switch (from) {
                        case List<?> list -> list.size() + " items";
                        case Map<?, ?> map -> map.size() + " entries";
                        default -> from.toString();
                    });
        }
        if (from instanceof List<?> list) {
            if (path.equals("size")) {
                return Optional.of(Integer.toString(list.size()));
            }
            int dot = path.indexOf('.');
            String head = dot < 0 ? path : path.substring(0, dot);
            if (!head.matches("[0-9]{1,6}") || Integer.parseInt(head) >= list.size()) {
                return Optional.empty();
            }
            return find(list.get(Integer.parseInt(head)), dot < 0 ? "" : path.substring(dot + 1));
        }
        if (from instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                String key = entry.getKey().toString();
                boolean here = path.equals(key) || path.startsWith(key + ".");
                Optional<String> found = here
                        ? find(entry.getValue(), path.equals(key) ? "" : path.substring(key.length() + 1))
                        : Optional.empty();
                if (found.isPresent()) {
                    return found;
                }
            }
            return path.equals("size") ? Optional.of(Integer.toString(map.size())) : Optional.empty();
        }
        return Optional.empty();
    }

    /** Whether a value is what a scenario says: the same text, or the same number. */
    static boolean same(String expected, Optional<String> got) {
        return expected.equals(got.orElse("absent")) || sameNumber(expected, got);
    }

    private static boolean sameNumber(String expected, Optional<String> got) {
        try {
            return got.isPresent() && new BigDecimal(expected).compareTo(new BigDecimal(got.get())) == 0;
        } catch (NumberFormatException noNumbers) {
            return false;
        }
    }
}
