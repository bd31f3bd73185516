package io.tender.daemon.master;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.batch.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is known of one agent, and the tasks it is believed to have. */
final class AgentRecord {
    private AgentInfo said;

    /** What operators gave it. */
    private List<Taint> taints = List.of();

    /** What it says of itself, and those taints. */
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
        this.said = joined.agent();
        this.agent = joined.agent();
        this.capabilities = joined.capabilities();
        this.reported = joined.reported();
        this.total = joined.total();
        this.joinedAt = joined.at();
    }

    void join(Change.AgentJoined again) {
        said = again.agent();
        agent = Taints.added(said, taints);
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

    /** With the taints that operators gave it, as everybody sees it. */
    AgentInfo agent() {
        return agent;
    }

    /** Only what it says of itself. */
    AgentInfo said() {
        return said;
    }

    /** Only those that operators gave it. */
    List<Taint> taints() {
        return taints;
    }

    void setTaints(List<Taint> given) {
        taints = given;
        agent = Taints.added(said, given);
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
        changes.add(new Change.AgentJoined(said, capabilities, reported, total, joinedAt));
        if (!taints.isEmpty()) {
            changes.add(new Change.AgentTainted(id(), taints));
        }
        unreachableSince.ifPresent(since -> changes.add(new Change.AgentUnreachable(id(), since)));
        if (drain.isPresent()) {
            AgentView.Drain how = drain.get();
            changes.add(new Change.AgentDraining(id(), how.maxGrace(), how.markGone(), how.done()));
        } else if (deactivated) {
            changes.add(new Change.AgentDeactivated(id()));
        }
    }
}
