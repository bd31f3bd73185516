package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.FakeAllocator.Fault;
import io.tender.testkit.scenario.yaml.ScenarioFiles;
import org.junit.jupiter.api.Test;

/** What a failing scenario tells: the step, what was expected, what came, and where. */
class EngineFailuresTest {

    private static String failure(String steps) {
        return failure(Fault.NONE, "scenario: example\nsteps:\n" + steps.indent(2));
    }

    private static String failure(Fault fault, String yaml) {
        Scenario scenario = ScenarioFiles.parse("example.yaml", yaml).getFirst();
        return new ScenarioRunner(AllocatorSource.of(FakeAllocator.factory(fault)))
                .run(scenario)
                .failure()
                .map(Failure::text)
                .orElse("passed");
    }

    private static final String ONE_OFFER = """
            scenario: example
            steps:
              - agent: a1{cpus:2;mem:64}
              - framework: f1(r)
                expect: f1/r <- a1 all
              - tick
            """;

    @Test
    void a_scenario_that_goes_as_it_says_passes() {
        assertThat(failure(Fault.NONE, ONE_OFFER)).isEqualTo("passed");
    }

    @Test
    void an_offer_that_is_not_the_expected_one_is_shown_beside_it() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                          expect:
                            - f1/r <- a1{cpus:1}
                            - f2/s <- a2 all
                        - framework: f2(s)
                        - agent: a2{cpus:2;mem:64}
                        """)).isEqualTo("""
                        example.yaml:5:5: not the expected offers
                          step:     expect: - f1/r <- a1{cpus:1} - f2/s <- a2 all
                          expected: f1/r <- a1{cpus:1}
                                    f2/s <- a2 all   (a2 has )
                          got:      f1/r <- a1{cpus:2;mem:64}
                          after:    framework: f1(r)   (example.yaml:4:5)""");
    }

    @Test
    void a_calculation_that_should_have_failed_is_told_with_its_result() {
        assertThat(failure(Fault.NONE, """
                        scenario: example
                        subject: resources
                        steps:
                          - add: [cpus:1, cpus:2]
                            error: too much
                        """)).isEqualTo("""
                        example.yaml:5:5: it did not fail
                          step:     error: too much
                          expected: a failure with 'too much'
                          got:      cpus:3
                          after:    add: [cpus:1, cpus:2]   (example.yaml:4:5)""");
    }

    @Test
    void an_offer_that_did_not_come_is_named() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                          expect: f1 <- a1 all
                        - framework: f1(r)
                        """)).isEqualTo("""
                        example.yaml:4:5: an expected offer did not come
                          step:     expect: f1 <- a1 all
                          expected: f1 <- a1 all   (a1 has cpus:2;mem:64)
                          got:      nothing
                          after:    agent: a1{cpus:2;mem:64}   (example.yaml:3:5)""");
    }

    @Test
    void a_service_that_nobody_asks_cannot_be_told_what_to_do() {
        assertThat(failure("""
                        - sorter service: {first: a}
                        """)).isEqualTo("""
                        example.yaml:3:5: there is no sorter service
                          step:     sorter service: {first: a}
                          expected: 'sorters: http', or http for one of them
                          got:      sorters drf and drf""");
    }

    @Test
    void an_offer_that_nobody_expects_fails_the_step_that_caused_it() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                        - tick
                        """)).isEqualTo("""
                        example.yaml:4:5: an unexpected offer
                          step:     framework: f1(r)
                          expected: nothing, or an expectation after this step that names it
                          got:      f1/r <- a1{cpus:2;mem:64}""");
    }

    @Test
    void an_offer_that_nobody_expects_at_the_end_fails_too() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                        """)).contains("example.yaml:4:5: an unexpected offer");
    }

    @Test
    void unexpected_offers_are_fine_if_the_scenario_says_so() {
        assertThat(failure(Fault.NONE, "strict: false\n" + ONE_OFFER.replace("    expect: f1/r <- a1 all\n", "")))
                .isEqualTo("passed");
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                          expect: anything
                        """)).isEqualTo("passed");
    }

    @Test
    void nothing_means_nothing() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                          expect: nothing
                        """))
                .contains("example.yaml:5:5: an unexpected offer", "expected: nothing", "got:      f1/r <- a1{");
    }

    @Test
    void one_of_several_agents_is_enough_but_not_two() {
        String agents = "- agent: a1..a3{cpus:2;mem:64}\n- framework: f1(r)\n  expect: ";

        assertThat(failure(agents + "f1/r <- 3 of a1..a3")).isEqualTo("passed");
        assertThat(failure(agents + "f1/r <- a1..a3 all")).isEqualTo("passed");
        assertThat(failure(agents + "f1 <- a1..a3 some")).isEqualTo("passed");
        assertThat(failure(agents + "f2 or f1 <- 1 of a1, a2, 2 of a1..a3")).isEqualTo("passed");
        assertThat(failure(agents + "f1/r <- 2 of a1..a3")).contains("an unexpected offer");
        assertThat(failure(agents + "f1/r <- a1..a4 all\n- agent: a4{cpus:2;mem:64}"))
                .contains("an expected offer did not come");
    }

    @Test
    void callbacks_are_counted() {
        assertThat(failure("""
                        - agent: a1..a2{cpus:2;mem:64}
                        - framework: f1(r)
                          expect: f1 <- a1, a2
                          callbacks: 2
                        """))
                .contains("another number of callbacks", "expected: 2 callbacks", "got:      1 callbacks");
    }

    @Test
    void a_reference_to_nothing_lists_what_there_is() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                        - framework: f1(r)
                          expect: f1 <- a1 all
                        - decline: f2 <- a1
                        """))
                .contains("there is nothing offered that 'f2 <- a1' could mean", "got:      f1/r <- a1{cpus:2;mem:64}");
    }

    @Test
    void a_call_that_should_have_been_refused_fails() {
        assertThat(failure("""
                        - agent: a1{cpus:2;mem:64}
                          refused: PAUSED
                        """))
                .contains("the call was carried out, but should have been refused", "expected: refused: PAUSED");
    }

    @Test
    void a_metric_that_is_different_is_shown() {
        assertThat(failure("- metrics: {allocation_runs: 3, allocation_run_ms: absent}"))
                .contains(
                        "a metric is different",
                        "expected: allocator/mesos/allocation_runs: 3",
                        "got:      allocator/mesos/allocation_runs: absent");
    }

    @Test
    void an_allocator_that_promises_twice_is_found_out() {
        assertThat(failure(Fault.PROMISES_TWICE, ONE_OFFER))
                .contains(
                        "example.yaml:6:5: something is promised twice",
                        "step:     tick",
                        "expected: at most what is free on a1:",
                        "got:      f1/r <- a1{");
    }

    @Test
    void an_allocator_that_forgets_the_role_is_found_out() {
        assertThat(failure(Fault.FORGETS_THE_ROLE, ONE_OFFER))
                .contains("an offer whose resources do not carry its role", "expected: all allocated to r");
    }

    @Test
    void an_empty_callback_is_found_out() {
        assertThat(failure(Fault.CALLS_BACK_EMPTY, ONE_OFFER)).contains("an empty offer callback");
    }

    @Test
    void an_offer_to_an_inactive_framework_is_found_out() {
        assertThat(failure(Fault.IGNORES_INACTIVITY, """
                        scenario: example
                        steps:
                          - agent: a1{cpus:2;mem:64}
                          - framework: f1(r)
                            active: false
                        """))
                .contains("example.yaml:4:5: an offer to a framework that is not active");
    }

    @Test
    void an_inverse_offer_to_somebody_who_holds_nothing_is_found_out() {
        assertThat(failure(Fault.ASKS_ANYBODY, """
                        scenario: example
                        steps:
                          - agent: a1{cpus:2;mem:64}
                          - framework: f1()
                          - maintenance: a1 at 60s
                        """))
                .contains("an inverse offer to a framework that holds nothing there");
    }

    @Test
    void an_exception_is_told_with_its_trace() {
        assertThat(failure(Fault.THROWS, ONE_OFFER))
                .contains(
                        "example.yaml:3:5: the allocator threw",
                        "step:     agent: a1{cpus:2;mem:64}",
                        "got:      java.lang.IllegalStateException: the fake is broken on purpose");
    }

    @Test
    void a_call_that_never_answers_fails() {
        assertThat(failure(Fault.NEVER_ANSWERS, """
                        scenario: example
                        steps:
                          - agent: a1{cpus:2;mem:64}
                          - update available: a1
                            operations: RESERVE cpus(+r):1
                        """)).contains("the call never answered");
    }

    @Test
    void an_unknown_allocator_is_told_where_it_is_named() {
        Scenario scenario = ScenarioFiles.parse("x.yaml", "scenario: x\nallocator: mine\nsteps:\n  - tick\n")
                .getFirst();

        assertThat(new ScenarioRunner(AllocatorSource.builtIn())
                        .run(scenario)
                        .failure()
                        .map(Failure::text))
                .hasValueSatisfying(
                        text -> assertThat(text).contains("x.yaml:2:1: the allocator cannot be made", "'mine'"));
    }
}
