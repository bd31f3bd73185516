package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is known of one task. Its statuses are kept in order; those before a certain place are acknowledged, and the first
 * after it is what the framework is told until it acknowledges it.
 */
final class TaskRecord {
    /** More than a task has states: only an agent that comes and goes while nobody listens gets this far. */
    private static final int MOST_STATUSES = 16;

    private final TaskKey key;
    private final TaskSpec spec;
    private final Resources held;
    private final String group;
    private final Instant launchedAt;
    private final ArrayList<Status> statuses = new ArrayList<>();
    private int acknowledged;
    private RunState state = RunState.STAGING;
    private Optional<Duration> killGrace = Optional.empty();
    private boolean overdue;

    TaskRecord(Change.TaskLaunched launched) {
        this.key = new TaskKey(launched.framework(), launched.spec().id());
        this.spec = launched.spec();
        this.held = launched.held();
        this.group = launched.group();
        this.launchedAt = launched.at();
    }

    TaskKey key() {
        return key;
    }

    TaskSpec spec() {
        return spec;
    }

    Resources held() {
        return held;
    }

    /** Whether one that ends badly takes the other with it. */
    boolean endsWith(TaskRecord other) {
        return !group.isEmpty() && group.equals(other.group) && !key.equals(other.key);
    }

    RunState state() {
        return state;
    }

    boolean isOver() {
        return state.isTerminal();
    }

    Optional<Duration> killGrace() {
        return killGrace;
    }

    void askKill(Duration grace) {
        killGrace = Optional.of(grace);
    }

    /** Whether it has run for longer than it may. */
    boolean isOverdue() {
        return overdue;
    }

    void setOverdue() {
        overdue = true;
    }

    /** Since when it runs, as far as its statuses are remembered. */
    Optional<Instant> runningSince() {
        return statuses.stream()
                .filter(status -> status.state() == RunState.RUNNING)
                .map(Status::at)
                .findFirst();
    }

    void add(Status status) {
        statuses.add(status);
        state = status.state();
        if (statuses.size() > MOST_STATUSES) {
            forgetOne();
        }
    }

    /** The oldest that was acknowledged; or else the second that was not, as the first may be on its way. */
    private void forgetOne() {
        if (acknowledged > 0) {
            statuses.removeFirst();
            acknowledged--;
        } else {
            statuses.remove(1);
        }
    }

    Optional<Status> unacknowledged() {
        return acknowledged < statuses.size() ? Optional.of(statuses.get(acknowledged)) : Optional.empty();
    }

    boolean awaits(UUID uuid) {
        return unacknowledged().flatMap(Status::uuid).filter(uuid::equals).isPresent();
    }

    void acknowledge() {
        acknowledged++;
    }

    /** Whether nothing is left to tell of it. */
    boolean isSettled() {
        return isOver() && acknowledged == statuses.size();
    }

    /** Its framework ended, so nobody will be told; what it would have said is not known. */
    void endWithFramework() {
        if (!isOver()) {
            state = RunState.KILLED;
        }
    }

    /** Whether that report was taken note of. */
    boolean knows(UUID uuid) {
        return statuses.stream()
                .anyMatch(status -> status.uuid().filter(uuid::equals).isPresent());
    }

    Optional<Status> latest() {
        return statuses.isEmpty() ? Optional.empty() : Optional.of(statuses.getLast());
    }

    TaskView view() {
        return new TaskView(
                key, spec, held, held.allocatedTo(), state, launchedAt, List.copyOf(statuses), killGrace.isPresent());
    }

    /** What rebuilds it. */
    void writeTo(List<Change> changes) {
        changes.add(new Change.TaskLaunched(key.framework(), spec, held, group, launchedAt));
        if (overdue) {
            changes.add(new Change.TaskOverdue(key));
        }
        killGrace.ifPresent(grace -> changes.add(new Change.TaskKillAsked(key, grace)));
        statuses.forEach(status -> changes.add(new Change.TaskStatusChanged(key, status)));
        statuses.subList(0, acknowledged)
                .forEach(status ->
                        status.uuid().ifPresent(uuid -> changes.add(new Change.StatusAcknowledged(key, uuid))));
    }
}
