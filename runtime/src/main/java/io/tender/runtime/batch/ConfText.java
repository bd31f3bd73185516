package io.tender.runtime.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** The text of the settings, where it comes from, and what was found wrong with it. */
final class ConfText {
    /** A hundred times what a person writes. */
    private static final int LONGEST = 1_000_000;

    private final String name;
    private final String text;
    private final int firstLine;
    private final List<ConfProblem> problems = new ArrayList<>();

    ConfText(String name, String text, int firstLine) {
        this.name = name;
        this.text = text;
        this.firstLine = firstLine;
    }

    /** The whole text as one part; empty if it says nothing or is no YAML. */
    Optional<ConfPart> root() {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setCodePointLimit(LONGEST)
                .setMaxAliasesForCollections(100)
                .build();
        try {
            return new Compose(settings).composeString(text).map(node -> new ConfPart(this, node));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0);
            int column = e.getProblemMark().map(Mark::getColumn).orElse(0);
            problems.add(new ConfProblem(
                    name, firstLine + line, column + 1, "This is no YAML: " + e.getProblem() + ".", "", ""));
        } catch (YamlEngineException e) {
            problems.add(new ConfProblem(name, firstLine, 1, "This is no YAML: " + e.getMessage() + ".", "", ""));
        }
        return Optional.empty();
    }

    void problem(Node node, String problem, String got, String expected) {
        int line = node.getStartMark().map(Mark::getLine).orElse(0);
        int column = node.getStartMark().map(Mark::getColumn).orElse(0);
        problems.add(new ConfProblem(name, firstLine + line, column + 1, problem, got, expected));
    }

    void problem(String problem, String got, String expected) {
        problems.add(new ConfProblem(name, firstLine, 1, problem, got, expected));
    }

    List<ConfProblem> problems() {
        return problems;
    }
}
