package io.tender.benchmarks.daemon;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.simulated.SimulatedCluster;
import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.Journals;
import io.tender.daemon.journal.SnapshotPolicy;
import io.tender.daemon.journal.StoreSettings;
import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.master.TaskSpec;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The state of a large cluster in which every task runs, written into a store by the journal's own code. */
final class SampleState {
    static final String TOTAL = "cpus:16;mem:65536;disk:100000;ports:[31000-32000]";

    private static final int FRAMEWORKS = 100;
    private static final Role ROLE = Role.of("sample");
    private static final Instant WHEN = Instant.parse("2026-01-01T00:00:00Z");

    /** Records in one append, as a busy group has them. */
    private static final int GROUP = 1000;

    private static final int CHANGES_OF_A_LAUNCH = 3;
    private static final int CHANGES_OF_AN_END = 2;

    private final int agents;
    private final int tasks;
    private final ChangeCodec codec = new ChangeCodec();

    SampleState(int agents, int tasks) {
        this.agents = agents;
        this.tasks = tasks;
    }

    static String agentName(int number) {
        return "sim-" + number;
    }

    /** All of it as the records that the turns of a daemon would have left. */
    long writeRecords(StoreSettings store) throws JournalException {
        try (Journal journal = Journals.open(store)) {
            journal.recover();
            return append(journal, changes());
        }
    }

    /** The same as a snapshot. */
    long writeSnapshot(StoreSettings store) throws JournalException {
        try (Journal journal = Journals.open(store)) {
            journal.recover();
            return snapshot(journal);
        }
    }

    /** As a snapshot when the next one is all but due: tasks have ended since, and others run in their place. */
    long writeSnapshotAndRecords(StoreSettings store) throws JournalException {
        List<Change> since = new ArrayList<>();
        Resources needs = needs();
        int due = Math.min(2 * tasks, (int) SnapshotPolicy.DEFAULT.records()) - CHANGES_OF_AN_END - CHANGES_OF_A_LAUNCH;
        for (int i = 0; since.size() <= due; i++) {
            end(since, i);
            launch(since, i + tasks, needs);
        }
        try (Journal journal = Journals.open(store)) {
            journal.recover();
            return snapshot(journal) + append(journal, since);
        }
    }

    private long append(Journal journal, List<Change> changes) throws JournalException {
        long bytes = 0;
        List<byte[]> group = new ArrayList<>();
        for (Change change : changes) {
            byte[] record = codec.encode(List.of(change));
            bytes += record.length;
            group.add(record);
            if (group.size() == GROUP) {
                journal.append(group);
                group.clear();
            }
        }
        journal.append(group);
        return bytes;
    }

    private long snapshot(Journal journal) throws JournalException {
        List<byte[]> parts = codec.encodeSnapshot(changes());
        journal.snapshot(journal.append(List.of(codec.encode(List.of()))), parts);
        return parts.stream().mapToLong(part -> part.length).sum();
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        Resources total = Resources.parse(TOTAL);
        for (int i = 1; i <= agents; i++) {
            AgentInfo agent = new AgentInfo(new AgentId(agentName(i)), agentName(i), List.of(), Optional.empty());
            changes.add(new Change.AgentJoined(agent, AgentCapability.all(), total, total, WHEN));
        }
        for (int i = 0; i < FRAMEWORKS; i++) {
            changes.add(new Change.FrameworkSubscribed(
                    framework(i),
                    Subscription.of("sample-" + i, ROLE).withId(framework(i)).withFailoverTimeout(Duration.ofDays(7)),
                    WHEN));
        }
        Resources needs = needs();
        for (int i = 0; i < tasks; i++) {
            launch(changes, i, needs);
        }
        return changes;
    }

    private static Resources needs() {
        return Resources.parse("cpus:0.5;mem:512");
    }

    private static FrameworkId framework(int number) {
        return new FrameworkId("framework-" + number % FRAMEWORKS);
    }

    private AgentId agent(int number) {
        return new AgentId(agentName(1 + number % agents));
    }

    private static TaskKey key(int number) {
        return new TaskKey(framework(number), new TaskId("task-" + number));
    }

    private void launch(List<Change> changes, int number, Resources needs) {
        TaskSpec spec =
                TaskSpec.of(key(number).task(), agent(number), needs, Command.shell("exec ./work --shard " + number));
        changes.add(new Change.TaskLaunched(framework(number), spec, needs.allocate(ROLE), "", at(changes)));
        tell(changes, number, RunState.RUNNING);
    }

    private void end(List<Change> changes, int number) {
        tell(changes, number, RunState.FINISHED);
    }

    private void tell(List<Change> changes, int number, RunState state) {
        UUID uuid = SimulatedCluster.uuid(key(number), state);
        changes.add(new Change.TaskStatusChanged(
                key(number),
                new Status(
                        key(number).task(),
                        state,
                        Status.Source.EXECUTOR,
                        Optional.of(agent(number)),
                        Optional.empty(),
                        Optional.of(uuid),
                        at(changes),
                        "",
                        "",
                        Optional.empty(),
                        Optional.empty())));
        changes.add(new Change.StatusAcknowledged(key(number), uuid));
    }

    /** No two things happen at the same time. */
    private static Instant at(List<Change> changes) {
        return WHEN.plus(Duration.ofNanos(1_234_567L * changes.size()));
    }
}
