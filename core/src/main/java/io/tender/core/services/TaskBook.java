package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds tasks that are not over: by id, by instance, and by the agent they are on. */
final class TaskBook {
    private final Map<TaskId, Task> byId = new HashMap<>();
    private final Map<JobKey, TreeMap<Integer, Task>> byJob = new TreeMap<>();
    private final Map<AgentId, OnAgent> byAgent = new HashMap<>();

    /** The tasks of one agent. */
    private static final class OnAgent {
        final TreeMap<TaskId, Task> tasks = new TreeMap<>();
        /** What the agent said of itself when they were sent there, if that is the same for all of them. */
        @Nullable
        HostAttributes attributes;
    }

    void add(Task task) {
        Task before =
                byJob.computeIfAbsent(task.key.job(), job -> new TreeMap<>()).putIfAbsent(task.key.instance(), task);
        if (before != null) {
            throw new IllegalStateException("Instance " + task.key + " would run twice: as " + before.id + " ("
                    + before.state + ") and as " + task.id);
        }
        byId.put(task.id, task);
    }

    /** Forgets a task that is over. */
    void remove(Task task) {
        byId.remove(task.id);
        TreeMap<Integer, Task> siblings = byJob.get(task.key.job());
        if (siblings != null) {
            siblings.remove(task.key.instance(), task);
            if (siblings.isEmpty()) {
                byJob.remove(task.key.job());
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // equal is what is meant, and the same is quickly found out
    void placed(Task task, Task.Place place) {
        OnAgent there = byAgent.computeIfAbsent(place.agent(), key -> new OnAgent());
        if (there.tasks.isEmpty()) {
            there.attributes = place.attributes();
        } else if (place.attributes() != there.attributes && !place.attributes().equals(there.attributes)) {
            there.attributes = null;
        }
        there.tasks.put(task.id, task);
    }

    /** Whether no task on the agent was sent there under other attributes; from now on it is so. */
    @SuppressWarnings("ReferenceEquality") // as above
    boolean alreadyKnowOf(AgentId agent, HostAttributes attributes) {
        OnAgent there = byAgent.get(agent);
        if (there == null) {
            return true;
        }
        boolean known = attributes == there.attributes || attributes.equals(there.attributes);
        there.attributes = attributes;
        return known;
    }

    void unplaced(Task task, AgentId agent) {
        OnAgent there = byAgent.get(agent);
        if (there != null) {
            there.tasks.remove(task.id);
            if (there.tasks.isEmpty()) {
                byAgent.remove(agent);
            }
        }
    }

    @Nullable
    Task byId(TaskId id) {
        return byId.get(id);
    }

    Optional<Task> of(InstanceKey key) {
        TreeMap<Integer, Task> siblings = byJob.get(key.job());
        return siblings == null ? Optional.empty() : Optional.ofNullable(siblings.get(key.instance()));
    }

    /** The tasks of a job by instance. */
    Collection<Task> of(JobKey job) {
        TreeMap<Integer, Task> siblings = byJob.get(job);
        return siblings == null ? List.of() : Collections.unmodifiableCollection(siblings.values());
    }

    /** The tasks on an agent, in a list of its own, so that they can be changed while it is walked. */
    List<Task> on(AgentId agent) {
        OnAgent there = byAgent.get(agent);
        return there == null ? List.of() : new ArrayList<>(there.tasks.values());
    }

    boolean isEmpty(AgentId agent) {
        return !byAgent.containsKey(agent);
    }

    /** The agents that have tasks, in no order. */
    Set<AgentId> agents() {
        return Collections.unmodifiableSet(byAgent.keySet());
    }

    /** All tasks, by job and instance. */
    List<Task> all() {
        List<Task> all = new ArrayList<>(byId.size());
        byJob.values().forEach(tasks -> all.addAll(tasks.values()));
        return all;
    }

    int size() {
        return byId.size();
    }
}
