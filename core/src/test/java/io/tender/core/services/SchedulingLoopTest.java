package io.tender.core.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.service.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulingLoopTest {

    @Test
    void an_attempt_takes_only_so_many_tasks_and_the_next_follows_at_once() {
        Stage stage = Stage.set();
        for (int i = 0; i < 12; i++) {
            stage.offer("a" + i);
        }
        stage.submit(Stage.small(), 12).passMillis(1);
        assertThat(stage.launched).hasSize(5);
        stage.passMillis(1);
        assertThat(stage.launched).hasSize(10);
        stage.passMillis(1);
        assertThat(stage.launched).hasSize(12);
        assertThat(stage.metric("schedule_attempts_fired")).isEqualTo(12);
        assertThat(stage.metric("task_groups")).isZero();
    }

    @Test
    void a_group_that_finds_nothing_waits_longer_and_longer_up_to_a_bound() {
        Stage stage = Stage.set("enable_preemptor=false");
        stage.submit(Stage.small(), 1).passMillis(1);
        long first = nextTry(stage);
        assertThat(first).isBetween(1_000L, 2_000L);
        stage.passMillis(first);
        long second = nextTry(stage);
        assertThat(second).isBetween(first, 2 * first);
        stage.pass(Duration.ofMinutes(10));
        assertThat(nextTry(stage)).isLessThanOrEqualTo(60_000);
        assertThat(stage.metric("schedule_attempts_no_match")).isBetween(10L, 25L);
    }

    @Test
    void a_group_that_got_on_starts_again_from_the_first_penalty() {
        Stage stage = Stage.set("enable_preemptor=false", "hold_offers_forever=true");
        stage.submit(Stage.small(), 2).pass(Duration.ofMinutes(10));
        stage.offer("a");
        stage.pass(Duration.ofMinutes(1)).passMillis(0);
        assertThat(stage.agents()).isEqualTo("a -");
        assertThat(stage.scheduler.why(stage.task(1).id()).orElseThrow().nextTryMillis())
                .isLessThan(60_000);
    }

    private static long nextTry(Stage stage) {
        return stage.scheduler.why(stage.task(0).id()).orElseThrow().nextTryMillis();
    }

    @Test
    void attempts_are_limited_per_second_after_a_burst() {
        Stage stage = Stage.set("max_schedule_attempts_per_sec=2", "max_tasks_per_schedule_attempt=1");
        for (int i = 0; i < 10; i++) {
            stage.offer("a" + i);
        }
        stage.submit(Stage.small(), 10).passMillis(10);
        assertThat(stage.launched).hasSize(2);
        stage.pass(Duration.ofSeconds(2));
        assertThat(stage.launched).hasSize(6);
        assertThat(stage.metric("schedule_attempts_blocks")).isPositive();
    }

    @Test
    void a_task_killed_while_it_waits_is_not_placed() {
        Stage stage = Stage.set();
        stage.submit(Stage.small(), 2);
        stage.offer("a");
        stage.offer("b");
        stage.scheduler.kill(Stage.JOB, List.of(0));
        stage.tick();

        assertThat(stage.launched).hasSize(1);
        assertThat(stage.task(1).state()).isEqualTo(TaskState.ASSIGNED);
    }

    @Test
    void low_priorities_let_attempts_pass_while_more_important_tasks_wait_if_the_setting_says_so() {
        Stage stage = Stage.set(
                "probabilistic_priority_assigner_exponent=4", "max_schedule_penalty=1secs", "enable_preemptor=false");
        stage.submit(Stage.config("www/prod/urgent", "cpus:64;mem:128;disk:64").withPriority(9), 1);
        stage.submit(Stage.small(), 1);
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.metric("schedule_attempts_passed_over")).isBetween(30L, 60L);

        Stage off = Stage.set("enable_preemptor=false");
        off.submit(Stage.config("www/prod/urgent", "cpus:64;mem:128;disk:64").withPriority(9), 1);
        off.submit(Stage.small(), 1).pass(Duration.ofMinutes(1));
        assertThat(off.metric("schedule_attempts_passed_over")).isZero();
    }

    @Test
    void the_rate_limit_saves_up_at_most_a_second() {
        RateLimit limit = new RateLimit(4, 0);
        for (int i = 0; i < 4; i++) {
            assertThat(limit.reserve(0)).isZero();
        }
        assertThat(limit.reserve(0)).isEqualTo(250);
        assertThat(limit.reserve(0)).isEqualTo(500);
        assertThat(limit.reserve(10_000)).isZero();
    }

    @Test
    void timers_that_are_called_off_cost_the_host_nothing() {
        VirtualHost host = new VirtualHost(key -> key);
        Agenda agenda = new Agenda(host);
        for (int i = 0; i < 1_000; i++) {
            agenda.cancel(agenda.in(300_000, () -> {
                throw new AssertionError("called off");
            }));
        }
        assertThat(host.timers()).isEqualTo(1);
        assertThat(agenda.size()).isZero();
        host.advance(Duration.ofMinutes(10));
        assertThat(host.timers()).isZero();
    }
}
