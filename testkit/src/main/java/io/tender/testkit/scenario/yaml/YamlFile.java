package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.step.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** A YAML text and where it comes from, so that every problem in it can be pointed at. */
final class YamlFile {

    /** More than a hundred times what a person writes into one file. */
    private static final int LONGEST = 10_000_000;

    private final String name;
    private final List<String> lines;
    private final String text;

    YamlFile(String name, String text) {
        this.name = name;
        this.text = text;
        this.lines = text.lines().toList();
    }

    /** The documents in the file, those that are empty left out. */
    List<YamlValue> documents() {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(LONGEST)
                .setMaxAliasesForCollections(100)
                .build();
        List<YamlValue> documents = new ArrayList<>();
        try {
            for (Node node : new Compose(settings).composeAllFromString(text)) {
                YamlValue document = new YamlValue(this, node, Map.of());
                if (!document.isNothing()) {
                    documents.add(document);
                }
            }
        } catch (MarkedYamlEngineException e) {
            throw new ProblemException(inOurWords(e));
        } catch (YamlEngineException e) {
            throw new ProblemException(problem(new Place(name, 1, 1), "this is no YAML: " + e.getMessage()));
        }
        return documents;
    }

    private Problem inOurWords(MarkedYamlEngineException e) {
        Place place = e.getProblemMark().map(this::place).orElse(new Place(name, 1, 1));
        String said = String.valueOf(e.getProblem());
        if (line(place).stripLeading().startsWith("*")
                || said.contains("alias")
                || line(place).contains("{*:")
                || said.contains("anchor")) {
            return new Problem(
                    place,
                    "this is no YAML: " + said,
                    Optional.empty(),
                    Optional.of("quotes around a role named *, which means something else in YAML: \"*\""),
                    line(place));
        }
        if (said.contains("unexpected end of stream") && e.getContextMark().isPresent()) {
            Place start = place(e.getContextMark().get());
            return new Problem(
                    start,
                    "this is no YAML: " + said,
                    Optional.of("a quote that is not closed"),
                    Optional.of("another one of its kind where the text ends"),
                    line(start));
        }
        String before = place.line() < 2 ? "" : lines.get(place.line() - 2).strip();
        if (said.contains("mapping values are not allowed") && before.matches("- [a-z ]+")) {
            return new Problem(
                    place,
                    "this is no YAML: " + said,
                    Optional.of("'" + before + "' in the line before, without a ':'"),
                    Optional.of("'" + before + ":', since more belongs to that step"),
                    line(place));
        }
        return problem(place, "this is no YAML: " + said);
    }

    Place place(Mark mark) {
        return new Place(name, mark.getLine() + 1, mark.getColumn() + 1);
    }

    Place place(Node node) {
        return node.getStartMark().map(this::place).orElse(new Place(name, 1, 1));
    }

    String line(Place place) {
        return place.line() <= lines.size() ? lines.get(place.line() - 1) : "";
    }

    Problem problem(Place place, String problem) {
        return new Problem(place, problem, Optional.empty(), Optional.empty(), line(place));
    }

    /** What is written between two marks, on one line. */
    String excerpt(Mark from, Mark to) {
        StringBuilder excerpt = new StringBuilder();
        for (int i = from.getLine(); i <= Math.min(to.getLine(), lines.size() - 1); i++) {
            String line = lines.get(i);
            int begin = i == from.getLine() ? Math.min(from.getColumn(), line.length()) : 0;
            int end = i == to.getLine() ? Math.min(to.getColumn(), line.length()) : line.length();
            String part =
                    withoutComment(line.substring(begin, Math.max(begin, end))).strip();
            if (!part.isEmpty()) {
                excerpt.append(excerpt.isEmpty() ? "" : " ").append(part);
            }
        }
        return excerpt.toString();
    }

    private static String withoutComment(String part) {
        int comment = part.indexOf(" #");
        return part.startsWith("#") ? "" : comment < 0 ? part : part.substring(0, comment);
    }
}
