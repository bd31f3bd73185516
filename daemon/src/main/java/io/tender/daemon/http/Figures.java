package io.tender.daemon.http;

import io.tender.core.batch.life.LifePhase;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.Tally;
import io.tender.daemon.work.WorkDesk;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * What only the master and the schedulers beside it can count, as of one turn.
 *
 * @param allocator under their Mesos names
 * @param services under their Aurora names
 */
record Figures(
        int agents,
        int frameworks,
        int offers,
        Map<RunState, Long> tasks,
        Tally tally,
        SortedMap<LifePhase, Long> jobs,
        SortedMap<String, Long> services,
        SortedMap<String, Double> allocator) {

    static final Figures NONE =
            new Figures(0, 0, 0, Map.of(), new Tally(0, Map.of()), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    /** On the master's turn; the allocator may need another one. */
    static CompletableFuture<Figures> of(Master master, Optional<WorkDesk> desk) {
        Figures mine = new Figures(
                master.view().agentCount(),
                master.view().frameworkCount(),
                master.view().offerCount(),
                master.view().taskCounts(),
                master.view().tally(),
                desk.map(known -> known.views().jobsByPhase()).orElse(NONE.jobs()),
                desk.map(known -> known.views().serviceMetrics()).orElse(NONE.services()),
                NONE.allocator());
        return master.allocatorMetrics().thenApply(mine::with);
    }

    private Figures with(SortedMap<String, Double> measured) {
        return new Figures(agents, frameworks, offers, tasks, tally, jobs, services, measured);
    }
}
