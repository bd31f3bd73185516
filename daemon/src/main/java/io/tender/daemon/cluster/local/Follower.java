package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.local.Reports.Cause;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries a task from step to step by what its folder and the machine say.
 *
 * <p>One look does whatever is due, may come at any time and any number of times, and asks for the next one. So a daemon
 * that has just started does exactly what one does that was there all along.
 */
final class Follower {
    /** Between two rounds of ending processes by force: long enough for the kernel, short enough for people. */
    private static final Duration ROUND = Duration.ofMillis(20);

    /** About ten seconds; what is still there then hangs in the kernel, and waiting does not help. */
    private static final int MOST_SWEEPS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);

    private final ProcessTable processes;
    private final Enforcement limits;
    private final OutputFiles outputs;
    private final Reports reports;
    private final String boot;

    Follower(ProcessTable processes, Enforcement limits, OutputFiles outputs, Reports reports, String boot) {
        this.processes = processes;
        this.limits = limits;
        this.outputs = outputs;
        this.reports = reports;
        this.boot = boot;
    }

    /** @return when to look again, unless something happens before; empty if only a happening matters */
    Optional<Duration> look(LocalTask task) {
        if (task.isOver()) {
            return Optional.empty();
        }
        try {
            if (!task.record.boot().equals(boot)) {
                afterBoot(task);
                return Optional.empty();
            }
            if (task.started.isEmpty()) {
                task.started = task.folder.readStarted();
            }
            if (task.started.isEmpty() && !mayNotStart(task)) {
                return Optional.of(Duration.ofNanos(Math.max(0, task.startBy - System.nanoTime())));
            }
            return task.started.isEmpty() ? Optional.empty() : follow(task, task.started.get());
        } catch (IOException e) {
            // A disk that is full or fails for a moment: the task stays what it was said to be, and we look again.
            LOG.warn("task {} cannot be looked after; trying again: {}", task.key, e.toString());
            return Optional.empty();
        }
    }

    /** Decides that a task that has not started never will, if it is to end or took too long; true if that is decided. */
    private boolean mayNotStart(LocalTask task) throws IOException {
        boolean late = System.nanoTime() - task.startBy >= 0;
        if (task.record.kill().isEmpty() && !late) {
            return false;
        }
        task.folder.claimNever();
        task.started = task.folder.readStarted();
        return true;
    }

    private Optional<Duration> follow(LocalTask task, Started started) throws IOException {
        return switch (started) {
            case Started.Never never -> {
                limits.forget(task.folder);
                if (task.record.kill().isPresent()) {
                    over(
                            task,
                            RunState.KILLED,
                            Cause.of("REASON_TASK_KILLED_DURING_LAUNCH", "killed before it started"));
                } else {
                    over(
                            task,
                            RunState.FAILED,
                            Cause.of("REASON_CONTAINER_LAUNCH_FAILED", "it did not become a process in time"));
                }
                yield Optional.empty();
            }
            case Started.Runs runs -> follow(task, runs);
        };
    }

    private Optional<Duration> follow(LocalTask task, Started.Runs runs) throws IOException {
        if (task.record.kill().isEmpty() && !task.isSaidToRun()) {
            reports.say(
                    task,
                    RunState.RUNNING,
                    Cause.of("", "process " + runs.main().pid()));
        }
        // In this order: a supervisor leaves the status before it ends.
        boolean supervised = processes.isAlive(runs.supervisor());
        Optional<Exit> exit = task.folder.readExit();
        if (exit.isPresent() || !supervised) {
            return finish(task, runs, exit);
        }
        return task.record.kill().isPresent() ? end(task, runs) : Optional.empty();
    }

    private Optional<Duration> end(LocalTask task, Started.Runs runs) throws IOException {
        long left = task.forceAt - System.nanoTime();
        if (!task.asked) {
            processes.treeOf(runs).forEach(process -> processes.end(process, false));
            task.asked = true;
        } else if (left <= 0) {
            force(task, processes.treeOf(runs));
            return Optional.of(ROUND);
        }
        return Optional.of(Duration.ofNanos(Math.max(left, 0)));
    }

    private void force(LocalTask task, List<ProcessId> tree) throws IOException {
        limits.endAll(task.folder);
        tree.forEach(process -> processes.end(process, true));
    }

    /** The first process is gone. What it left behind goes too, and only then is the task over. */
    private Optional<Duration> finish(LocalTask task, Started.Runs runs, Optional<Exit> exit) throws IOException {
        List<ProcessId> left = processes.treeOf(runs);
        boolean clean = left.isEmpty() && limits.isEmpty(task.folder);
        if (!clean && task.sweeps < MOST_SWEEPS) {
            force(task, left);
            task.sweeps++;
            return Optional.of(ROUND);
        }
        if (!clean) {
            LOG.error("task {} has ended, and some of its processes cannot be: {}", task.key, left);
        }
        Optional<String> exceeded = limits.exceeded(task.folder);
        tidy(task);
        if (task.record.kill().isPresent()) {
            String how = exit.map(Exit::words).orElse("ended with its supervisor");
            over(task, RunState.KILLED, new Cause("", "killed on request: " + how, exit));
        } else if (exit.isEmpty()) {
            over(
                    task,
                    RunState.FAILED,
                    Cause.of(
                            "REASON_EXECUTOR_TERMINATED",
                            "its supervisor was ended from outside, so it was ended too"));
        } else if (exceeded.isPresent()) {
            over(
                    task,
                    RunState.FAILED,
                    new Cause(
                            "REASON_CONTAINER_LIMITATION_MEMORY",
                            exceeded.get() + ": " + exit.get().words(),
                            exit));
        } else {
            over(task, exit.get());
        }
        return Optional.empty();
    }

    /** What goes wrong here must not keep the end of a task from being told. */
    private void tidy(LocalTask task) {
        try {
            outputs.trim(task.folder);
            limits.forget(task.folder);
        } catch (IOException e) {
            LOG.warn("what task {} leaves could not be tidied up: {}", task.key, e.toString());
        }
    }

    private void over(LocalTask task, Exit exit) {
        if (exit.wellDone()) {
            over(task, RunState.FINISHED, new Cause("", exit.words(), Optional.of(exit)));
        } else {
            over(task, RunState.FAILED, new Cause("REASON_COMMAND_EXECUTOR_FAILED", exit.words(), Optional.of(exit)));
        }
    }

    private void over(LocalTask task, RunState state, Cause cause) {
        reports.say(task, state, cause);
    }

    /** The machine has started anew, so nothing of the task runs. Whether it ever did cannot be told for sure. */
    private void afterBoot(LocalTask task) throws IOException {
        Optional<Exit> exit = task.folder.readExit();
        limits.forget(task.folder);
        if (exit.isPresent() && task.record.kill().isEmpty()) {
            over(task, exit.get());
        } else if (task.record.kill().isPresent()) {
            over(task, RunState.KILLED, new Cause("", "killed on request, and the machine was restarted", exit));
        } else {
            over(task, RunState.FAILED, Cause.of("REASON_AGENT_RESTARTED", "the machine was restarted"));
        }
    }
}
