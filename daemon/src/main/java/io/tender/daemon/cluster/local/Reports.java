package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the master what becomes of tasks: written down first, then said, and said again until it is acknowledged. */
final class Reports {
    static final Duration FIRST_WAIT = Duration.ofSeconds(10);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);
    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private final AgentId agent;
    private final InstantSource clock;
    private final ClusterListener listener;

    /** Before its agent has joined, nobody wants to hear of a task. */
    private boolean silent = true;

    Reports(AgentId agent, InstantSource clock, ClusterListener listener) {
        this.agent = agent;
        this.clock = clock;
        this.listener = listener;
    }

    /** Why a task came to a state. */
    record Cause(String reason, String message, Optional<Exit> exit) {
        static Cause of(String reason, String message) {
            return new Cause(reason, message, Optional.empty());
        }
    }

    void say(LocalTask task, RunState state, Cause cause) {
        TaskReport report = new TaskReport(
                task.key,
                task.record.order().agent(),
                state,
                UUID.randomUUID(),
                clock.instant(),
                cause.reason(),
                cause.message(),
                cause.exit().map(Exit::status));
        task.record = task.record.withReport(report);
        task.sayAgainAfter = FIRST_WAIT;
        save(task);
        tell(task);
        LOG.info("task {} is {}: {}", task.key, state, cause.message());
    }

    /** Says of a task that is not here that it is gone; nothing is kept of it. */
    void sayGone(TaskKey key, AgentId asked) {
        listener.report(new TaskReport(
                key,
                asked,
                RunState.GONE,
                UUID.randomUUID(),
                clock.instant(),
                "REASON_RECONCILIATION",
                "Agent '" + agent + "' has no such task",
                Optional.empty()));
    }

    void speak() {
        silent = false;
    }

    /** Says the last report again. */
    void tell(LocalTask task) {
        if (!silent) {
            task.record.report().ifPresent(listener::report);
        }
        task.sayAgainAt = System.nanoTime() + task.sayAgainAfter.toNanos();
    }

    /** Says again what was not acknowledged for long enough, ever more seldom; and writes down what could not be. */
    void repeat(LocalTask task) {
        if (task.unsaved) {
            save(task);
        }
        if (task.record.report().isPresent()
                && !task.record.acknowledged()
                && System.nanoTime() - task.sayAgainAt >= 0) {
            Duration doubled = task.sayAgainAfter.multipliedBy(2);
            task.sayAgainAfter = doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
            tell(task);
        }
    }

    void acknowledge(LocalTask task, UUID uuid) {
        boolean last = task.record
                .report()
                .filter(report -> report.uuid().equals(uuid))
                .isPresent();
        if (last && !task.record.acknowledged()) {
            task.record = task.record.withAcknowledgement();
            save(task);
        }
    }

    /** Only an end must outlive the machine: after a restart of it everything else is over anyway. */
    void save(LocalTask task) {
        try {
            task.folder.write(task.record, task.isOver() && !task.record.acknowledged());
            task.unsaved = false;
        } catch (IOException e) {
            if (!task.unsaved) {
                LOG.warn("the record of task {} cannot be written; trying again: {}", task.key, e.toString());
            }
            task.unsaved = true;
        }
    }
}
