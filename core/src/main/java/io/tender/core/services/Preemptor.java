package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.TaskGroupKey;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evicts tasks for a group that finds no place: takes a slot that was found for it earlier, checks that it still holds,
 * and keeps the machine for the group until its freed resources have been offered.
 */
final class Preemptor {
    private final Agenda agenda;
    private final Machines machines;
    private final TaskBook tasks;
    private final Victims victims;
    private final Reservations reservations;
    private final UpdateAffinity affinity;
    private final Lifecycle lifecycle;
    private final ServiceMetrics metrics;
    private final long holdMillis;
    private final Map<TaskGroupKey, ArrayDeque<Slot>> slots = new HashMap<>();

    /** A machine on which evictions would make room. */
    private record Slot(AgentId agent, long until) {}

    Preemptor(
            ServiceSettings settings,
            Agenda agenda,
            Machines machines,
            TaskBook tasks,
            Victims victims,
            Reservations reservations,
            UpdateAffinity affinity,
            Lifecycle lifecycle,
            ServiceMetrics metrics) {
        this.agenda = agenda;
        this.machines = machines;
        this.tasks = tasks;
        this.victims = victims;
        this.reservations = reservations;
        this.affinity = affinity;
        this.lifecycle = lifecycle;
        this.metrics = metrics;
        this.holdMillis = settings.slotHoldMillis();
    }

    /** Whom to evict from an agent for the group, if that would do, the agent is not kept for others, and the
     * offer set does not object to it whatever is free there. */
    Optional<List<Task>> victimsOn(AgentId agent, TaskGroup group) {
        if (reservations.keptFromUs(agent, group.key)
                || affinity.keeps(agent)
                || group.isHopelessOn(agent, agenda.now())) {
            return Optional.empty();
        }
        return machines.machine(agent).flatMap(machine -> victims.find(group, machine, tasks.on(agent), agenda.date()));
    }

    void found(TaskGroup group, AgentId agent) {
        slots.computeIfAbsent(group.key, key -> new ArrayDeque<>()).add(new Slot(agent, agenda.now() + holdMillis));
    }

    boolean hasSlot(TaskGroupKey group) {
        ArrayDeque<Slot> known = slots.get(group);
        if (known != null) {
            known.removeIf(slot -> slot.until <= agenda.now());
            if (known.isEmpty()) {
                slots.remove(group);
            }
        }
        return slots.containsKey(group);
    }

    /** Uses the first slot of the group that still holds. */
    void makeRoom(TaskGroup group) {
        if (!hasSlot(group.key) || reservations.hasAny(group.key)) {
            return;
        }
        ArrayDeque<Slot> known = slots.getOrDefault(group.key, new ArrayDeque<>());
        boolean made = false;
        while (!made && !known.isEmpty()) {
            AgentId agent = known.remove().agent;
            Optional<List<Task>> chosen = victimsOn(agent, group);
            made = chosen.isPresent();
            metrics.count(made ? ServiceMetrics.SLOT_VALID : ServiceMetrics.SLOT_INVALID);
            chosen.ifPresent(evicted -> evict(evicted, agent, group));
        }
        if (known.isEmpty()) {
            slots.remove(group.key);
        }
    }

    /** Nothing of the group waits any more. */
    void forget(TaskGroupKey group) {
        slots.remove(group);
        reservations.release(group);
    }

    /** How many groups have slots. */
    int size() {
        return slots.size();
    }

    private void evict(List<Task> evicted, AgentId agent, TaskGroup group) {
        reservations.keep(agent, group.key);
        for (Task victim : evicted) {
            metrics.count("preemptor_tasks_preempted_" + SlotSearch.kind(victim.config));
            lifecycle.apply(victim, TaskEvent.PREEMPT);
        }
    }
}
