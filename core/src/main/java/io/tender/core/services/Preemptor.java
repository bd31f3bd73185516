package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.spi.offers.EvictionQuery;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    private final EvictionReviews reviews;
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
            ServiceMetrics metrics,
            EvictionReviews reviews) {
        this.agenda = agenda;
        this.machines = machines;
        this.tasks = tasks;
        this.victims = victims;
        this.reservations = reservations;
        this.affinity = affinity;
        this.lifecycle = lifecycle;
        this.metrics = metrics;
        this.reviews = reviews;
        this.holdMillis = settings.slotHoldMillis();
    }

    /** Whom to evict from an agent for the group, if that would do, the agent is not kept for others, and the
     * offer set does not object to it whatever is free there. */
    Optional<List<Task>> victimsOn(AgentId agent, TaskGroup group) {
        return victimsOn(agent, group, tasks.on(agent));
    }

    /** @param there those of its tasks that may be considered */
    private Optional<List<Task>> victimsOn(AgentId agent, TaskGroup group, List<Task> there) {
        if (reservations.keptFromUs(agent, group.key)
                || affinity.keeps(agent)
                || group.isHopelessOn(agent, agenda.now())) {
            return Optional.empty();
        }
        return machines.machine(agent).flatMap(machine -> victims.find(group, machine, there, agenda.date()));
    }

    void found(TaskGroup group, AgentId agent) {
        slots.computeIfAbsent(group.key, key -> new ArrayDeque<>()).add(new Slot(agent, agenda.now() + holdMillis));
    }

    /** Whether the group has a slot, or waits to hear whether it may use one. */
    boolean hasSlot(TaskGroupKey group) {
        return hasFreshSlot(group) || reviews.isUnderWay(group);
    }

    private boolean hasFreshSlot(TaskGroupKey group) {
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
        if (!hasFreshSlot(group.key) || reservations.hasAny(group.key) || reviews.isUnderWay(group.key)) {
            return;
        }
        if (reviews.areWanted()) {
            review(group);
            return;
        }
        reviews.tell(() -> query(group, candidates(group).values()));
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

    /** Has the offer set look at all slots of the group that still hold; what it leaves is looked at afresh then. */
    private void review(TaskGroup group) {
        Map<Slot, EvictionQuery.Candidate> candidates = candidates(group);
        ArrayDeque<Slot> known = slots.remove(group.key);
        int invalid = (known == null ? 0 : known.size()) - candidates.size();
        if (invalid > 0) {
            metrics.count(ServiceMetrics.SLOT_INVALID, invalid);
        }
        if (!candidates.isEmpty()) {
            List<Slot> asked = List.copyOf(candidates.keySet());
            reviews.ask(query(group, candidates.values()), left -> reviewed(group, asked, left));
        }
    }

    private static EvictionQuery query(TaskGroup group, Collection<EvictionQuery.Candidate> candidates) {
        return new EvictionQuery(group.key, group.filter.request(), List.copyOf(candidates));
    }

    /** The slots of the group that still hold, with whom they would evict. */
    private Map<Slot, EvictionQuery.Candidate> candidates(TaskGroup group) {
        Map<Slot, EvictionQuery.Candidate> candidates = new LinkedHashMap<>();
        for (Slot slot : slots.getOrDefault(group.key, new ArrayDeque<>())) {
            Optional<List<Task>> chosen = victimsOn(slot.agent, group);
            Optional<HostOffer> machine = machines.machine(slot.agent);
            if (chosen.isPresent() && machine.isPresent()) {
                candidates.put(
                        slot,
                        new EvictionQuery.Candidate(
                                machine.get(),
                                shown(chosen.get()),
                                shown(Victims.allowed(group.key.config(), tasks.on(slot.agent)))));
            }
        }
        return candidates;
    }

    private static List<EvictionQuery.Victim> shown(List<Task> evicted) {
        return evicted.stream()
                .map(task -> new EvictionQuery.Victim(task.id, task.config))
                .toList();
    }

    /** Takes the first machine that it leaves; the others of them stay slots, for another task of the group. */
    private void reviewed(TaskGroup group, List<Slot> asked, Map<AgentId, Set<TaskId>> left) {
        if (group.isEmpty() || reservations.hasAny(group.key)) {
            return;
        }
        boolean made = false;
        for (Slot slot : asked) {
            Set<TaskId> evictable = left.getOrDefault(slot.agent, Set.of());
            if (evictable.isEmpty()) {
                metrics.count(ServiceMetrics.SLOT_REFUSED);
            } else if (made) {
                slots.computeIfAbsent(group.key, key -> new ArrayDeque<>()).add(slot);
            } else {
                List<Task> there = tasks.on(slot.agent).stream()
                        .filter(task -> evictable.contains(task.id))
                        .toList();
                Optional<List<Task>> chosen = victimsOn(slot.agent, group, there);
                made = chosen.isPresent();
                metrics.count(made ? ServiceMetrics.SLOT_VALID : ServiceMetrics.SLOT_INVALID);
                chosen.ifPresent(evicted -> evict(evicted, slot.agent, group));
            }
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
