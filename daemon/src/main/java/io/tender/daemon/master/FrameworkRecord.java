package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is known of one framework and its tasks. */
final class FrameworkRecord {
    private final FrameworkId id;
    private Subscription subscription;
    private final Instant registeredAt;
    private Instant reregisteredAt;
    private final TreeMap<TaskId, TaskRecord> tasks = new TreeMap<>();

    /** Oldest first. */
    private final LinkedHashMap<TaskId, TaskRecord> completed = new LinkedHashMap<>();

    private Optional<Change.FrameworkGone> gone = Optional.empty();

    FrameworkRecord(FrameworkId id, Subscription subscription, Instant at) {
        this.id = id;
        this.subscription = subscription;
        this.registeredAt = at;
        this.reregisteredAt = at;
    }

    FrameworkId id() {
        return id;
    }

    Subscription subscription() {
        return subscription;
    }

    void subscribe(Subscription changed, Instant at) {
        subscription = changed;
        reregisteredAt = at;
    }

    Instant registeredAt() {
        return registeredAt;
    }

    Instant reregisteredAt() {
        return reregisteredAt;
    }

    Optional<Instant> goneAt() {
        return gone.map(Change.FrameworkGone::at);
    }

    /** Its tasks that are not settled. */
    SortedMap<TaskId, TaskRecord> tasks() {
        return tasks;
    }

    List<TaskRecord> completed() {
        return List.copyOf(completed.values());
    }

    void complete(TaskRecord task, int most) {
        tasks.remove(task.spec().id());
        // An id may be used again once its task is over; the newer one is the one remembered.
        completed.remove(task.spec().id());
        completed.put(task.spec().id(), task);
        if (completed.size() > most) {
            completed.remove(completed.firstEntry().getKey());
        }
    }

    void end(Change.FrameworkGone how, int most) {
        gone = Optional.of(how);
        for (TaskRecord task : List.copyOf(tasks.values())) {
            task.endWithFramework();
            complete(task, most);
        }
    }

    /** What its tasks hold, per agent. */
    SortedMap<AgentId, Resources> used() {
        TreeMap<AgentId, Resources> used = new TreeMap<>();
        for (TaskRecord task : tasks.values()) {
            if (!task.isOver()) {
                used.merge(task.spec().agent(), task.held(), Resources::plus);
            }
        }
        return used;
    }

    void writeTo(List<Change> changes) {
        changes.add(new Change.FrameworkSubscribed(id, subscription, registeredAt));
        if (!reregisteredAt.equals(registeredAt)) {
            changes.add(new Change.FrameworkSubscribed(id, subscription, reregisteredAt));
        }
        // Tasks that ended with the framework were not over before it ended.
        new ArrayList<>(completed.values()).forEach(task -> task.writeTo(changes));
        tasks.values().forEach(task -> task.writeTo(changes));
        gone.ifPresent(changes::add);
    }
}
