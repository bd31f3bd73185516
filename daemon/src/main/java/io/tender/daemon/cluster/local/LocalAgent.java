package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.daemon.cluster.local.Reports.Cause;
import io.tender.model.AgentId;
import io.tender.runtime.ActorClock;
import io.tender.runtime.SteadyClock;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All tasks of this machine. Lives on one thread. */
final class LocalAgent {
    private static final Logger LOG = LoggerFactory.getLogger(LocalAgent.class);

    /** Who asks for more means forever, and a timer cannot count that far. */
    private static final Duration LONGEST_GRACE = Duration.ofDays(365);

    /** What the agent needs from the thread it lives on. */
    interface Loop {
        void post(Runnable turn);

        void later(Duration delay, Runnable turn);

        void elsewhere(Runnable work);
    }

    private final LocalSettings settings;
    private final WorkFolder work;
    private final OrderCheck check;
    private final Launcher launcher;
    private final Follower follower;
    private final Reports reports;
    private final OutputFiles outputs;
    private final Keeper keeper;
    private final VolumeFolders volumes;
    private final InstantSource clock;

    /** Folders are kept by it, so that none is removed because somebody has set the machine's clock. */
    private final InstantSource steady;

    private final String boot;
    private final Loop loop;

    private final SortedMap<TaskKey, LocalTask> tasks = new TreeMap<>();

    /** Attempts that are not over, by name, so that the bell finds its task. */
    private final Map<String, LocalTask> attempts = new HashMap<>();

    LocalAgent(
            LocalSettings settings,
            WorkFolder work,
            OrderCheck check,
            Enforcement limits,
            TaskUsers users,
            Reports reports,
            InstantSource clock,
            String boot,
            Loop loop) {
        this.settings = settings;
        this.work = work;
        this.check = check;
        this.outputs = new OutputFiles(settings.outputCapBytes());
        this.follower = new Follower(new ProcessTable(), limits, outputs, reports, boot);
        this.reports = reports;
        this.keeper = new Keeper(settings, work, loop::elsewhere);
        this.volumes = new VolumeFolders(work, keeper);
        this.launcher = new Launcher(work, limits, volumes, users);
        this.clock = clock;
        this.steady = SteadyClock.of(ActorClock.of(clock));
        this.boot = boot;
        this.loop = loop;
    }

    /**
     * Finds again what an earlier daemon left; returns the last report of each task that still matters. Whatever is odd about
     * one task's folder is said in the log, and must not keep the agent away from the others.
     *
     * @throws IOException if the folder of all tasks cannot be read
     */
    List<TaskReport> recover(Set<TaskKey> known) throws IOException {
        keeper.emptyTrash();
        for (TaskFolder folder : work.taskFolders()) {
            try {
                Optional<TaskRecord> record = folder.read();
                if (record.isEmpty()) {
                    // Nothing starts before there is a record, so nothing was.
                    keeper.remove(folder);
                } else {
                    found(new LocalTask(folder, record.get()), known);
                }
            } catch (IOException | RuntimeException e) {
                broken(folder, e);
            }
        }
        return reports();
    }

    /** The last report of each task that still matters. */
    List<TaskReport> reports() {
        return tasks.values().stream()
                .filter(task -> !task.isSettled())
                .flatMap(task -> task.record.report().stream())
                .toList();
    }

    private void found(LocalTask task, Set<TaskKey> known) {
        tasks.put(task.key, task);
        if (task.isOver()) {
            measure(task);
            return;
        }
        task.record
                .kill()
                .ifPresent(kill -> task.forceAt =
                        System.nanoTime() + kill.left(clock.instant()).toNanos());
        if (!known.contains(task.key) && !task.record.orphan()) {
            LOG.warn("task {} is not known to the master any more; it is ended", task.key);
            kill(task, task.record.order().grace(), true);
        } else {
            begin(task);
        }
        if (task.record.report().isEmpty()) {
            reports.say(task, RunState.STARTING, Cause.of("", "found again before it was seen to run"));
        }
    }

    /** A record nobody can read: whatever it started is ended, and the rest is said in the log. */
    private void broken(TaskFolder folder, Exception e) {
        LOG.error(
                "the record in {} cannot be read, so its task is ended and forgotten: {}", folder.path(), e.toString());
        try {
            ProcessTable processes = new ProcessTable();
            folder.claimNever();
            if (folder.readStarted().orElse(new Started.Never()) instanceof Started.Runs runs) {
                processes.treeOf(runs).forEach(process -> processes.end(process, true));
            }
            keeper.remove(folder);
        } catch (IOException | RuntimeException again) {
            LOG.error("{} is left as it is: {}", folder.path(), again.toString());
        }
    }

    /**
     * Makes room for another task of the same name. The master acknowledges an end only once it is durable, and gives no
     * order for what has ended; so an order that comes behind the acknowledgement is about a new task.
     */
    private boolean forgotten(LocalTask settled) {
        try {
            keeper.remove(settled.folder);
            tasks.remove(settled.key);
            return true;
        } catch (IOException failed) {
            LOG.warn("the folder of the earlier task {} cannot be moved away: {}", settled.key, failed.toString());
            return false;
        }
    }

    VolumeFolders volumes() {
        return volumes;
    }

    void launch(TaskOrder order) {
        LocalTask there = tasks.get(order.key());
        if (there != null && !(there.isSettled() && forgotten(there))) {
            reports.tell(there);
            return;
        }
        LocalTask task = new LocalTask(work.folder(order.key()), TaskRecord.of(order, boot));
        Optional<String> complaint = check.complaint(order);
        try {
            task.folder.create();
            if (complaint.isPresent()) {
                tasks.put(task.key, task);
                reports.say(task, RunState.ERROR, Cause.of("REASON_TASK_INVALID", complaint.get()));
                return;
            }
            if (tasks.values().stream().filter(other -> !other.isOver()).count() >= settings.mostTasks()) {
                throw new IOException("this agent runs " + settings.mostTasks() + " tasks already, which is its most");
            }
            launcher.prepare(task.folder, order);
            task.folder.write(task.record, true);
        } catch (IOException e) {
            fail(task, e);
            return;
        }
        tasks.put(task.key, task);
        begin(task);
    }

