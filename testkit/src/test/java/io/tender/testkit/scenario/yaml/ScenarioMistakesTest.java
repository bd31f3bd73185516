package io.tender.testkit.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is told of files with mistakes. Each file in {@code src/test/resources/scenario-mistakes} has beside it the text
 * that is to be told; {@code -Dgolden.update=true} writes it anew.
 */
class ScenarioMistakesTest {

    private static final Path MISTAKES = Path.of("src", "test", "resources", "scenario-mistakes");

    @TestFactory
    Stream<DynamicTest> a_mistake_is_told_with_its_place() throws IOException {
        return ScenarioFiles.find(MISTAKES).stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(file)));
    }

    private static void compare(Path file) throws IOException {
        String name = file.getFileName().toString();
        Path golden = file.resolveSibling(name.replace(".yaml", ".txt"));
        ScenarioSyntaxException told = catchThrowableOfType(
                ScenarioSyntaxException.class, () -> ScenarioFiles.parse(name, Files.readString(file)));
        assertThat(told).as("nothing is wrong with " + name).isNotNull();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, told.getMessage() + "\n");
        }
        assertThat(told.getMessage() + "\n").isEqualTo(Files.readString(golden));
    }

    @Test
    void everything_that_is_wrong_is_told_at_once() {
        ScenarioSyntaxException told = catchThrowableOfType(
                ScenarioSyntaxException.class,
                () -> ScenarioFiles.parse("x.yaml", "scenario: x\nsteps:\n  - tik\n  - agnt: a1\n---\nscenaro: y\n"));

        assertThat(told.problems())
                .extracting(problem -> problem.place().line())
                .containsExactly(3, 4, 6);
    }

    @Test
    void a_mistake_in_the_options_hides_no_other() {
        ScenarioSyntaxException told = catchThrowableOfType(
                ScenarioSyntaxException.class,
                () -> ScenarioFiles.parse(
                        "x.yaml",
                        "scenario: x\noptionz: 1\noptions:\n  alocationInterval: 2s\n  minAllocatable: cpus:x\nsteps:\n  - tik\n"));

        assertThat(told.problems())
                .extracting(problem -> problem.place().line())
                .containsExactly(2, 4, 5, 7);
    }

    @Test
    void a_file_without_scenarios_has_none() {
        assertThat(ScenarioFiles.parse("x.yaml", "# nothing yet\n")).isEmpty();
    }
}
