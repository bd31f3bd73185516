package io.tender.testkit.scenario;

import static io.tender.testkit.scenario.BatchLanguage.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ExtenderReply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchLanguageTest {
    private static final String ASKING = """
            extenders: {x: well}
            tiers:
              - gang
              - - {name: extender, arguments: {extender.urlPrefix: $(x), extender.predicateVerb: predicate}}
            nodes: {n1: cpu=2}
            """;

    @Test
    void a_gang_waits_until_all_of_it_fits() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=2}")) {
            scenario.job("a", "3 x cpu=1")
                    .session()
                    .expectNothingPlaced()
                    .expectWhy("a", "gang")
                    .node("n2", "cpu=1")
                    .session()
                    .expectPlaced("a", "n1 n1 n2")
                    .expectPhase("a", "Running")
                    .end();
        }
    }

    @Test
    void tasks_end_and_time_passes() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=1}")) {
            scenario.job("a", "1 x cpu=1 on n1")
                    .job("b", "1 x cpu=1")
                    .session()
                    .expectNothingPlaced()
                    .report("a", BatchCommand.Fate.FINISHES)
                    .advance(Duration.ofMinutes(1))
                    .session()
                    .expectPlaced("b", "1")
                    .end();
        }
    }

    @Test
    void an_extender_is_asked_and_may_be_away() {
        try (BatchLanguage scenario = batch(ASKING)) {
            scenario.extender("x", "predicate", ExtenderReply.saying("{\"code\":2,\"errorMessage\":\"not here\"}"))
                    .job("a", "1 x cpu=1")
                    .session()
                    .expectWhy("a", "not here")
                    .extenderDown("x")
                    .session()
                    .expectNothingPlaced()
                    .extenderBack("x")
                    .extender("x", "any")
                    .sessions(2)
                    .expectPlaced("a", "n1")
                    .end();
        }
    }

    @Test
    void what_is_decided_can_be_read_afterwards() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=1}")) {
            scenario.job("a", "1 x cpu=1").session().expectPlaced("a", "n1");

            assertThat(scenario.history()).anyMatch(line -> line.startsWith("1: Bind"));
        }
    }

    @Test
    void an_expectation_that_does_not_hold_fails_with_what_came() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=1}")) {
            scenario.job("a", "1 x cpu=1").session();

            assertThatThrownBy(() -> scenario.expectPlaced("a", "n2"))
                    .isInstanceOf(ScenarioFailedError.class)
                    .hasMessageContaining("expected: a: n2")
                    .hasMessageContaining("got:      a-0 on n1")
                    .hasMessageContaining("BatchLanguageTest.java");
        }
    }

    @Test
    void what_nobody_expects_fails_at_the_next_step() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=1}")) {
            scenario.job("a", "1 x cpu=1").session();

            assertThatThrownBy(scenario::session)
                    .isInstanceOf(ScenarioFailedError.class)
                    .hasMessageContaining("nobody expected this")
                    .hasMessageContaining("placed: a-0 on n1");
        }
    }

    @Test
    void a_job_that_is_not_there_is_told_with_the_nearest_name() {
        try (BatchLanguage scenario = batch("nodes: {n1: cpu=1}")) {
            scenario.job("train", "1 x cpu=1").session();

            assertThatThrownBy(() -> scenario.expectPlaced("trian", "n1"))
                    .isInstanceOf(ScenarioFailedError.class)
                    .hasMessageContaining("Did you mean 'train'?");
        }
    }
}
