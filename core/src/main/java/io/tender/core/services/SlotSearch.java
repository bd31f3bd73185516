package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.TaskConfig;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Looks now and then for machines on which evictions would make room for tasks that have waited long enough. */
final class SlotSearch {
    private final ServiceSettings settings;
    private final Agenda agenda;
    private final Machines machines;
    private final TaskBook tasks;
    private final Preemptor preemptor;
    private final ServiceMetrics metrics;
    private final Supplier<Collection<TaskGroup>> groups;

    SlotSearch(
            ServiceSettings settings,
            Agenda agenda,
            Machines machines,
            TaskBook tasks,
            Preemptor preemptor,
            ServiceMetrics metrics,
            Supplier<Collection<TaskGroup>> groups) {
        this.settings = settings;
        this.agenda = agenda;
        this.machines = machines;
        this.tasks = tasks;
        this.preemptor = preemptor;
        this.metrics = metrics;
        this.groups = groups;
    }

    void start() {
        if (settings.preemptor()) {
            agenda.in(settings.slotSearchFirstMillis(), this::runAndRepeat);
        }
    }

    private void runAndRepeat() {
        agenda.in(settings.slotSearchMillis(), this::runAndRepeat);
        run();
    }

    void run() {
        metrics.count(ServiceMetrics.PREEMPTOR_RUNS);
        if (tasks.agents().isEmpty()) {
            return;
        }
        Map<TaskGroup, Integer> waiting = waiting();
        if (waiting.isEmpty()) {
            return;
        }
        TreeSet<AgentId> agents = new TreeSet<>();
        machines.agents().forEach(agents::add);
        // Groups take turns, a few tasks each, so that a large one does not take all machines.
        while (!waiting.isEmpty()) {
            for (TaskGroup group : List.copyOf(waiting.keySet())) {
                int turn = Math.min(settings.slotBatch(), waiting.getOrDefault(group, 0));
                int found = 0;
                while (found < turn && search(group, agents)) {
                    found++;
                }
                if (found < turn) {
                    metrics.count(ServiceMetrics.PREEMPTOR_UNMATCHED, waiting.getOrDefault(group, 0) - found);
                    waiting.remove(group);
                } else if (waiting.merge(group, -turn, Integer::sum) == 0) {
                    waiting.remove(group);
                }
            }
        }
    }

    /** How many tasks of each group have waited long enough; groups that already have a slot are left out. */
    private Map<TaskGroup, Integer> waiting() {
        Map<TaskGroup, Integer> waiting = new LinkedHashMap<>();
        long latest = agenda.now() - settings.preemptionMillis();
        for (TaskGroup group : groups.get()) {
            if (preemptor.hasSlot(group.key)) {
                continue;
            }
            int old = 0;
            for (Task task : group.pending()) {
                old += task.since <= latest ? 1 : 0;
            }
            if (old > 0) {
                waiting.put(group, old);
            }
        }
        return waiting;
    }

    /** Finds one machine for one task of the group and takes it out of this run. */
    private boolean search(TaskGroup group, Set<AgentId> agents) {
        String kind = kind(group.key.config());
        metrics.count("preemptor_slot_search_attempts_for_" + kind);
        for (Iterator<AgentId> left = agents.iterator(); left.hasNext(); ) {
            AgentId agent = left.next();
            if (!tasks.isEmpty(agent) && preemptor.victimsOn(agent, group).isPresent()) {
                preemptor.found(group, agent);
                left.remove();
                metrics.count("preemptor_slot_search_successful_for_" + kind);
                return true;
            }
        }
        metrics.count("preemptor_slot_search_failed_for_" + kind);
        return false;
    }

    static String kind(TaskConfig config) {
        return config.tier().production() ? "prod" : "non_prod";
    }
}
