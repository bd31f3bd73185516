package io.tender.extender.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.batch.ResourceList;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is lent comes back when, and only when, the task is gone, whatever the scheduler says or does not say. */
class TenureTest {
    private static final ResourceList ONE = ResourceList.of("seats", 1000);
    private static final Task TASK = Task.of("default", "t", "u");

    private Instant now = Instant.EPOCH;
    private final Ledger ledger = Ledger.inMemory(() -> now, Duration.ofMinutes(1), 100);
    private final Tenure tenure =
            new Tenure(ledger, task -> ledger.reserve(task.key(), "seats", ONE).refusal());

    TenureTest() {
        ledger.capacity("seats", ONE);
    }

    private static Snapshot running(Snapshot.Extent extent, Task... tasks) {
        List<Job> jobs = Stream.of(tasks)
                .map(task -> new Job(
                        "default",
                        "j",
                        "j",
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        1,
                        Collections.emptySortedMap(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Collections.emptySortedMap(),
                        Collections.emptySortedMap(),
                        Optional.empty(),
                        List.of(task),
                        Document.none()))
                .toList();
        return new Snapshot(
                Optional.empty(),
                extent,
                Optional.empty(),
                List.of(),
                jobs,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private void session(Task... tasks) {
        assertThat(tenure.follow(running(Snapshot.Extent.FULL, tasks))).isTrue();
    }

    @Test
    void what_runs_keeps_what_it_has_though_nobody_ever_commits() {
        assertThat(tenure.begin(TASK)).isEmpty();
        session(TASK.on("n1"));
        now = now.plus(Duration.ofHours(1));
        assertThat(tenure.holds(TASK)).isTrue();
        assertThat(tenure.begin(Task.of("default", "other", "o"))).isPresent();
        session();
        assertThat(tenure.begin(Task.of("default", "other", "o"))).isEmpty();
    }

    @Test
    void what_lapsed_while_the_task_was_starting_is_taken_again_when_it_is_seen() {
        assertThat(tenure.begin(TASK)).isEmpty();
        now = now.plus(Duration.ofMinutes(2));
        assertThat(tenure.holds(TASK)).isFalse();
        session(TASK.on("n1"));
        assertThat(tenure.holds(TASK)).isTrue();
    }

    @Test
    void a_placement_that_came_to_nothing_gives_back_and_one_that_was_confirmed_does_not() {
        assertThat(tenure.begin(TASK)).isEmpty();
        tenure.undo(TASK);
        assertThat(tenure.holds(TASK)).isFalse();
        assertThat(tenure.begin(TASK)).isEmpty();
        tenure.confirm(TASK);
        tenure.undo(TASK);
        assertThat(tenure.holds(TASK)).isTrue();
    }

    @Test
    void who_lost_the_place_and_waits_again_holds_nothing_for_others_to_wait_for() {
        assertThat(tenure.begin(TASK)).isEmpty();
        tenure.confirm(TASK);
        session(TASK.on("n1"));
        assertThat(tenure.holds(TASK)).isTrue();
        // Evicted, or never started: the same task waits for a place again.
        session(in("Pending"));
        assertThat(tenure.holds(TASK)).isFalse();
        assertThat(tenure.begin(Task.of("default", "other", "o"))).isEmpty();
    }

    @Test
    void what_runs_on_an_agent_that_is_not_shown_holds_what_it_had_and_takes_what_it_has_lost() {
        session(in("Running"));
        assertThat(tenure.holds(TASK)).isTrue();
        now = now.plus(Duration.ofHours(1));
        session(in("Running"));
        assertThat(tenure.holds(TASK)).isTrue();
        session(in("Succeeded"));
        assertThat(tenure.holds(TASK)).isFalse();
    }

    /** As schedulers show it where no agent is to be named. */
    private static Task in(String phase) {
        return new Task(
                TASK.namespace(),
                TASK.name(),
                TASK.uid(),
                TASK.job(),
                TASK.queue(),
                TASK.role(),
                Optional.of(phase),
                TASK.priority(),
                TASK.preemptable(),
                TASK.resources(),
                TASK.labels(),
                TASK.annotations(),
                TASK.nodeSelector(),
                Optional.of(""),
                TASK.raw());
    }

    @Test
    void changes_alone_say_nothing_of_what_is_gone() {
        assertThat(tenure.begin(TASK)).isEmpty();
        assertThat(tenure.follow(running(Snapshot.Extent.DELTA))).isFalse();
        assertThat(tenure.follow(running(Snapshot.Extent.NONE))).isTrue();
        assertThat(tenure.holds(TASK)).isTrue();
    }

    @Test
    void a_server_that_lends_hears_all_that_there_is_to_hear() {
        try (ExtenderServer server = ExtenderServer.builder().lending(tenure).listen(0)) {
            assertThat(server.verbs().get(Dialect.VOLCANO))
                    .containsExactly("abort", "allocateFunc", "commit", "deallocateFunc", "onSessionOpen");
        }
    }
}
