package io.tender.core.batch.plugin;

import io.tender.spi.batch.Arguments;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Arguments that may be written nested, {@code thresholds: {cpu: 80}}, or flat, {@code thresholds.cpu: 80}. */
final class Section {
    private final Arguments arguments;
    private final String name;
    private final boolean flatToo;
    private final SortedMap<String, Object> nested;
    private final Set<String> read = new TreeSet<>();

    private Section(Arguments arguments, String name, boolean flatToo, Object value) {
        this.arguments = arguments;
        this.name = name;
        this.flatToo = flatToo;
        nested = map(arguments, name, value);
    }

    static Section of(Arguments arguments, String name) {
        return new Section(arguments, name, true, arguments.structure(name).orElse(Map.of()));
    }

    /** A part of a larger structure; it has no flat form. */
    static Section inside(Arguments arguments, String name, Object value) {
        return new Section(arguments, name, false, value);
    }

    private static SortedMap<String, Object> map(Arguments arguments, String name, Object value) {
        SortedMap<String, Object> map = new TreeMap<>();
        if (value instanceof Map<?, ?> given) {
            given.forEach((key, part) -> map.put(String.valueOf(key), part));
        } else {
            arguments.problem(name, value, "names with values");
        }
        return map;
    }

    SortedMap<String, Object> values() {
        return nested;
    }

    Optional<Object> value(String key) {
        read.add(key);
        return Optional.ofNullable(nested.get(key));
    }

    double decimal(String key, double usual) {
        Object value = value(key).orElse(null);
        if (value == null) {
            return flatToo ? arguments.decimal(name + "." + key, usual) : usual;
        }
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
            return number.doubleValue();
        }
        arguments.problem(name + "." + key, value, "a number");
        return usual;
    }

    String text(String key, String usual) {
        Object value = value(key).orElse(null);
        if (value == null) {
            return flatToo ? arguments.text(name + "." + key, usual) : usual;
        }
        if (value instanceof String text) {
            return text;
        }
        arguments.problem(name + "." + key, value, "a text");
        return usual;
    }

    /** Tells of nested names that nobody read. */
    void finish() {
        for (Map.Entry<String, Object> entry : nested.entrySet()) {
            if (!read.contains(entry.getKey())) {
                arguments.problem(name + "." + entry.getKey(), entry.getValue(), "one of " + String.join(", ", read));
            }
        }
    }
}
