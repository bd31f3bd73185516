package io.tender.runtime.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A text in YAML, where it comes from, and what was found wrong with it. */
public final class YamlText {
    /** A hundred times what a person writes. */
    public static final int LONGEST = 1_000_000;

    /** What people write is ten or twelve levels deep. */
    private static final int DEEPEST = 100;

    private static final int MOST_PARTS = 500_000;

    /** Characters in all parts: a long text that is named a thousand times is a thousand times as long. */
    private static final long MOST_CHARACTERS = 4 << 20;

    private final String name;
    private final String text;
    private final int firstLine;
    private final List<YamlProblem> problems = new ArrayList<>();

    /**
     * @param name what messages call the text
     * @param firstLine where the text begins in what it was taken from; 1 for a file of its own
     */
    public YamlText(String name, String text, int firstLine) {
        this.name = name;
        this.text = text;
        this.firstLine = firstLine;
    }

    /** What messages call the text. */
    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** Where the text begins in what it was taken from. */
    public int firstLine() {
        return firstLine;
    }

    /** The whole text as one part; empty if it says nothing or is no YAML. */
    public Optional<YamlPart> root() {
        try {
            if (isDeep()) {
                return Optional.empty();
            }
            return compose().composeString(text).filter(this::isBounded).map(node -> new YamlPart(this, node));
        } catch (YamlEngineException e) {
            refused(e);
        }
        return Optional.empty();
    }

    /** The documents of the text, those that say nothing left out; none if it is no YAML. */
    public List<YamlPart> documents() {
        List<YamlPart> documents = new ArrayList<>();
        try {
            if (isDeep()) {
                return documents;
            }
            for (Node node : compose().composeAllFromString(text)) {
                YamlPart document = new YamlPart(this, node);
                if (isBounded(node) && !document.isNothing()) {
                    documents.add(document);
                }
            }
        } catch (YamlEngineException e) {
            refused(e);
        }
        return documents;
    }

    /**
     * What stands from a place on, with nothing but blank lines and columns before it, so that who reads it by itself finds
     * everything where it stands here.
     *
     * @param line the first line, from 0
     * @param end the first character that is not part of it
     */
    YamlText cut(int line, int column, int end) {
        int begin = 0;
        for (int i = 0; i < line; i++) {
            begin = text.indexOf('\n', begin) + 1;
        }
        int from = text.offsetByCodePoints(begin, column);
        int to = Math.max(from, text.offsetByCodePoints(0, end));
        return new YamlText(name, "\n".repeat(line) + " ".repeat(column) + text.substring(from, to), firstLine);
    }

    private Compose compose() {
        return new Compose(settings());
    }

    private LoadSettings settings() {
        return LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(LONGEST)
                .setMaxAliasesForCollections(100)
                .build();
    }

    /** Found out before the text is put together, since that would need a stack as deep as the text. */
    private boolean isDeep() {
        int depth = 0;
        for (Event event : new Parse(settings()).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                int line = event.getStartMark().map(Mark::getLine).orElse(0);
                int column = event.getStartMark().map(Mark::getColumn).orElse(0);
                problems.add(new YamlProblem(
                        name,
                        firstLine + line,
                        column + 1,
                        "This is nested too deeply.",
                        "more than " + DEEPEST + " lists and maps within each other",
                        "at most " + DEEPEST));
                return true;
            }
        }
        return false;
    }

    /** Whether it is still small, and ends, with every alias replaced by what it stands for. */
    private boolean isBounded(Node root) {
        ArrayDeque<Node> open = new ArrayDeque<>(List.of(root));
        int seen = 0;
        long characters = 0;
        while (!open.isEmpty()) {
            Node node = open.pop();
            characters += node instanceof ScalarNode scalar ? scalar.getValue().length() : 0;
            if (++seen > MOST_PARTS || characters > MOST_CHARACTERS) {
                problem(
                        root,
                        "This is too large.",
                        "more than " + MOST_PARTS + " parts or " + MOST_CHARACTERS + " characters, aliases filled in",
                        "at most that much");
                return false;
            }
            if (node instanceof SequenceNode sequence) {
                sequence.getValue().forEach(open::push);
            } else if (node instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    open.push(tuple.getKeyNode());
                    open.push(tuple.getValueNode());
                }
            }
        }
        return true;
    }

    private void refused(YamlEngineException e) {
        if (e instanceof MarkedYamlEngineException marked) {
            int line = marked.getProblemMark().map(Mark::getLine).orElse(0);
            int column = marked.getProblemMark().map(Mark::getColumn).orElse(0);
            problems.add(new YamlProblem(
                    name, firstLine + line, column + 1, "This is no YAML: " + marked.getProblem() + ".", "", ""));
        } else {
            problems.add(new YamlProblem(name, firstLine, 1, "This is no YAML: " + e.getMessage() + ".", "", ""));
        }
    }

    void problem(Node node, String problem, String got, String expected) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0);
        int column = node.getStartMark().map(Mark::getColumn).orElse(0);
        problems.add(new YamlProblem(name, firstLine + line, column + 1, problem, got, expected));
    }

    void note(YamlProblem problem) {
        problems.add(problem);
    }

    /** Notes a problem of the text as a whole. */
    public void problem(String problem, String got, String expected) {
        problems.add(new YamlProblem(name, firstLine, 1, problem, got, expected));
    }

    /** All that was found so far. */
    public List<YamlProblem> problems() {
        return Collections.unmodifiableList(problems);
    }
}
