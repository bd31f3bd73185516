package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.TaskConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Looks now and then for machines on which evictions would make room for tasks that have waited long enough. */
final class SlotSearch {
    /** Machines looked at in one turn of the host, which everything else waits for. */
    static final int LOOKS_PER_TURN = 2_000;

    /** Slots found for one group in one run. A group evicts on one machine at a time, so more would only grow old. */
    static final int MOST_SLOTS = 50;

    static final long PAUSE_MILLIS = 50;

    private final ServiceSettings settings;
    private final Agenda agenda;
    private final Machines machines;
    private final TaskBook tasks;
    private final Preemptor preemptor;
    private final ServiceMetrics metrics;
    private final Supplier<Collection<TaskGroup>> groups;
    private final ArrayDeque<Search> searches = new ArrayDeque<>();
    private final List<AgentId> agents = new ArrayList<>();
    /** The places in {@link #agents} of machines that this run has found for somebody. */
    private final BitSet taken = new BitSet();

    private int looksLeft;

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
        if (!searches.isEmpty()) {
            return; // the last run is still at it
        }
        metrics.count(ServiceMetrics.PREEMPTOR_RUNS);
        if (tasks.agents().isEmpty()) {
            return;
        }
        collectWaiting();
        if (!searches.isEmpty()) {
            agents.clear();
            machines.agents().forEach(agents::add);
            taken.clear();
            goOn();
        }
    }

    /** How many tasks of each group have waited long enough; groups that already have a slot are left out. */
    private void collectWaiting() {
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
                searches.add(new Search(group, Math.min(old, MOST_SLOTS)));
            }
        }
    }

    /** Groups take turns, a few tasks each, so that a large one does not take all machines. */
    private void goOn() {
        looksLeft = LOOKS_PER_TURN;
        while (!searches.isEmpty()) {
            Search search = searches.removeFirst();
            switch (takeTurn(search)) {
                case OVER -> {}
                case AGAIN -> searches.addLast(search);
                case PAUSED -> {
                    // What else is queued gets its turn; the search goes on where it is.
                    searches.addFirst(search);
                    agenda.in(PAUSE_MILLIS, this::goOn);
                    return;
                }
            }
        }
    }

    private enum Turn {
        OVER,
        AGAIN,
        PAUSED
    }

    private Turn takeTurn(Search search) {
        if (search.leftInTurn == 0) {
            search.leftInTurn = Math.min(settings.slotBatch(), search.wanted);
        }
        while (search.leftInTurn > 0) {
            if (search.group.isEmpty()) {
                return Turn.OVER;
            }
            switch (look(search)) {
                case AGAIN -> {
                    search.leftInTurn--;
                    search.wanted--;
                }
                case OVER -> {
                    metrics.count(ServiceMetrics.PREEMPTOR_UNMATCHED, search.wanted);
                    return Turn.OVER;
                }
                case PAUSED -> {
                    return Turn.PAUSED;
                }
            }
        }
        return search.wanted == 0 ? Turn.OVER : Turn.AGAIN;
    }

    /** Finds one machine for one task of the group and takes it out of this run. */
    private Turn look(Search search) {
        String kind = kind(search.group.key.config());
        if (!search.begun) {
            search.begun = true;
            metrics.count("preemptor_slot_search_attempts_for_" + kind);
        }
        for (; search.next < agents.size(); search.next++) {
            AgentId agent = agents.get(search.next);
            if (taken.get(search.next) || tasks.isEmpty(agent)) {
                continue;
            }
            if (looksLeft-- == 0) {
                return Turn.PAUSED;
            }
            metrics.count(ServiceMetrics.PREEMPTOR_LOOKS);
            if (preemptor.victimsOn(agent, search.group).isPresent()) {
                preemptor.found(search.group, agent);
                taken.set(search.next++);
                search.begun = false;
                metrics.count("preemptor_slot_search_successful_for_" + kind);
                return Turn.AGAIN;
            }
        }
        metrics.count("preemptor_slot_search_failed_for_" + kind);
        return Turn.OVER;
    }

    /** How far a group has come in this run; a machine that was of no use to it is not looked at again. */
    private static final class Search {
        final TaskGroup group;
        int wanted;
        int leftInTurn;
        int next;
        boolean begun;

        Search(TaskGroup group, int wanted) {
            this.group = group;
            this.wanted = wanted;
        }
    }

    static String kind(TaskConfig config) {
        return config.tier().production() ? "prod" : "non_prod";
    }
}
