package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.yaml.ScenarioFiles;
import io.tender.testkit.scenario.yaml.ScenarioSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scenarios with a few characters changed are either understood or refused in words; nothing falls over. */
class MangledScenariosTest {

    private static final String CHARACTERS = "{}[]():;,-<>/ \n\"'*&!|#$%@0a.\\~\té";

    private final Random random = new Random(2026);

    @Test
    void a_mangled_scenario_is_understood_or_refused_in_words() throws IOException {
        mangle(400);
    }

    @Test
    @Tag("long")
    void none_of_many_mangled_scenarios_falls_over() throws IOException {
        mangle(30_000);
    }

    private void mangle(int tries) throws IOException {
        List<String> originals = new ArrayList<>();
        for (Path file : ScenarioFiles.find(Path.of("..", "scenarios"))) {
            originals.addAll(List.of(Files.readString(file).split("\n---\n", -1)));
        }
        ScenarioRunner runner = new ScenarioRunner(AllocatorSource.builtIn());
        int refused = 0;
        for (int i = 0; i < tries; i++) {
            String text = mangled(originals.get(random.nextInt(originals.size())));
            try {
                for (Scenario scenario : ScenarioFiles.parse("mangled.yaml", text)) {
                    runner.run(scenario)
                            .failure()
                            .ifPresent(failure -> assertThat(failure.problem())
                                    .as(text)
                                    .isNotBlank()
                                    .isNotIn("the allocator threw", "the scheduler threw"));
                }
            } catch (ScenarioSyntaxException e) {
                assertThat(e.problems())
                        .as(text)
                        .allSatisfy(problem -> assertThat(problem.problem()).isNotBlank());
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(tries / 2);
    }

    private String mangled(String original) {
        StringBuilder text = new StringBuilder(original);
        for (int changes = 1 + random.nextInt(4); changes > 0 && !text.isEmpty(); changes--) {
            int at = random.nextInt(text.length());
            char character = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, character);
                case 2 -> text.setCharAt(at, character);
                default ->
                    text.insert(random.nextInt(text.length()), text.substring(at, Math.min(text.length(), at + 12)));
            }
        }
        return text.toString();
    }
}
