package io.tender.daemon.cluster.local;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.Output;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import io.tender.model.batch.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This machine as an agent.
 *
 * <p>It has three threads of its own, whatever the number of tasks: one on which everything is decided, one for deleting
 * and counting files, one that waits for the bell. The processes of tasks belong to none of them and outlive all.
 */
public final class LocalCluster implements Cluster {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final Duration BETWEEN_LOOKS_WITHOUT_BELL = Duration.ofMillis(100);
    private static final Set<AgentCapability> CAPABILITIES = EnumSet.of(
            AgentCapability.MULTI_ROLE,
            AgentCapability.HIERARCHICAL_ROLE,
            AgentCapability.RESERVATION_REFINEMENT,
            AgentCapability.RESIZE_VOLUME,
            AgentCapability.AGENT_DRAINING);
    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private final LocalSettings settings;
    private final InstantSource clock;
    private final WorkFolder work;
    private final Enforcement limits;
    private final TaskUsers users;
    private volatile AgentInfo info;
    private volatile Resources total;
    private final String boot;

    /** On the thread for files alone. */
    private final MachineLoad load = new MachineLoad(Path.of("/proc"));

    private final ScheduledThreadPoolExecutor turns = thread("tender-local-agent");
    private final ScheduledThreadPoolExecutor files = thread("tender-local-files");
    private @Nullable Bell bell;
    private @Nullable LocalAgent agent;

    /** Who hears of it, once it has joined; used on its own thread. */
    private Optional<ClusterListener> listener = Optional.empty();

    private LocalCluster(LocalSettings settings, InstantSource clock, WorkFolder work, TaskUsers users)
            throws IOException {
        this.settings = settings;
        this.clock = clock;
        this.work = work;
        this.users = users;
        this.limits = Enforcements.choose(settings);
        this.boot = Machine.boot();
        this.total = total(settings);
        String hostname = settings.hostname().orElseGet(Machine::hostname);
        this.info = new AgentInfo(work.agentId(hostname), hostname, attributes(settings), settings.domain());
    }

    private Resources total(LocalSettings wanted) throws IOException {
        return wanted.resources().isPresent()
                ? wanted.resources().get()
                : Machine.resources(work.path(), wanted.ports());
    }

    private List<Attribute> attributes(LocalSettings wanted) {
        List<Attribute> attributes = new ArrayList<>(wanted.attributes());
        attributes.add(
                Attribute.text("os", System.getProperty("os.name", "linux").toLowerCase(Locale.ROOT)));
        attributes.add(Attribute.text("arch", System.getProperty("os.arch", "unknown")));
        attributes.add(Attribute.text("limits", limits.word()));
        return attributes;
    }

    /** From now on it has these resources and attributes, and reports again; the rest stays as it was opened. */
    public void offer(LocalSettings wanted) {
        ask(it -> {
            try {
                Resources changed = total(wanted);
                AgentInfo before = info;
                info = new AgentInfo(before.id(), before.hostname(), attributes(wanted), before.domain());
                total = changed;
                LOG.info("agent {} has now {}", info.id(), total);
                listener.ifPresent(told -> told.joined(new AgentReport(info, CAPABILITIES, total, it.reports())));
            } catch (IOException e) {
                LOG.error("agent {} stays as it was: what it has cannot be told: {}", info.id(), e.toString());
            }
        });
    }

