package io.tender.daemon.cluster.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SimulatedFileTest {
    @Test
    void everything_that_is_wrong_is_said_at_once_and_where() {
        assertThatThrownBy(() -> SimulatedFile.read("agents.yaml", """
                sed: 7
                agents:
                  - count: many
                    resources: "cpus:8"
                  - count: 2
                    name: same
                    resources: "cpus:8"
                  - count: 1
                    resources: "cpus=8"
                tasks:
                  runsFor: {distribution: uniform, mean: 5 minutes}
                  failing: 2
                  messages: shout
                """))
                .isInstanceOf(SimulatedFileException.class)
                .hasMessageContaining("agents.yaml:1:1: 'sed' is no key of the description. Did you mean 'seed'?")
                .hasMessageContaining("agents.yaml:3:12: count cannot be this.")
                .hasMessageContaining("agents.yaml:5:5: Two agents have the name 'same'.")
                .hasMessageContaining("agents.yaml:9:16: resources cannot be read")
                .hasMessageContaining("agents.yaml:11:42: mean cannot be this.")
                .hasMessageContaining("agents.yaml:12:12: failing cannot be this.")
                .hasMessageContaining("agents.yaml:13:13: messages cannot be this.");
    }

    @Test
    void what_is_no_yaml_or_nothing_is_said_to_be_so() {
        assertThatThrownBy(() -> SimulatedFile.read("agents.yaml", "a: [")).hasMessageContaining("This is no YAML.");
        assertThatThrownBy(() -> SimulatedFile.read("agents.yaml", "")).hasMessageContaining("empty");
        assertThatThrownBy(() -> SimulatedFile.read("agents.yaml", "seed: 1")).hasMessageContaining("No agents");
        assertThatThrownBy(() -> SimulatedFile.read("agents.yaml", "- 1")).hasMessageContaining("cannot be this");
    }

    @Test
    void a_description_is_read_with_its_defaults() {
        SimulatedSettings settings = SimulatedFile.read("agents.yaml", "agents: [{resources: \"cpus:1\"}]");

        assertThat(settings.agents()).hasSize(1);
        assertThat(settings.agents().getFirst().count()).isEqualTo(1);
        assertThat(settings.runsFor().mean()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.faults()).isEmpty();
        assertThat(settings.echoes()).isFalse();
        assertThat(SimulatedFile.read("agents.yaml", "{agents: [{resources: \"cpus:1\"}], tasks: {messages: echo}}")
                        .echoes())
                .isTrue();
    }
}
