package io.tender.benchmarks.daemon;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.journal.Journal;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.Journals;
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
        long bytes = 0;
        try (Journal journal = Journals.open(store)) {
            journal.recover();
            List<byte[]> group = new ArrayList<>();
            for (Change change : changes()) {
                byte[] record = codec.encode(List.of(change));
                bytes += record.length;
                group.add(record);
                if (group.size() == GROUP) {
                    journal.append(group);
                    group.clear();
                }
            }
            journal.append(group);
        }
        return bytes;
    }

    /** The same as a snapshot. */
    long writeSnapshot(StoreSettings store) throws JournalException {
        List<byte[]> parts = codec.encodeSnapshot(changes());
        long bytes = parts.stream().mapToLong(part -> part.length).sum();
        try (Journal journal = Journals.open(store)) {
            journal.recover();
            journal.snapshot(journal.append(List.of(codec.encode(List.of()))), parts);
        }
        return bytes;
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
        Resources needs = Resources.parse("cpus:0.5;mem:512");
        for (int i = 0; i < tasks; i++) {
            add(changes, i, needs);
        }
        return changes;
    }

    private static FrameworkId framework(int number) {
        return new FrameworkId("framework-" + number % FRAMEWORKS);
    }

    private void add(List<Change> changes, int number, Resources needs) {
        TaskId task = new TaskId("task-" + number);
        AgentId agent = new AgentId(agentName(1 + number % agents));
        FrameworkId framework = framework(number);
        UUID uuid = new UUID(1, number);
        TaskSpec spec = TaskSpec.of(task, agent, needs, Command.shell("exec ./work --shard " + number));
        changes.add(new Change.TaskLaunched(framework, spec, needs.allocate(ROLE), "", WHEN));
        TaskKey key = new TaskKey(framework, task);
        changes.add(new Change.TaskStatusChanged(
                key,
                new Status(
                        task,
                        RunState.RUNNING,
                        Status.Source.EXECUTOR,
                        Optional.of(agent),
                        Optional.empty(),
                        Optional.of(uuid),
                        WHEN,
                        "",
                        "",
                        Optional.empty(),
                        Optional.empty())));
        changes.add(new Change.StatusAcknowledged(key, uuid));
    }
}
