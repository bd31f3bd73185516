package io.tender.core.allocator;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Expiries;
import io.tender.spi.OfferCallback;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Decides when a run is due and which agents it is about, and tells the frameworks what came of it. */
final class RunSchedule {

    private final AllocatorHost host;
    private AllocatorOptions options;
    private final Books books;
    private final Run run;
    private final Expiries<OfferFilter> filters;
    private final InverseOffers inverseOffers;
    private final OfferCallback callback;
    private final Predicate<AgentRecord> mayOffer;
    private final Timings durations = new Timings();
    private final Timings latencies = new Timings();

    private boolean paused;

    /** How many agents end the recovery; zero when none is going on. */
    private int awaited;

    private int recoveries;

    /** The agents the next run is about: those named, and all that had arrived by {@link #allUpTo}. */
    private List<AgentRecord> candidates = new ArrayList<>();

    private boolean all;
    private long allUpTo;
    private boolean pending;
    private long pendingSince;
    private boolean tickWaits;
    private long runs;

    RunSchedule(
            AllocatorHost host,
            AllocatorOptions options,
            Books books,
            Run run,
            Expiries<OfferFilter> filters,
            InverseOffers inverseOffers,
            OfferCallback callback,
            Predicate<AgentRecord> mayOffer) {
        this.host = host;
        this.options = options;
        this.books = books;
        this.run = run;
        this.filters = filters;
        this.inverseOffers = inverseOffers;
        this.callback = callback;
        this.mayOffer = mayOffer;
    }

    void adjust(AllocatorOptions changed) {
        options = changed;
        run.adjust(changed);
    }

    void start() {
        scheduleTick();
    }

    private void scheduleTick() {
        host.after(options.allocationInterval(), this::tick);
        filters.tickScheduled(options.allocationInterval());
    }

    private void tick() {
        if (isPaused()) {
            scheduleTick();
        } else {
            tickWaits = true;
            causeAll();
        }
    }

    /** Something about this agent calls for a run. */
    void cause(AgentRecord agent) {
        if (!isPaused()) {
            if (!agent.candidate) {
                agent.candidate = true;
                candidates.add(agent);
            }
            request();
        }
    }

    /** Something calls for a run over all agents known now. */
    void causeAll() {
        if (!isPaused()) {
            all = true;
            allUpTo = books.roster.arrivals();
            request();
        }
    }

    private void request() {
        if (!pending) {
            pending = true;
            pendingSince = host.stopwatch();
            host.enqueue(this::runIfNotPaused);
        }
    }

    private void runIfNotPaused() {
        pending = false;
        try {
            if (!isPaused()) {
                perform();
            }
        } finally {
            // Whatever a receiver or a constraint did, the next tick comes.
            if (tickWaits) {
                tickWaits = false;
                scheduleTick();
            }
        }
    }

    private void perform() {
        long started = host.stopwatch();
        latencies.add(host.now(), started - pendingSince);
        runs++;
        List<AgentRecord> some = candidates;
        boolean everybody = all;
        List<Runnable> calls = new ArrayList<>();
        try {
            run.perform(runs, new Turns.Scope(everybody, some, this::isCandidate, mayOffer));
        } finally {
            // What was given is booked, so it is told even if somebody's constraint failed half-way.
            collect(run.receivers(), calls);
            calls.addAll(inverseOffers.collect(this::isCandidate));
            candidates = new ArrayList<>();
            all = false;
            some.forEach(agent -> agent.candidate = false);
            durations.add(host.now(), host.stopwatch() - started);
            callEach(calls);
        }
    }

    private void collect(List<FrameworkRecord> receivers, List<Runnable> calls) {
        receivers.sort(Comparator.comparing(framework -> framework.id));
        for (FrameworkRecord framework : receivers) {
            Map<Role, Map<AgentId, Resources>> offers = framework.offers;
            framework.offers = null;
            if (offers != null) {
                calls.add(() -> callback.offers(framework.id, offers));
            }
        }
    }

    /** A receiver that fails does not keep the others from their offers. */
    private static void callEach(List<Runnable> calls) {
        RuntimeException first = null;
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private boolean isCandidate(AgentRecord agent) {
        return agent.candidate || (all && agent.sequence <= allUpTo);
    }

    // Pausing and recovering.

    boolean isPaused() {
        return paused || isHolding();
    }

    boolean isPausedByCaller() {
        return paused;
    }

    boolean isHolding() {
        return awaited > 0;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    /** Holds everything back until that many agents are there, or the recovery time is over. */
    void hold(int agents) {
        awaited = agents;
        int recovery = ++recoveries;
        if (agents > 0) {
            host.after(options.recoveryTimeout(), () -> {
                if (recovery == recoveries) {
                    awaited = 0;
                }
            });
        }
    }

    void agentArrived(int known) {
        if (isHolding() && known >= awaited) {
            awaited = 0;
            recoveries++;
        }
    }

    void publish(MetricsSnapshot snapshot) {
        snapshot.runs(runs);
        snapshot.timings(durations, latencies);
    }
}