    /** Nothing was started and nothing will be. */
    private void fail(LocalTask task, IOException e) {
        try {
            // Should the disk not even take the report, a later daemon must not find an order to start.
            task.folder.forgetRecord();
        } catch (IOException again) {
            LOG.warn("the record of task {} cannot be removed: {}", task.key, again.toString());
        }
        tasks.put(task.key, task);
        reports.say(
                task,
                RunState.FAILED,
                Cause.of("REASON_CONTAINER_LAUNCH_FAILED", "it could not be started: " + e.getMessage()));
    }

    /** Starts a task that nobody has started yet, and follows it. */
    private void begin(LocalTask task) {
        task.startBy = System.nanoTime() + settings.startWithin().toNanos();
        look(task);
        if (task.isOver() || task.started.isPresent() || task.record.kill().isPresent()) {
            return;
        }
        try {
            Launcher.Attempt attempt = launcher.start(task.folder);
            attempts.put(attempt.launch(), task);
            var unused = attempt.left().thenAccept(status -> {
                if (status != 0) {
                    loop.post(() -> late(task));
                }
            });
        } catch (IOException e) {
            LOG.warn("task {} could not be started: {}", task.key, e.toString());
            late(task);
        }
    }

    /** There is nothing more to wait for. */
    private void late(LocalTask task) {
        task.startBy = System.nanoTime();
        look(task);
    }

    void rung(String launch) {
        LocalTask task = attempts.get(launch);
        if (task == null) {
            // One that an earlier daemon started.
            tasks.values().stream()
                    .filter(other -> other.started
                            .filter(it -> it instanceof Started.Runs runs
                                    && runs.launch().equals(launch))
                            .isPresent())
                    .findFirst()
                    .ifPresent(this::look);
        } else {
            look(task);
        }
    }

    private void look(LocalTask task) {
        if (task.isOver()) {
            return;
        }
        Optional<Duration> next = follower.look(task);
        if (task.isOver()) {
            attempts.values().removeIf(other -> other == task);
            measure(task);
        } else {
            next.ifPresent(delay -> lookLater(task, delay));
        }
    }

    private void lookLater(LocalTask task, Duration delay) {
        long at = System.nanoTime() + delay.toNanos();
        if (task.lookAt.isPresent() && task.lookAt.get() - at <= 0) {
            return;
        }
        task.lookAt = Optional.of(at);
        loop.later(delay, () -> {
            if (task.lookAt.filter(due -> due == at).isPresent()) {
                task.lookAt = Optional.empty();
                look(task);
            }
        });
    }

    private void measure(LocalTask task) {
        loop.elsewhere(() -> {
            long bytes = Keeper.bytesOf(task.folder);
            loop.post(() -> task.bytes = bytes);
        });
    }

    void kill(AgentId agent, TaskKey key, Duration grace) {
        LocalTask task = tasks.get(key);
        if (task == null) {
            reports.sayGone(key, agent);
            return;
        }
        look(task);
        if (task.isOver()) {
            reports.tell(task);
        } else {
            kill(task, grace, false);
        }
    }

    private void kill(LocalTask task, Duration asked, boolean orphan) {
        Duration grace =
                asked.isNegative() ? Duration.ZERO : asked.compareTo(LONGEST_GRACE) > 0 ? LONGEST_GRACE : asked;
        KillRequest request = new KillRequest(clock.instant(), grace);
        long forceAt = System.nanoTime() + grace.toNanos();
        boolean first = task.record.kill().isEmpty();
        if (!first && forceAt - task.forceAt >= 0) {
            // It is to end sooner than that anyway.
            look(task);
            return;
        }
        task.record = task.record.withKill(request, orphan);
        task.forceAt = forceAt;
        if (first && task.record.report().isPresent()) {
            reports.say(task, RunState.KILLING, Cause.of("", "asked to end within " + grace));
        } else {
            reports.save(task);
        }
        look(task);
    }

    void acknowledge(TaskKey key, UUID uuid) {
        LocalTask task = tasks.get(key);
        if (task != null) {
            reports.acknowledge(task, uuid);
        }
    }

    void reconcile(AgentId agent, List<TaskKey> keys) {
        for (TaskKey key : keys) {
            LocalTask task = tasks.get(key);
            if (task == null) {
                reports.sayGone(key, agent);
            } else {
                look(task);
                reports.tell(task);
            }
        }
    }

    /** From now on reports are heard; first of all those that were not acknowledged. */
    void speak() {
        reports.speak();
        tasks.values().stream().filter(task -> !task.record.acknowledged()).forEach(reports::tell);
    }

    /** The regular look at everything, for what no bell rings for. */
    void tick() {
        for (LocalTask task : List.copyOf(tasks.values())) {
            if (!task.isOver()) {
                look(task);
                try {
                    outputs.trim(task.folder);
                } catch (IOException e) {
                    LOG.warn("the output of task {} cannot be held to its size: {}", task.key, e.toString());
                }
            }
            reports.repeat(task);
        }
        for (LocalTask task : keeper.due(tasks.values(), steady.instant())) {
            try {
                keeper.remove(task.folder);
                tasks.remove(task.key);
            } catch (IOException e) {
                LOG.warn("the folder of task {} cannot be removed: {}", task.key, e.toString());
            }
        }
    }
}
