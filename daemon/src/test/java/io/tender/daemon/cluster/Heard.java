package io.tender.daemon.cluster;

import io.tender.model.AgentId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** A listener that remembers, and can be waited on until something was heard. */
public final class Heard implements ClusterListener {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final List<AgentReport> joined = new ArrayList<>();
    private final List<TaskReport> reports = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();

    @Override
    public synchronized void joined(AgentReport agent) {
        joined.add(agent);
        notifyAll();
    }

    @Override
    public synchronized void unreachable(AgentId agent, String why) {
        gone.add("unreachable " + agent);
        notifyAll();
    }

    @Override
    public synchronized void left(AgentId agent, String why) {
        gone.add("left " + agent);
        notifyAll();
    }

    @Override
    public synchronized void report(TaskReport report) {
        reports.add(report);
        notifyAll();
    }

    public synchronized List<AgentReport> joined() {
        return List.copyOf(joined);
    }

    public synchronized List<String> gone() {
        return List.copyOf(gone);
    }

    public synchronized List<TaskReport> reports() {
        return List.copyOf(reports);
    }

    public synchronized List<RunState> states(TaskKey key) {
        return reports.stream()
                .filter(report -> report.key().equals(key))
                .map(TaskReport::state)
                .toList();
    }

    public synchronized AgentReport awaitJoined() {
        await(() -> !joined.isEmpty(), "an agent that joins");
        return joined.getFirst();
    }

    public TaskReport awaitState(TaskKey key, RunState state) {
        return awaitReport(report -> report.key().equals(key) && report.state() == state, key + " to be " + state);
    }

    public TaskReport awaitEnd(TaskKey key) {
        return awaitReport(report -> report.key().equals(key) && report.state().isTerminal(), "the end of " + key);
    }

    public synchronized TaskReport awaitReport(Predicate<TaskReport> wanted, String what) {
        await(() -> first(wanted).isPresent(), what);
        return first(wanted).orElseThrow();
    }

    private Optional<TaskReport> first(Predicate<TaskReport> wanted) {
        return reports.stream().filter(wanted).findFirst();
    }

    private synchronized void await(BooleanSupplier happened, String what) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!happened.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("Waited in vain for " + what + "; heard: " + reports);
            }
            try {
                wait(Math.max(1, left / 1_000_000));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Waits for something that nobody tells of, such as a file that a process makes. */
    public static void until(String what, BooleanSupplier happened) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited in vain for " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }
}
