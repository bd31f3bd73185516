package io.tender.core.batch;

import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the waiting tasks room is wanted for: those without a gate, of a queue that is open, of a job that is not set aside
 * and that all agents together could take.
 */
final class WantedRoom {
    private final Map<JobId, JobEntry> entries;
    private final QueueBook queues;
    private final WaitingTasks placeable = new WaitingTasks();
    private final Set<JobId> setAside = new HashSet<>();
    private final Set<JobId> tooLarge = new HashSet<>();
    /** Those about whom something has changed since they were compared with the agents. */
    private final Set<JobId> unmeasured = new HashSet<>();

    private Optional<Bounds.State> measuredBy = Optional.empty();
    private int waiting;

    /** @param entries the jobs, as they change */
    WantedRoom(Map<JobId, JobEntry> entries, QueueBook queues) {
        this.entries = entries;
        this.queues = queues;
    }

    /** How many tasks wait, whether or not room is wanted for them. */
    int waiting() {
        return waiting;
    }

    boolean isWanted() {
        return placeable.areIn(queues::isOpen);
    }

    Set<ResourceList> requests() {
        return placeable.requests(queues::isOpen);
    }

    /** @param more 1 if the task waits now and did not before, -1 the other way round */
    void waits(JobEntry entry, Task task, int more) {
        waiting += more;
        if (more != 0 && !entry.wantsNoRoom() && !task.template().gated()) {
            placeable.add(entry.job.queue(), task.request(), more);
        }
    }

    /** What the job needs may be something else than before. */
    void needsChanged(JobId id) {
        unmeasured.add(id);
    }

    /** The job is gone, or another one by the same name is there now. */
    void forget(JobId id) {
        setAside.remove(id);
        tooLarge.remove(id);
        unmeasured.remove(id);
    }

    boolean hasSetAside() {
        return !setAside.isEmpty();
    }

    void setAside(Collection<JobId> ids) {
        for (JobId id : ids) {
            JobEntry entry = entries.get(id);
            if (entry != null && setAside.add(id)) {
                mark(entry, true, entry.tooLarge);
            }
        }
    }

    void takeUp() {
        List.copyOf(setAside).forEach(this::takeUp);
    }

    void takeUpAllBut(Set<JobId> keptBack) {
        setAside.stream().filter(id -> !keptBack.contains(id)).toList().forEach(this::takeUp);
    }

    void takeUp(JobId id) {
        JobEntry entry = setAside.remove(id) ? entries.get(id) : null;
        if (entry != null) {
            mark(entry, false, entry.tooLarge);
        }
    }

    boolean hasTooLarge() {
        return !tooLarge.isEmpty();
    }

    /** Compares those with the agents of whom the answer may be another one than the last time. */
    void measure(Bounds bounds) {
        Optional<Bounds.State> now = Optional.of(bounds.state());
        Collection<JobId> concerned = now.equals(measuredBy) ? unmeasured : entries.keySet();
        for (JobId id : List.copyOf(concerned)) {
            JobEntry entry = entries.get(id);
            if (entry != null) {
                measure(entry, bounds);
            }
        }
        measuredBy = now;
        unmeasured.clear();
    }

    /** Sees whether there are agents now for those who were too large. */
    void measureTooLarge(Bounds bounds) {
        for (JobId id : List.copyOf(tooLarge)) {
            Optional.ofNullable(entries.get(id)).ifPresent(entry -> measure(entry, bounds));
        }
    }

    private void measure(JobEntry entry, Bounds bounds) {
        boolean now = bounds.capacity().isKnown() && !entry.couldRunWithin(bounds);
        if (now != entry.tooLarge) {
            mark(entry, entry.setAside, now);
            if (now) {
                tooLarge.add(entry.job.id());
            } else {
                tooLarge.remove(entry.job.id());
            }
        }
    }

    private void mark(JobEntry entry, boolean aside, boolean large) {
        boolean before = entry.wantsNoRoom();
        entry.setAside = aside;
        entry.tooLarge = large;
        if (before != entry.wantsNoRoom()) {
            count(entry, before ? 1 : -1);
        }
    }

    private void count(JobEntry entry, int sign) {
        for (TaskRecord task : entry.tasks) {
            if (task.status() == TaskStatus.PENDING && !task.task().template().gated()) {
                placeable.add(entry.job.queue(), task.task().request(), sign);
            }
        }
    }
}
