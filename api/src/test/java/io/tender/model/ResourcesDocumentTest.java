package io.tender.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example in docs/resources.md is true. */
class ResourcesDocumentTest {
    private static List<String> blocks(String kind) throws IOException {
        Path document = Path.of("..", "docs", "resources.md");
        Matcher fences = Pattern.compile("^```" + kind + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(Files.readString(document));
        List<String> blocks = new ArrayList<>();
        while (fences.find()) {
            blocks.add(fences.group(1));
        }
        assertThat(blocks).as("examples marked %s", kind).isNotEmpty();
        return blocks;
    }

    private static Stream<String> lines(String kind) throws IOException {
        return blocks(kind).stream().flatMap(String::lines);
    }

    static Stream<String> resources() throws IOException {
        return lines("resources");
    }

    static Stream<String> equal() throws IOException {
        return lines("equal");
    }

    static Stream<String> sum() throws IOException {
        return lines("sum");
    }

    static Stream<String> difference() throws IOException {
        return lines("difference");
    }

    static Stream<String> error() throws IOException {
        return blocks("error").stream();
    }

    @ParameterizedTest
    @MethodSource("resources")
    void canonical_examples_print_as_they_are_written(String line) {
        assertThat(Resources.parse(line)).hasToString(line);
    }

    @ParameterizedTest
    @MethodSource("equal")
    void other_spellings_print_as_told(String line) {
        String[] sides = line.split(" +=( |$)", 2);
        assertThat(Resources.parse(sides[0])).hasToString(sides[1]);
    }

    @ParameterizedTest
    @MethodSource("sum")
    void sums_are_right(String line) {
        calculates(line, " \\+ ", Resources::plus);
    }

    @ParameterizedTest
    @MethodSource("difference")
    void differences_are_right(String line) {
        calculates(line, " - ", Resources::minus);
    }

    private static void calculates(String line, String operator, BinaryOperator<Resources> calculation) {
        String[] sides = line.split(" +=( |$)", 2);
        String[] operands = sides[0].split(operator, 2);
        assertThat(calculation.apply(Resources.parse(operands[0]), Resources.parse(operands[1])))
                .hasToString(sides[1]);
    }

    @ParameterizedTest
    @MethodSource("error")
    void errors_look_as_shown(String message) {
        String text = message.lines().findFirst().orElseThrow();
        assertThatThrownBy(() -> Resources.parse(text)).hasMessage(message.stripTrailing());
    }
}
