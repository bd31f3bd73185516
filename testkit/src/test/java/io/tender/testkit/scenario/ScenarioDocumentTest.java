package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.yaml.ScenarioFiles;
import io.tender.testkit.scenario.yaml.ScenarioReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/scenarios.md tells the truth: its examples pass, and its tables list every word. */
class ScenarioDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "scenarios.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(scenario:.*?)```", Pattern.DOTALL);
    private static final String BEGIN = "<!-- reference: begin -->\n";
    private static final String END = "<!-- reference: end -->\n";

    @Test
    void every_example_passes() throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        Matcher matcher = EXAMPLE.matcher(Files.readString(DOCUMENT));
        while (matcher.find()) {
            for (Scenario scenario : ScenarioFiles.parse("docs/scenarios.md", matcher.group(1))) {
                outcomes.add(new ScenarioRunner(AllocatorSource.builtIn()).run(scenario));
            }
        }

        assertThat(outcomes)
                .hasSizeGreaterThan(3)
                .allSatisfy(outcome ->
                        assertThat(outcome.failure().map(Failure::text)).isEmpty());
    }

    @Test
    void the_example_of_a_service_that_is_down_is_shown_as_it_is() throws IOException {
        String file = Files.readString(Path.of("..", "scenarios", "aurora", "my-service-is-down.yaml"));

        assertThat(Files.readString(DOCUMENT)).contains("```yaml\n" + file + "```");
    }

    @Test
    void the_tables_list_every_word() throws IOException {
        String text = Files.readString(DOCUMENT);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(DOCUMENT, text.substring(0, begin) + ScenarioReference.text() + text.substring(end));
            return;
        }
        assertThat(text.substring(begin, end))
                .as("the tables in docs/scenarios.md are out of date: run this test with -Dgolden.update=true")
                .isEqualTo(ScenarioReference.text());
    }
}
