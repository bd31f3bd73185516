package io.tender.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class GroupCommitTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeJournal journal = new FakeJournal();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<JournalException> broken = new CompletableFuture<>();
    private final GroupCommit commit = new GroupCommit(
            journal,
            InstantSource.fixed(NOW),
            registry,
            failure -> assertThat(broken.complete(failure)).isTrue());

    @Test
    void what_gathers_while_a_group_is_written_becomes_one_group() throws Exception {
        journal.gate = new CountDownLatch(1);
        submit("a");
        journal.firstAppend.await();
        submit("b", "c");
        submit();
        submit("d");
        assertThat(told).isEmpty();
        journal.gate.countDown();
        commit.close();
        assertThat(journal.groupSizes()).containsExactly(1, 3);
        assertThat(told).containsExactly("[a]", "[b, c]", "[]", "[d]");
        assertThat(registry.get("tender.journal.append").timer().count()).isEqualTo(2);
        assertThat(registry.get("tender.journal.records").counter().count()).isEqualTo(4);
        assertThat(registry.get("tender.journal.bytes").counter().count()).isEqualTo(4);
    }

    @Test
    void a_group_has_a_bound() throws Exception {
        journal.gate = new CountDownLatch(1);
        submit("a");
        journal.firstAppend.await();
        for (int i = 0; i < 3; i++) {
            commit.submit(List.of(new byte[(int) GroupCommit.GROUP_BYTES / 2 - 100]), () -> {});
        }
        journal.gate.countDown();
        commit.close();
        assertThat(journal.groupSizes()).containsExactly(1, 2, 1);
    }

    @Test
    void a_passing_failure_is_tried_again_and_can_be_seen_meanwhile() {
        List<JournalHealth> seen = Collections.synchronizedList(new ArrayList<>());
        journal.onAppend = () -> seen.add(commit.health());
        journal.failures.add(FakeJournal.passing());
        journal.failures.add(FakeJournal.passing());
        submit("a");
        submit("b");
        assertThat(commit.close(Duration.ofSeconds(30))).isTrue();
        assertThat(told).containsExactly("[a]", "[b]");
        JournalHealth failing = new JournalHealth.Failing(NOW, "no room");
        assertThat(seen).startsWith(new JournalHealth.Fine(), failing, failing);
        assertThat(commit.health()).isEqualTo(new JournalHealth.Fine());
        assertThat(registry.get("tender.journal.failures").counter().count()).isEqualTo(2);
        assertThat(broken).isNotDone();
    }

    @Test
    void after_a_lasting_failure_nothing_is_ever_run() throws Exception {
        journal.failures.add(FakeJournal.lasting());
        submit("a");
        assertThat(broken.get()).hasMessage("taken by another");
        submit("b");
        assertThat(commit.close(Duration.ofSeconds(30))).isFalse();
        assertThat(told).isEmpty();
        assertThat(journal.groups).isEmpty();
        assertThat(commit.health()).isEqualTo(new JournalHealth.Broken(NOW, "taken by another"));
    }

    @Test
    void an_action_that_throws_does_not_stop_the_others() {
        commit.submit(List.of(), () -> {
            throw new IllegalStateException("a bug");
        });
        submit("a");
        commit.close();
        assertThat(told).containsExactly("[a]");
    }

    @Test
    void closing_gives_up_when_the_journal_goes_on_failing() {
        for (int i = 0; i < 1000; i++) {
            journal.failures.add(FakeJournal.passing());
        }
        submit("a");
        assertThat(commit.close(Duration.ofMillis(100))).isFalse();
        assertThat(told).isEmpty();
    }

    @Test
    void a_submitter_waits_when_very_much_is_waiting_and_others_are_kept_out_before() throws Exception {
        journal.gate = new CountDownLatch(1);
        submit("a");
        journal.firstAppend.await();
        byte[] large = new byte[1 << 20];
        assertThat(commit.hasRoom()).isTrue();
        for (int i = 0; i < 64; i++) {
            commit.submit(List.of(large), () -> {});
        }
        assertThat(commit.hasRoom()).isFalse();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> commit.submit(List.of(large), () -> {}));
        assertThat(one).isNotDone();
        journal.gate.countDown();
        one.get();
        assertThat(commit.close(Duration.ofSeconds(30))).isTrue();
        assertThat(commit.waitingBytes()).isZero();
    }

    @Test
    void nobody_waits_any_more_once_an_end_is_near() throws Exception {
        journal.gate = new CountDownLatch(1);
        submit("a");
        journal.firstAppend.await();
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 64; i++) {
            commit.submit(List.of(large), () -> {});
        }
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> commit.submit(List.of(large), () -> {}));
        assertThat(one).isNotDone();
        commit.letGo();
        one.get();
        journal.gate.countDown();
        assertThat(commit.close(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void nothing_is_taken_after_closing() {
        commit.close();
        assertThatThrownBy(() -> submit("a")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_snapshot_is_taken_when_due_and_does_not_hold_up_appends() throws Exception {
        Snapshots snapshots = new Snapshots(
                commit, new SnapshotPolicy(3, 1000), journal.recover(), () -> List.of(Samples.bytes("state")));
        journal.snapshotGate = new CountDownLatch(1);
        for (int i = 1; i <= 10; i++) {
            CompletableFuture<Void> durable = new CompletableFuture<>();
            snapshots.submit(Samples.records(i, 1), () -> durable.complete(null));
            durable.get();
        }
        assertThat(snapshots.isUnderWay()).isTrue();
        journal.snapshotGate.countDown();
        journal.awaitSnapshots(1);
        assertThat(journal.snapshots).containsExactly(3L);
        commit.close();
        assertThat(journal.groups).hasSize(10);
    }

    @Test
    void a_long_journal_is_followed_by_a_snapshot_soon() throws Exception {
        Journal.Recovered recovered = new Journal.Recovered(List.of(), Samples.records(1, 5), 5, "");
        Snapshots snapshots = new Snapshots(commit, new SnapshotPolicy(6, 1000), recovered, List::of);
        snapshots.submit(Samples.records(6, 1), () -> {});
        journal.awaitSnapshots(1);
        assertThat(journal.snapshots).containsExactly(6L);
        commit.close();
    }

    @Test
    void a_start_is_not_burdened_with_a_snapshot_unless_one_is_long_overdue() throws Exception {
        Journal.Recovered recovered = new Journal.Recovered(List.of(), Samples.records(1, 79), 79, "");
        Snapshots later = new Snapshots(commit, new SnapshotPolicy(20, 100_000), recovered, List::of);
        later.submit(Samples.records(80, 1), () -> {});
        assertThat(later.isUnderWay()).isFalse();
        later.submit(Samples.records(81, 1), () -> {});
        journal.awaitSnapshots(1);
        assertThat(journal.snapshots).containsExactly(81L);

        Snapshots atOnce = new Snapshots(commit, new SnapshotPolicy(19, 100_000), recovered, List::of);
        atOnce.submit(List.of(), () -> {});
        journal.awaitSnapshots(2);
        assertThat(journal.snapshots).containsExactly(81L, 79L);
        commit.close();
    }

    private void submit(String... records) {
        List<String> names = List.of(records);
        commit.submit(names.stream().map(Samples::bytes).toList(), () -> told.add(names.toString()));
    }
}
