package io.tender.daemon.master;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is known of one agent, and the tasks it is believed to have. */
final class AgentRecord {
    private AgentInfo agent;
    private Set<AgentCapability> capabilities;
    private Resources reported;
    private Resources total;
    private final Instant joinedAt;
    private Optional<Instant> unreachableSince = Optional.empty();
    private boolean deactivated;
    private Optional<AgentView.Drain> drain = Optional.empty();
    private final TreeMap<TaskKey, TaskRecord> tasks = new TreeMap<>();

    AgentRecord(Change.AgentJoined joined) {
        this.agent = joined.agent();
        this.capabilities = joined.capabilities();
        this.reported = joined.reported();
        this.total = joined.total();
        this.joinedAt = joined.at();
    }

    void join(Change.AgentJoined again) {
        agent = again.agent();
        capabilities = again.capabilities();
        reported = again.reported();
        total = again.total();
        unreachableSince = Optional.empty();
    }

    /** Whether joining like this would change nothing. */
    boolean isAsAfter(Change.AgentJoined again) {
        return unreachableSince.isEmpty()
                && agent.equals(again.agent())
                && capabilities.equals(again.capabilities())
                && reported.equals(again.reported())
                && total.equals(again.total());
    }

    AgentId id() {
        return agent.id();
    }

    AgentInfo agent() {
        return agent;
    }

    Set<AgentCapability> capabilities() {
        return capabilities;
    }

    Resources reported() {
        return reported;
    }

    Resources total() {
        return total;
    }

    void setTotal(Resources changed) {
        total = changed;
    }

    Instant joinedAt() {
        return joinedAt;
    }

    Optional<Instant> unreachableSince() {
        return unreachableSince;
    }

    void setUnreachable(Instant since) {
        unreachableSince = Optional.of(since);
    }

    boolean isDeactivated() {
        return deactivated;
    }

    Optional<AgentView.Drain> drain() {
        return drain;
    }

    void deactivate() {
        deactivated = true;
    }

    void reactivate() {
        deactivated = false;
        drain = Optional.empty();
    }

    void setDrain(AgentView.Drain how) {
        deactivated = true;
        drain = Optional.of(how);
    }

    boolean isDraining() {
        return drain.filter(how -> !how.done()).isPresent();
    }

    /** All its tasks that are not settled, those that are over included. */
    SortedMap<TaskKey, TaskRecord> tasks() {
        return tasks;
    }

    /** One of those. */
    Optional<TaskRecord> task(TaskKey key) {
        return Optional.ofNullable(tasks.get(key));
    }

    List<TaskRecord> running() {
        return tasks.values().stream().filter(task -> !task.isOver()).toList();
    }

    /** What its tasks hold, per framework. */
    SortedMap<FrameworkId, Resources> used() {
        TreeMap<FrameworkId, Resources> used = new TreeMap<>();
        for (TaskRecord task : tasks.values()) {
            if (!task.isOver()) {
                used.merge(task.key().framework(), task.held(), Resources::plus);
            }
        }
        return used;
    }

    void writeTo(List<Change> changes) {
        changes.add(new Change.AgentJoined(agent, capabilities, reported, total, joinedAt));
        unreachableSince.ifPresent(since -> changes.add(new Change.AgentUnreachable(id(), since)));
        if (drain.isPresent()) {
            AgentView.Drain how = drain.get();
            changes.add(new Change.AgentDraining(id(), how.maxGrace(), how.markGone(), how.done()));
        } else if (deactivated) {
            changes.add(new Change.AgentDeactivated(id()));
        }
    }
}
