package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.engine.BatchStage;
import io.tender.testkit.scenario.engine.Stages;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same snapshots and the same seed give the same decisions, in the same order. */
class BatchDeterminismTest {
    private static final Path SCENARIOS = Path.of("..", "scenarios", "volcano");

    @Test
    void batch_scenarios_decide_the_same_when_they_run_again() throws IOException {
        again(8);
    }

    @Test
    @Tag("long")
    void every_batch_scenario_decides_the_same_when_it_runs_again() throws IOException {
        again(Integer.MAX_VALUE);
    }

    /** @param ofAFile how many stand for a file of more */
    private static void again(int ofAFile) throws IOException {
        int decided = 0;
        for (Path file : ScenarioFiles.find(SCENARIOS)) {
            List<Scenario> scenarios = ScenarioFiles.read(file);
            int step = 1 + scenarios.size() / ofAFile;
            for (int i = 0; i < scenarios.size(); i += step) {
                Scenario scenario = scenarios.get(i);
                List<String> first = decisions(scenario);
                assertThat(decisions(scenario)).as(scenario.name()).isEqualTo(first);
                decided += first.size();
            }
        }
        assertThat(decided).as("decisions of all scenarios").isGreaterThan(100);
    }

    private static List<String> decisions(Scenario scenario) {
        Source opening = new Source(scenario.place(), scenario.name());
        try (BatchStage stage = (BatchStage) Stages.open(scenario.subject(), AllocatorSource.builtIn(), opening)) {
            ScenarioRunner.perform(scenario.steps(), stage);
            return stage.history();
        }
    }
}
