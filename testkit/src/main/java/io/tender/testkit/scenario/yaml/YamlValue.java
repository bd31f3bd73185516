package io.tender.testkit.scenario.yaml;

import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.Place;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.text.NotationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A part of a YAML file that knows where it stands, and in which the variables of a variant are filled in. */
final class YamlValue {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([^)]*)\\)");

    private final YamlFile file;
    private final Node node;
    private final Map<String, String> variables;

    /** One line of a map. */
    record Entry(YamlValue key, YamlValue value) {
        String name() {
            return key.text();
        }
    }

    YamlValue(YamlFile file, Node node, Map<String, String> variables) {
        this.file = file;
        this.node = node;
        this.variables = variables;
    }

    YamlValue with(Map<String, String> filledIn) {
        return new YamlValue(file, node, filledIn);
    }

    Place place() {
        return file.place(node);
    }

    boolean isText() {
        return node instanceof ScalarNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether nothing is written here: {@code key:} and no more. */
    boolean isNothing() {
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
    }

    /** Whether it is written without quotes, so that a number is meant as a number. */
    boolean isPlain() {
        return node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN;
    }

    /** The line of the file on which the text begins; that of a block is below its mark. */
    int firstLine() {
        boolean block = node instanceof ScalarNode scalar
                && (scalar.getScalarStyle() == ScalarStyle.LITERAL || scalar.getScalarStyle() == ScalarStyle.FOLDED);
        return place().line() + (block ? 1 : 0);
    }

    /** The same, where these variables are known too. */
    YamlValue withMore(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(more);
        return with(all);
    }

    /** Whether it is that one word. */
    boolean is(String word) {
        return isText() && text().equals(word);
    }

    String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw expected("text", kind());
        }
        if (isNothing()) {
            throw expected("a value", "nothing");
        }
        return filledIn(scalar.getValue());
    }

    private String filledIn(String raw) {
        Matcher matcher = VARIABLE.matcher(raw);
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            String variable = matcher.group(1);
            String value = variables.get(variable);
            if (value == null) {
                throw problem(
                        "'$(" + variable + ")' is not set." + Suggestion.sentence(variable, variables.keySet()),
                        variables.isEmpty() ? "no variables" : "the variables " + variables.keySet(),
                        "a variable that every entry of 'variants' sets");
            }
            matcher.appendReplacement(text, Matcher.quoteReplacement(value));
        }
        matcher.appendTail(text);
        return text.toString();
    }

    /** Reads the text with one of the notations; its mistakes are pointed at in the file. */
    <T> T read(Function<String, T> notation) {
        String text = text();
        try {
            return notation.apply(text);
        } catch (IllegalArgumentException e) {
            NotationException told = NotationException.from(0, e);
            throw new ProblemException(
                    new Problem(at(told.offset()), told.problem(), told.got(), told.expected(), file.line(place())));
        }
    }

    /** Where a character of the text stands in the file, as far as that can be told. */
    private Place at(int offset) {
        Place start = place();
        if (!(node instanceof ScalarNode scalar) || !scalar.getValue().equals(text())) {
            return start;
        }
        boolean oneLine =
                node.getStartMark().map(Mark::getLine).equals(node.getEndMark().map(Mark::getLine));
        int quote = switch (scalar.getScalarStyle()) {
            case PLAIN -> 0;
            case SINGLE_QUOTED, DOUBLE_QUOTED -> 1;
            default -> -1;
        };
        return oneLine && quote >= 0 ? new Place(start.file(), start.line(), start.column() + quote + offset) : start;
    }

    /** The items of a list; anything else counts as a list of one. */
    List<YamlValue> itemsOrOne() {
        return isList() ? items() : List.of(this);
    }

    List<YamlValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw expected("a list", kind());
        }
        return sequence.getValue().stream()
                .map(item -> new YamlValue(file, item, variables))
                .toList();
    }

    List<String> texts() {
        return itemsOrOne().stream().map(YamlValue::text).toList();
    }

    /** The lines of a map; no key may come twice. */
    List<Entry> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw expected("a map (key: value)", kind());
        }
        List<Entry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlValue key = new YamlValue(file, tuple.getKeyNode(), variables);
            Place before = seen.putIfAbsent(key.text(), key.place());
            if (before != null) {
                throw new ProblemException(file.problem(
                        key.place(), "'" + key.text() + "' is written twice, first in line " + before.line()));
            }
            entries.add(new Entry(key, new YamlValue(file, tuple.getValueNode(), variables)));
        }
        return entries;
    }

    /** The entry with that key, if there is one. */
    Optional<YamlValue> get(String key) {
        return entries().stream()
                .filter(entry -> entry.name().equals(key))
                .map(Entry::value)
                .findFirst();
    }

    boolean flag() {
        return switch (text()) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default -> throw expected("true or false", "'" + text() + "'");
        };
    }

    int count() {
        String text = text();
        if (!text.matches("-?[0-9]{1,9}")) {
            throw expected("a whole number", "'" + text + "'");
        }
        return Integer.parseInt(text);
    }

    long seed() {
        String text = text();
        if (!text.matches("-?[0-9]{1,18}")) {
            throw expected("a whole number", "'" + text + "'");
        }
        return Long.parseLong(text);
    }

    /** One of these words, or a problem that names the nearest. */
    String oneOf(Collection<String> words, String what) {
        String text = text();
        if (!words.contains(text)) {
            throw problem(
                    "'" + text + "' is no " + what + "." + Suggestion.sentence(text, words),
                    "'" + text + "'",
                    "one of " + String.join(", ", words));
        }
        return text;
    }

    String kind() {
        return switch (node) {
            case SequenceNode list -> "a list";
            case MappingNode map -> "a map";
            default -> isNothing() ? "nothing" : "'" + ((ScalarNode) node).getValue() + "'";
        };
    }

    ProblemException expected(String expected, String got) {
        return problem(got + " cannot stand here", got, expected);
    }

    ProblemException problem(String problem, String got, String expected) {
        Place place = place();
        return new ProblemException(
                new Problem(place, problem, Optional.of(got), Optional.of(expected), file.line(place)));
    }

    ProblemException problem(String problem) {
        return new ProblemException(file.problem(place(), problem));
    }

    /** What is written from the start of one value to the end of another, as a step's source. */
    static Source source(YamlValue from, YamlValue to, Map<String, String> variables) {
        String text = from.node
                .getStartMark()
                .flatMap(start -> to.node.getEndMark().map(end -> from.file.excerpt(start, end)))
                .orElse("");
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            text = text.replace("$(" + variable.getKey() + ")", variable.getValue());
        }
        return new Source(from.place(), text);
    }

    Source source() {
        return source(this, this, variables);
    }

    Source sourceTo(YamlValue end) {
        return source(this, end, variables);
    }
}