    private static ScheduledThreadPoolExecutor thread(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name(name).daemon().factory());
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /**
     * Takes the work folder and looks the machine over; nothing is reported before {@link #start}.
     *
     * @throws IOException if the folder is held by another daemon or cannot be used, or if the machine lacks something;
     *     the message says what to do
     */
    public static LocalCluster open(LocalSettings settings, InstantSource clock) throws IOException {
        Launcher.checkTools();
        TaskUsers users = TaskUsers.of(settings.users());
        WorkFolder work = WorkFolder.open(settings.work(), users.mayBeOthers());
        try {
            LocalCluster cluster = new LocalCluster(settings, clock, work, users);
            LOG.info("agent {} on {}: {}", cluster.info.id(), cluster.info.hostname(), cluster.total);
            LOG.info(
                    "agent {} enforces limits by {}: {}",
                    cluster.info.id(),
                    cluster.limits.word(),
                    cluster.enforcement());
            return cluster;
        } catch (IOException | RuntimeException e) {
            work.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return "local";
    }

    /** What this machine is as an agent. */
    public AgentInfo info() {
        return info;
    }

    /** What is enforced of a task's resources, and what is not, in words. */
    public String enforcement() {
        return limits.words();
    }

    @Override
    public synchronized void start(ClusterListener told, List<TaskOrder> known) {
        if (agent != null) {
            throw new IllegalStateException("The local agent was started before; open another to start again");
        }
        Reports reports = new Reports(info.id(), clock, told);
        LocalAgent started = new LocalAgent(
                settings,
                work,
                new OrderCheck(info.id(), () -> total, users),
                limits,
                users,
                reports,
                clock,
                boot,
                new Turns());
        agent = started;
        Set<TaskKey> keys = known.stream().map(TaskOrder::key).collect(Collectors.toUnmodifiableSet());
        post(() -> recover(started, told, keys));
        Duration between = hangBell(started) ? BETWEEN_LOOKS : BETWEEN_LOOKS_WITHOUT_BELL;
        var unused = turns.scheduleWithFixedDelay(
                guarded(started::tick), between.toMillis(), between.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void recover(LocalAgent started, ClusterListener told, Set<TaskKey> known) {
        try {
            List<TaskReport> tasks = started.recover(known);
            told.joined(new AgentReport(info, CAPABILITIES, total, tasks));
            listener = Optional.of(told);
            started.speak();
        } catch (IOException e) {
            LOG.error("the tasks of an earlier daemon cannot be found in {}", work.path(), e);
            told.unreachable(info.id(), "its tasks cannot be found in " + work.path() + ": " + e.getMessage());
        }
    }

    private boolean hangBell(LocalAgent started) {
        try {
            bell = Bell.hang(work.bell(), launch -> post(() -> started.rung(launch)));
            return true;
        } catch (IOException e) {
            LOG.warn("{} cannot be watched; tasks are looked at regularly instead: {}", work.bell(), e.toString());
            return false;
        }
    }

    @Override
    public boolean has(AgentId id) {
        return id.equals(info.id());
    }

    @Override
    public void launch(TaskOrder order) {
        ask(it -> it.launch(order));
    }

    @Override
    public void kill(AgentId id, TaskKey task, Duration grace) {
        ask(it -> it.kill(id, task, grace));
    }

    @Override
    public void acknowledge(AgentId id, TaskKey task, UUID uuid) {
        ask(it -> it.acknowledge(task, uuid));
    }

    @Override
    public void reconcile(AgentId id, List<TaskKey> tasks) {
        List<TaskKey> asked = List.copyOf(tasks);
        ask(it -> it.reconcile(id, asked));
    }

    @Override
    public void createVolumes(AgentId id, Resources volumes) {
        ask(it -> it.volumes().create(volumes));
    }

    @Override
    public void destroyVolumes(AgentId id, Resources volumes) {
        ask(it -> it.volumes().destroy(volumes));
    }

    @Override
    public void expectVolumes(AgentId id, Resources volumes) {
        ask(it -> it.volumes().expect(volumes));
    }

    @Override
    public Optional<Output> output(AgentId id, TaskKey task, String stream, long offset, int atMost)
            throws IOException {
        return has(id) ? OutputFiles.read(work.folder(task), stream, offset, atMost) : Optional.empty();
    }

    @Override
    public void measure(Consumer<Map<AgentId, Node.Usage>> told) {
        new Turns().elsewhere(() -> {
            try {
                told.accept(Map.of(info.id(), load.measure(clock.instant())));
            } catch (IOException e) {
                LOG.warn("how busy this machine is cannot be known: {}", e.toString());
            }
        });
    }

    @Override
    public void afterwards(Runnable then) {
        post(then);
    }

    private synchronized void ask(Consumer<LocalAgent> question) {
        LocalAgent asked = agent;
        if (asked == null) {
            throw new IllegalStateException("The local agent was asked for something before it was started");
        }
        post(() -> question.accept(asked));
    }

    private void post(Runnable turn) {
        try {
            turns.execute(guarded(turn));
        } catch (RejectedExecutionException e) {
            // Closed: what was asked for is durable with the master, who asks again after a restart.
            LOG.debug("the local agent is closed");
        }
    }

    /** One turn that goes wrong must not be the last. */
    private static Runnable guarded(Runnable turn) {
        return () -> {
            try {
                turn.run();
            } catch (RuntimeException e) {
                LOG.error("the local agent made a mistake; it goes on", e);
            }
        };
    }

    @Override
    public void close() {
        Bell hung;
        synchronized (this) {
            hung = bell;
            bell = null;
        }
        if (hung != null) {
            hung.close();
        }
        turns.shutdown();
        files.shutdown();
        try {
            // The folder is let go of only when nobody works in it any more.
            if (!turns.awaitTermination(30, TimeUnit.SECONDS) || !files.awaitTermination(30, TimeUnit.SECONDS)) {
                LOG.warn("the local agent is still busy while it closes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        work.close();
    }

    private final class Turns implements LocalAgent.Loop {
        @Override
        public void post(Runnable turn) {
            LocalCluster.this.post(turn);
        }

        @Override
        public void later(Duration delay, Runnable turn) {
            try {
                var unused = turns.schedule(guarded(turn), delay.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("the local agent is closed");
            }
        }

        @Override
        public void elsewhere(Runnable task) {
            try {
                files.execute(guarded(task));
            } catch (RejectedExecutionException e) {
                LOG.debug("the local agent is closed");
            }
        }
    }
}
