package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds scenario files and reads them. */
public final class ScenarioFiles {

    private ScenarioFiles() {}

    /**
     * The scenario files under a path: itself if it is a file, else every {@code *.yaml} and {@code *.yml} in it and in
     * the folders below, in the order of their names.
     */
    public static List<Path> find(Path path) throws IOException {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toString().endsWith(".yaml") || file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Reads all scenarios of a file.
     *
     * @throws ScenarioSyntaxException with everything that is wrong in it
     */
    public static List<Scenario> read(Path file) throws IOException {
        return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    }

    /**
     * Reads scenarios from text.
     *
     * @param fileName what messages call the text
     * @throws ScenarioSyntaxException with everything that is wrong in it
     */
    public static List<Scenario> parse(String fileName, String text) {
        return ScenarioParser.parse(fileName, text);
    }
}
