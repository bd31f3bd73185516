package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.AllocatorSource;
import io.tender.testkit.scenario.Failure;
import io.tender.testkit.scenario.Outcome;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.ScenarioRunner;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The scenarios that are this policy's own. */
class RoundRobinScenariosTest {

    @Test
    void every_scenario_passes() throws IOException {
        ScenarioRunner runner = new ScenarioRunner(AllocatorSource.of(new RoundRobinFactory()));
        Path file = Path.of("src/test/resources/round-robin.yaml");
        for (Scenario scenario : ScenarioFiles.read(file)) {
            Outcome outcome = runner.run(scenario);
            assertThat(outcome.failure().map(Failure::text)).isEmpty();
        }
    }
}
