package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Expiries;
import java.time.Duration;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Decides when a run is due and which agents it is about; knows nothing of what happens in one. */
final class RunSchedule {

    private final AllocatorHost host;
    private final Duration interval;
    private final Expiries<?> refusals;
    private final Supplier<Collection<AgentId>> all;
    private final Consumer<SortedSet<AgentId>> run;

    private TreeSet<AgentId> candidates = new TreeSet<>();
    private boolean pending;
    private boolean tickWaits;
    private boolean paused;

    /** How many agents end a recovery; zero when none is going on. */
    private int awaited;

    private int recoveries;

    RunSchedule(
            AllocatorHost host,
            Duration interval,
            Expiries<?> refusals,
            Supplier<Collection<AgentId>> all,
            Consumer<SortedSet<AgentId>> run) {
        this.host = host;
        this.interval = interval;
        this.refusals = refusals;
        this.all = all;
        this.run = run;
    }

    void start() {
        host.after(interval, this::tick);
        refusals.tickScheduled(interval);
    }

    private void tick() {
        if (isHeldBack()) {
            start();
        } else {
            tickWaits = true;
            causeAll();
        }
    }

    void cause(AgentId agent) {
        if (!isHeldBack()) {
            candidates.add(agent);
            request();
        }
    }

    void causeAll() {
        if (!isHeldBack()) {
            candidates.addAll(all.get());
            request();
        }
    }

    private void request() {
        if (!pending) {
            pending = true;
            host.enqueue(this::runUnlessHeldBack);
        }
    }

    private void runUnlessHeldBack() {
        pending = false;
        try {
            if (!isHeldBack()) {
                TreeSet<AgentId> due = candidates;
                candidates = new TreeSet<>();
                run.accept(due);
            }
        } finally {
            if (tickWaits) {
                tickWaits = false;
                start();
            }
        }
    }

    void forget(AgentId agent) {
        candidates.remove(agent);
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
    }

    boolean isPaused() {
        return paused;
    }

    boolean isRecovering() {
        return awaited > 0;
    }

    private boolean isHeldBack() {
        return isPaused() || isRecovering();
    }

    /** Holds everything back until so many agents are known, or the time is over. */
    void recover(int agents, Duration longest) {
        awaited = agents;
        int recovery = ++recoveries;
        if (agents > 0) {
            host.after(longest, () -> {
                if (recovery == recoveries) {
                    awaited = 0;
                }
            });
        }
    }

    void agentArrived(int known) {
        if (isRecovering() && known >= awaited) {
            awaited = 0;
            recoveries++;
        }
    }
}
