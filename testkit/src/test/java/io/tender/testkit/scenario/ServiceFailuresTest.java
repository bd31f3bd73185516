package io.tender.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.testkit.scenario.yaml.ScenarioFiles;
import org.junit.jupiter.api.Test;

/** What a scenario about services says when it fails: the step, what was expected, what came, and where. */
class ServiceFailuresTest {

    private static final String TWO_MACHINES = """
            scenario: x
            services: {offer_order: CPU}
            steps:
              - agent: a1{cpus:2;mem:1024;disk:1024}
              - agent: a2{cpus:4;mem:1024;disk:1024}
            """;

    private static final String ASKING = TWO_MACHINES.replace("CPU}", "CPU, offer_set_module: http}");

    private static Failure failure(String yaml) {
        Scenario scenario = ScenarioFiles.parse("x.yaml", yaml).getFirst();
        return new ScenarioRunner(AllocatorSource.builtIn())
                .run(scenario)
                .failure()
                .orElseThrow(() -> new AssertionError("it passed:\n" + yaml));
    }

    @Test
    void a_task_in_another_place_is_told_with_both_places() {
        assertThat(failure(TWO_MACHINES + """
                  - job: www/prod/web
                    placed: {www/prod/web/0: a2}
                """).text()).isEqualTo("""
                x.yaml:7:5: not placed as expected
                  step:     placed: {www/prod/web/0: a2}
                  expected: www/prod/web/0: a2
                  got:      www/prod/web/0: a1
                  after:    job: www/prod/web   (x.yaml:6:5)""");
    }

    @Test
    void a_task_that_waits_is_told_with_what_it_waits_for() {
        assertThat(failure(TWO_MACHINES + """
                  - job: www/prod/web
                    task: cpus:8;mem:128;disk:64
                    placed: {www/prod/web/0: a2}
                """).got()).isEqualTo("www/prod/web/0 waits: Insufficient: CPU");
    }

    @Test
    void a_placement_that_nobody_expects_fails_the_step_that_caused_it() {
        Failure failure = failure(TWO_MACHINES + """
                  - job: www/prod/web
                  - tick
                """);
        assertThat(failure.problem()).isEqualTo("a task was placed unexpectedly");
        assertThat(failure.step().place().line()).isEqualTo(6);
        assertThat(failure.got()).isEqualTo("placed www/prod/web/0: a1");
    }

    @Test
    void a_kill_that_nobody_expects_fails_at_the_end_at_the_latest() {
        assertThat(failure(TWO_MACHINES + """
                  - job: www/prod/web
                    placed: {www/prod/web/0: a1}
                  - kill: www/prod/web
                """).got()).isEqualTo("killed www/prod/web/0");
    }

    @Test
    void whoever_is_not_strict_need_not_expect_anything() {
        Scenario scenario = ScenarioFiles.parse("x.yaml", "strict: false\n" + TWO_MACHINES + """
                          - job: www/prod/web
                          - kill: www/prod/web
                        """)
                .getFirst();
        assertThat(new ScenarioRunner(AllocatorSource.builtIn()).run(scenario).passed())
                .isTrue();
    }

    @Test
    void every_kind_of_expectation_can_fail() {
        for (String check : new String[] {
            "placed: {www/prod/web/0: a1}",
            "killed: www/prod/web/0",
            "restarted: www/prod/web/0",
            "drained: www/prod/web",
            "preempted: www/prod/web/0",
            "states: {www/prod/web/0: PENDING}",
            "states: {www/prod/web/0: RUNNING on a2}",
            "states: {www/prod/web/7: RUNNING}",
            "pending: {www/prod/web/0: No offers}",
            "pending: {www/prod/large: 'Insufficient: RAM'}",
            "pending: {www/prod/large: {nearest fit: [Host is dedicated]}}",
            "pending: {www/prod/large: {reasons: {'Insufficient: CPU': 7}}}",
            "pending: {www/prod/large: {looked at: 7}}",
            "pending: {www/prod/large: {next try: 1h}}",
            "held: a1",
            "native order: [a1, a2]",
            "ordered: [a2, a1]",
            "declined: a1",
            "requests: 7",
            "requests: [{hosts: [a2]}, {}]",
            "requests: [{job: nobody}, {}]",
            "requests: [{body: '{}'}, {}]",
            "requests: [{request: {cpu: 7}}, {}]",
            "updates: {www/prod/web: ROLLED_FORWARD}",
            "reserved: {a1: www/prod/web}",
            "breaker: OPEN",
            "metrics: {outstanding_offers: 7}",
            "metrics: {no_such_metric: present}"
        }) {
            Failure failure = failure(ASKING + """
                      - job: www/prod/web
                        placed: {www/prod/web/0: a1}
                      - job: www/prod/large
                        task: cpus:8;mem:128;disk:64
                      - job: www/prod/more
                        placed: {www/prod/more/0: a2}
                      - %s
                    """.formatted(check));
            assertThat(failure.step().text()).as(check).isNotEmpty();
            assertThat(failure.expected()).as(check).isNotEmpty();
            assertThat(failure.got()).as(check).isNotEmpty();
        }
    }

    @Test
    void a_command_that_makes_no_sense_is_told_as_a_refusal() {
        for (String step : new String[] {
            "kill: www/prod/nobody",
            "rescind: a9",
            "remove agent: a9",
            "fail: www/prod/web",
            "service: down",
            "update job: www/prod/web",
            "agent: 'a1{cpus:1;mem:64;disk:64}'"
        }) {
            Failure failure = failure(TWO_MACHINES + "  - " + step + "\n");
            assertThat(failure.problem()).as(step).isEqualTo("the call was refused");
            assertThat(failure.got()).as(step).contains("expected:");
        }
    }

    @Test
    void a_refusal_that_does_not_come_is_a_failure() {
        assertThat(failure(TWO_MACHINES + """
                  - job: www/prod/web
                    refused: exists
                    placed: anything
                """).problem()).contains("should have been refused");
    }
}
