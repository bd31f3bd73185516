package io.tender.runtime.yaml;

import java.math.BigDecimal;
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
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A part of a text that knows where it stands. What is wrong with it is noted, and reading goes on. */
public final class YamlPart {
    /** YAML 1.1, which Volcano's files are written in, has more words for it than YAML 1.2. */
    private static final Set<String> YES = Set.of("true", "yes", "on", "y");

    private static final Set<String> NO = Set.of("false", "no", "off", "n");

    private final YamlText text;
    private final Node node;

    YamlPart(YamlText text, Node node) {
        this.text = text;
        this.node = node;
    }

    /** Notes what is wrong here. */
    public void problem(String problem, String got, String expected) {
        text.problem(node, problem, got, expected);
    }

    /** Notes what somebody else has found wrong with it, who knows where. */
    public void note(YamlProblem problem) {
        text.note(problem);
    }

    /** Whether nothing is written here: {@code key:} and no more. */
    public boolean isNothing() {
        return node instanceof ScalarNode scalar && scalar(scalar) == null;
    }

    /** The entries of a map, by key; notes a problem and returns none if it is not one. */
    public Map<String, Entry> entries(String what) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            if (!isNothing()) {
                problem(what + " cannot be this.", kind(), "a map (key: value)");
            }
            return entries;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            YamlPart key = new YamlPart(text, tuple.getKeyNode());
            String name = key.word();
            Entry entry = new Entry(key, new YamlPart(text, tuple.getValueNode()));
            if (entries.putIfAbsent(name, entry) != null) {
                key.problem("'" + name + "' is written twice.", "a second '" + name + "'", "each key once");
            }
        }
        return entries;
    }

    /** A key and its value. */
    public record Entry(YamlPart key, YamlPart value) {}

    /** The items of a list; notes a problem and returns none if it is not one. */
    public List<YamlPart> items(String what) {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .map(item -> new YamlPart(text, item))
                    .toList();
        }
        if (!isNothing()) {
            problem(what + " cannot be this.", kind(), "a list (lines with '- ')");
        }
        return List.of();
    }

    /**
     * The document that this part is, a map or a text of several lines that has one, as a text in which everything has the lines and
     * columns it has here; empty if it means something else by itself, as a part does that names others by aliases.
     */
    public Optional<YamlText> alone() {
        Optional<Mark> start = node.getStartMark();
        Optional<Mark> end = node.getEndMark();
        boolean literal = node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.LITERAL;
        if (!(literal || isMap()) || start.isEmpty() || end.isEmpty()) {
            return Optional.empty();
        }
        // The line of a text in which everything stands as written is that of its bar.
        int line = start.get().getLine() + (literal ? 1 : 0);
        int column = literal ? 0 : start.get().getColumn();
        int last = end.get().getIndex();
        Optional<Object> alone = text.cut(line, column, last).root().map(YamlPart::tree);
        // What is no YAML is told so where it stands.
        boolean sameMistake = literal && alone.isEmpty();
        return (alone.isPresent() || sameMistake) && alone.equals(document())
                ? Optional.of(text.cut(line, column, last))
                : Optional.empty();
    }

    /** What is meant by a map, or by a text in which one is written. */
    private Optional<Object> document() {
        return node instanceof ScalarNode scalar
                ? new YamlText("", scalar.getValue(), 1).root().map(YamlPart::tree)
                : Optional.ofNullable(tree());
    }

    private String word() {
        return node instanceof ScalarNode scalar ? scalar.getValue() : kind();
    }

    /** A text; notes a problem if it is something else. */
    public Optional<String> text(String what) {
        Object value = value();
        if (value instanceof String written) {
            return Optional.of(written);
        }
        if (value instanceof Boolean && node instanceof ScalarNode scalar && isWord(scalar)) {
            return Optional.of(scalar.getValue());
        }
        problem(what + " cannot be this.", kind(), "a text");
        return Optional.empty();
    }

    /** A number, an amount or a text, as it is written; notes a problem if it is something else. */
    public Optional<String> word(String what, String expected) {
        if (node instanceof ScalarNode scalar && !isNothing()) {
            return Optional.of(scalar.getValue());
        }
        problem(what + " cannot be this.", kind(), expected);
        return Optional.empty();
    }

    /** A whole number within bounds; notes a problem if it is something else. */
    public Optional<Integer> number(String what, int least, int most) {
        if (value() instanceof Long number && number >= least && number <= most) {
            return Optional.of(number.intValue());
        }
        problem(what + " cannot be this.", kind(), "a whole number from " + least + " to " + most);
        return Optional.empty();
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** A boolean; notes a problem if it is something else. */
    public Optional<Boolean> truth(String what) {
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
    public Object value() {
        if (node instanceof SequenceNode sequence) {
            List<Object> list = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                Object value = new YamlPart(text, item).value();
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

    /** The same without the keys that say nothing, and with numbers exactly as they are written. */
    @Nullable
    public Object tree() {
        if (node instanceof SequenceNode sequence) {
            List<@Nullable Object> list = new ArrayList<>();
            sequence.getValue().forEach(item -> list.add(new YamlPart(text, item).tree()));
            return list;
        }
        if (node instanceof MappingNode) {
            Map<String, Object> map = new LinkedHashMap<>();
            entries("a map").forEach((key, entry) -> {
                Object value = entry.value().tree();
                if (value != null) {
                    map.put(key, value);
                }
            });
            return map;
        }
        Object value = value();
        if (!(node instanceof ScalarNode scalar)) {
            return value;
        }
        boolean word = value instanceof Boolean && isWord(scalar);
        return value instanceof Double ? new BigDecimal(scalar.getValue()) : word ? scalar.getValue() : value;
    }

    /** Whether it is a truth by YAML 1.1 alone: where a text is expected, {@code no} and {@code y} are just words. */
    private static boolean isWord(ScalarNode scalar) {
        String lower = scalar.getValue().toLowerCase(Locale.ROOT);
        return !lower.equals("true") && !lower.equals("false");
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
