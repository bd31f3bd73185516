package io.tender.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.FrameworkId;
import io.tender.testkit.ManualHost;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundRobinTest {

    private static Trial roundRobin(Map<String, String> parameters) {
        return new Trial(host -> new RoundRobinFactory().create(host, parameters));
    }

    @Test
    void each_free_agent_goes_whole_to_the_next_in_turn() {
        Trial trial = roundRobin(Map.of())
                .framework("f1", "web")
                .framework("f2", "batch")
                .agent("a1", "cpus:4")
                .agent("a2", "cpus:1")
                .agent("a3", "cpus:2")
                .settle();

        assertThat(trial.offers())
                .containsExactlyInAnyOrder(
                        "f1 under web: cpus:4 of a1", "f2 under batch: cpus:1 of a2", "f1 under web: cpus:2 of a3");

        assertThat(trial.agent("a4", "cpus:8").settle().offers()).containsExactly("f2 under batch: cpus:8 of a4");
    }

    @Test
    void a_turn_may_be_several_agents_long() {
        Trial trial = roundRobin(Map.of("agents-per-turn", "2"))
                .framework("f1", "web")
                .framework("f2", "batch")
                .agent("a1", "cpus:1")
                .agent("a2", "cpus:1")
                .agent("a3", "cpus:1")
                .settle();
        assertThat(trial.offers())
                .containsExactlyInAnyOrder(
                        "f1 under web: cpus:1 of a1", "f1 under web: cpus:1 of a2", "f2 under batch: cpus:1 of a3");

        trial.agent("a4", "cpus:1").agent("a5", "cpus:1").settle();

        assertThat(trial.offers())
                .containsExactlyInAnyOrder("f2 under batch: cpus:1 of a4", "f1 under web: cpus:1 of a5");
    }

    @Test
    void who_does_not_want_an_agent_is_passed_over() {
        Trial trial = roundRobin(Map.of())
                .framework("f1", "web")
                .framework("f2", "batch")
                .agent("a1", "cpus:4")
                .settle();
        assertThat(trial.offers()).containsExactly("f1 under web: cpus:4 of a1");

        trial.decline("f1", "a1", "web", "cpus:4", 10).ticks(1);
        assertThat(trial.offers()).containsExactly("f2 under batch: cpus:4 of a1");

        trial.allocator.suppressOffers(new FrameworkId("f2"), Set.of());
        trial.giveBack("f2", "a1", "batch", "cpus:4").ticks(5);
        assertThat(trial.offers()).isEmpty();

        trial.ticks(6);
        assertThat(trial.offers()).containsExactly("f1 under web: cpus:4 of a1");
    }

    @Test
    void the_turn_goes_on_where_it_was_when_somebody_leaves() {
        Trial trial = roundRobin(Map.of())
                .framework("f1", "r")
                .framework("f2", "r")
                .framework("f3", "r")
                .agent("a1", "cpus:1")
                .agent("a2", "cpus:1")
                .settle();
        trial.offers();
        trial.allocator.removeFramework(new FrameworkId("f2"));

        trial.agent("a3", "cpus:1").settle();

        assertThat(trial.offers()).contains("f3 under r: cpus:1 of a3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "", "1.5", "99999999999"})
    void a_bad_parameter_is_told_with_what_was_expected(String value) {
        assertThatThrownBy(() -> new RoundRobinFactory().create(new ManualHost(1), Map.of("agents-per-turn", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + value + "'", "whole number from 1");
    }

    @Test
    void an_unknown_parameter_is_told_with_the_known_one() {
        assertThatThrownBy(() -> new RoundRobinFactory().create(new ManualHost(1), Map.of("speed", "9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'speed'", "'agents-per-turn'");
    }
}
