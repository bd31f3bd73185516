package io.tender.runtime.batch;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A part of the settings that knows where it stands. What is wrong with it is noted, and reading goes on. */
final class ConfPart {
    /** YAML 1.1, which Volcano's settings are written in, has more words for it than YAML 1.2. */
    private static final Set<String> YES = Set.of("true", "yes", "on", "y");

    private static final Set<String> NO = Set.of("false", "no", "off", "n");

    private final ConfText text;
    private final Node node;

    ConfPart(ConfText text, Node node) {
        this.text = text;
        this.node = node;
    }

    void problem(String problem, String got, String expected) {
        text.problem(node, problem, got, expected);
    }

    boolean isNothing() {
        return value() == null;
    }

    /** The entries of a map, by key; notes a problem and returns none if it is not one. */
    Map<String, Entry> entries(String what) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            if (!isNothing()) {
                problem(what + " cannot be this.", kind(), "a map (key: value)");
            }
            return entries;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            ConfPart key = new ConfPart(text, tuple.getKeyNode());
            String name = key.word();
            Entry entry = new Entry(key, new ConfPart(text, tuple.getValueNode()));
            if (entries.putIfAbsent(name, entry) != null) {
                key.problem("'" + name + "' is written twice.", "a second '" + name + "'", "each key once");
            }
        }
        return entries;
    }

    /** A key and its value. */
    record Entry(ConfPart key, ConfPart value) {}

    /** The items of a list; notes a problem and returns none if it is not one. */
    List<ConfPart> items(String what) {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .map(item -> new ConfPart(text, item))
                    .toList();
        }
        if (!isNothing()) {
            problem(what + " cannot be this.", kind(), "a list (lines with '- ')");
        }
        return List.of();
    }

    private String word() {
        return node instanceof ScalarNode scalar ? scalar.getValue() : kind();
    }

    /** A text; notes a problem if it is something else. */
    Optional<String> text(String what) {
        if (value() instanceof String written) {
            return Optional.of(written);
        }
        problem(what + " cannot be this.", kind(), "a text");
        return Optional.empty();
    }

    /** A boolean; notes a problem if it is something else. */
    Optional<Boolean> truth(String what) {
        Object value = value();
        if (value instanceof Boolean truth) {
            return Optional.of(truth);
        }
        if (value instanceof String written && (YES.contains(written) || NO.contains(written))) {
            return Optional.of(YES.contains(written));
        }
        problem(what + " cannot be this.", kind(), "true or false");
        return Optional.empty();
    }

    /** What is written, as texts, booleans, numbers, lists and maps; null for nothing. */
    @Nullable
    Object value() {
        if (node instanceof SequenceNode sequence) {
            List<Object> list = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                Object value = new ConfPart(text, item).value();
                list.add(value == null ? "" : value);
            }
            return list;
        }
        if (node instanceof MappingNode) {
            Map<String, Object> map = new LinkedHashMap<>();
            entries("a map").forEach((key, entry) -> {
                Object value = entry.value().value();
                map.put(key, value == null ? "" : value);
            });
            return map;
        }
        return node instanceof ScalarNode scalar ? scalar(scalar) : null;
    }

    private static @Nullable Object scalar(ScalarNode scalar) {
        String written = scalar.getValue();
        if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
            return written;
        }
        String lower = written.toLowerCase(Locale.ROOT);
        if (written.isEmpty() || written.equals("~") || lower.equals("null")) {
            return null;
        }
        if (YES.contains(lower) || NO.contains(lower)) {
            return YES.contains(lower);
        }
        if (written.matches("[-+]?[0-9]{1,18}")) {
            return new BigInteger(written.startsWith("+") ? written.substring(1) : written).longValueExact();
        }
        if (written.matches("[-+]?([0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+)([eE][-+]?[0-9]{1,3})?")) {
            return Double.valueOf(written);
        }
        return written;
    }

    private String kind() {
        if (node instanceof SequenceNode) {
            return "a list";
        }
        if (node instanceof MappingNode) {
            return "a map";
        }
        Object value = value();
        return value == null ? "nothing" : value instanceof String ? "the text '" + value + "'" : String.valueOf(value);
    }
}
