package io.tender.daemon.cluster.simulated;

import io.tender.model.FlagDuration;
import io.tender.model.Suggestion;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A part of a description that knows where it stands. What is wrong with it is noted, and reading goes on. */
final class YamlPart {
    private final String file;
    private final Node node;
    private final List<SimulatedProblem> problems;

    YamlPart(String file, Node node, List<SimulatedProblem> problems) {
        this.file = file;
        this.node = node;
        this.problems = problems;
    }

    void problem(String problem, String expected) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0);
        int column = node.getStartMark().map(Mark::getColumn).orElse(0);
        problems.add(new SimulatedProblem(file, line + 1, column + 1, problem, kind(), expected));
    }

    private String kind() {
        return switch (node) {
            case ScalarNode scalar -> "'" + scalar.getValue() + "'";
            case SequenceNode sequence -> "a list";
            default -> "a map";
        };
    }

    boolean isMap() {
        return node instanceof MappingNode;
    }

    /** The values of a map, of which only these keys are known. */
    Map<String, YamlPart> fields(String what, List<String> known) {
        Map<String, YamlPart> fields = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            problem(what + " cannot be this.", "a map with " + String.join(", ", known));
            return fields;
        }
        SortedSet<String> sorted = new TreeSet<>(known);
        for (NodeTuple tuple : mapping.getValue()) {
            YamlPart key = new YamlPart(file, tuple.getKeyNode(), problems);
            String name = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : key.kind();
            if (!sorted.contains(name)) {
                key.problem(
                        "'" + name + "' is no key of " + what + "." + Suggestion.sentence(name, sorted),
                        "one of " + String.join(", ", sorted));
            } else if (fields.putIfAbsent(name, new YamlPart(file, tuple.getValueNode(), problems)) != null) {
                key.problem("'" + name + "' is written twice.", "each key once");
            }
        }
        return fields;
    }

    List<YamlPart> items(String what) {
        if (node instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .map(item -> new YamlPart(file, item, problems))
                    .toList();
        }
        problem(what + " cannot be this.", "a list (lines with '- ')");
        return List.of();
    }

    /** Reads a single value; notes a problem if it is none or the reader gives nothing or throws. */
    <T> Optional<T> scalar(String what, String expected, Function<String, Optional<T>> reader) {
        if (node instanceof ScalarNode scalar) {
            try {
                Optional<T> read = reader.apply(scalar.getValue());
                if (read.isPresent()) {
                    return read;
                }
            } catch (NumberFormatException e) {
                // said below, with what is expected
            } catch (IllegalArgumentException e) {
                problem(what + " cannot be read: " + e.getMessage(), expected);
                return Optional.empty();
            }
        }
        problem(what + " cannot be this.", expected);
        return Optional.empty();
    }

    Optional<Duration> duration(String what) {
        return scalar(what, FlagDuration.EXPECTED, FlagDuration::parse);
    }

    Optional<Long> whole(String what, long least, long most) {
        return scalar(
                what,
                "a whole number from " + least + " to " + most,
                text -> Optional.of(Long.parseLong(text)).filter(it -> it >= least && it <= most));
    }
}
