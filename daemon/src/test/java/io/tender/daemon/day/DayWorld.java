package io.tender.daemon.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.sorter.SorterKind;
import io.tender.daemon.Modules;
import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskReport;
import io.tender.daemon.cluster.simulated.RunTimes;
import io.tender.daemon.cluster.simulated.SimulatedCluster;
import io.tender.daemon.cluster.simulated.SimulatedSettings;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.Change;
import io.tender.daemon.master.ChangeCodec;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.master.Effects;
import io.tender.daemon.master.GuestFramework;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.master.TaskView;
import io.tender.daemon.settings.Settings;
import io.tender.daemon.work.ApplyOutcome;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.WorkDesk;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/** Master, allocator, both schedulers and simulated agents around one clock, as the daemon puts them together. */
final class DayWorld implements Effects, AutoCloseable {
    /** What is remembered of things past has bounds small enough to be reached within hours. */
    private static final String SETTINGS =
            "master: {maxCompletedFrameworks: 10, maxCompletedTasks: 100, maxGoneAgents: 10}";

    /** Changes that wait to be played to the copy. */
    private static final int MOST_WAITING = 1000;

    private final ManualHost host;
    private final Modules modules;
    private final Master master;
    private final Master copy;
    private final ChangeCodec codec = new ChangeCodec();
    private List<Change> unplayed = new ArrayList<>();
    private final Documents reader = new Documents(Map.of());
    private final SimulatedCluster cluster;
    private final WorkDesk desk;
    private final ServiceScheduler services;
    private final BatchScheduler batch;
    private long journaled;
    private long tasks;

    DayWorld(long seed, int agents, Path folder) {
        Settings settings = Settings.read("tender.yaml", SETTINGS, folder, Settings.Given.NOTHING);
        host = new ManualHost(Chance.seeded(seed), Instant.parse("2026-01-01T00:00:00Z"));
        modules = Modules.find(settings);
        cluster = new SimulatedCluster(agents(seed, agents), new HandTimers(host));
        master = master(settings, host, this);
        copy = master(settings, new ManualHost(seed), new Ignored());
        desk = new WorkDesk(master, host, reader);
        GuestFramework ofServices = guest("services");
        services = new ServiceScheduler(
                host,
                ofServices,
                Ordering.NONE,
                settings.services().settings(),
                modules.offerSet(),
                desk.serviceListener());
        GuestFramework ofBatch = guest("batch");
        batch = new BatchScheduler(
                "batch",
                host,
                ofBatch,
                Sessions.atOnce(modules.conf()::engine),
                BatchSettings.USUAL,
                desk.batchListener());
        host.enqueue(() -> {
            master.start(AllocatorOptions.defaults());
            desk.runServices(services, ofServices.id());
            desk.runJobs(batch, ofBatch.id());
            desk.recover();
            ofServices.connect(services);
            ofBatch.connect(batch);
        });
        cluster.start(listener(), List.of());
        host.settle();
    }

    private static SimulatedSettings agents(long seed, int count) {
        return new SimulatedSettings(
                seed,
                List.of(new SimulatedSettings.Group(
                        count,
                        "sim-{n}",
                        Resources.parse("cpus:8;mem:16384;disk:100000;ports:[31000-31999]"),
                        List.of(),
                        Optional.empty(),
                        4,
                        SimulatedSettings.Load.NONE)),
                new RunTimes(
                        RunTimes.Kind.EXPONENTIAL,
                        Duration.ofMinutes(2),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(10)),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                0.05,
                1,
                false,
                Optional.of(new SimulatedSettings.Faults(Duration.ofHours(1), Duration.ofMinutes(3))));
    }

    private Master master(Settings settings, ManualHost on, Effects effects) {
        return new Master(
                settings.master().settings("day", false),
                on,
                new HierarchicalAllocator(on, SorterKind.DRF, SorterKind.DRF),
                new Clusters(List.of(cluster)),
                effects);
    }

    private GuestFramework guest(String name) {
        Role role = Role.of(name);
        return new GuestFramework(
                new FrameworkId(name),
                Subscription.of(name, role)
                        .withFailoverTimeout(Duration.ofHours(1))
                        .withRoles(new TreeSet<>(List.of(role)), new TreeSet<>(List.of(role)))
                        .withFurther(new TreeSet<>(List.of(Subscription.PARTITION_AWARE))),
                master,
                host,
                launch -> desk.program(launch).orElseThrow());
    }

    private ClusterListener listener() {
        return new ClusterListener() {
            @Override
            public void joined(AgentReport agent) {
                host.enqueue(() -> master.joined(agent));
            }

            @Override
            public void unreachable(AgentId agent, String why) {
                host.enqueue(() -> master.unreachable(agent, why));
            }

            @Override
            public void left(AgentId agent, String why) {
                host.enqueue(() -> master.left(agent, why));
            }

            @Override
            public void report(TaskReport report) {
                host.enqueue(() -> master.report(report));
            }
        };
    }

    /** The copy only listens. */
    private static final class Ignored implements Effects {
        @Override
        public void changed(Change change) {}

        @Override
        public void afterwards(Runnable output) {}
    }

    @Override
    public void changed(Change change) {
        if (change instanceof Change.TaskLaunched) {
            tasks++;
        }
        unplayed.add(change);
        if (unplayed.size() > MOST_WAITING) {
            play();
        }
    }

    /** The copy learns of everything as a recovery would: by what is written. */
    private void play() {
        if (!unplayed.isEmpty()) {
            byte[] record = codec.encode(unplayed);
            journaled += record.length;
            copy.recover(codec.decode(record));
            unplayed = new ArrayList<>();
        }
    }

    @Override
    public void afterwards(Runnable output) {
        host.enqueue(output);
    }

    void later(Runnable turn) {
        host.enqueue(turn);
    }

    void advance(Duration by) {
        host.advance(by);
        host.settle();
    }

    Instant now() {
        return host.now();
    }

    Master master() {
        return master;
    }

    WorkDesk desk() {
        return desk;
    }

    /** @param mayBeRefused since what had the name before may still be about to end */
    void apply(String yaml, boolean mayBeRefused) {
        desk.apply(reader.read("day", yaml).documents())
                .forEach(applied -> assertThat(mayBeRefused || !(applied.outcome() instanceof ApplyOutcome.Refused))
                        .as("%s: %s", applied.id(), applied.outcome())
                        .isTrue());
    }

    long journaledBytes() {
        return journaled;
    }

    /** How many tasks have been launched so far. */
    long tasks() {
        return tasks;
    }

    /** Everything that lives as long as the daemon does; for those who count what it holds on to. */
    Map<String, Object> roots() {
        return Map.of(
                "host", host, "master", master, "cluster", cluster, "desk", desk, "services", services, "batch", batch);
    }

    /** What must hold at any moment. */
    void check(Duration longest) {
        checkAmounts();
        play();
        assertThat(copy.snapshot()).as("what would be known after a restart").isEqualTo(master.snapshot());
        for (TaskView task : master.view().tasks()) {
            boolean lasts = task.key().framework().value().equals("services");
            assertThat(lasts || task.launchedAt().plus(longest).isAfter(now()))
                    .as("%s, launched at %s, is still %s at %s", task.key(), task.launchedAt(), task.state(), now())
                    .isTrue();
        }
    }

    /** Free, offered and used make up the total of each agent, and the allocator counts the same. */
    private void checkAmounts() {
        long held = 0;
        long total = 0;
        for (AgentView agent : master.view().agents()) {
            if (agent.present()) {
                Resources taken = agent.used().plus(agent.offered()).unallocate();
                assertThat(agent.total().contains(taken))
                        .as("%s holds %s of %s", agent.agent().id(), taken, agent.total())
                        .isTrue();
                held += taken.amount("cpus");
                total += agent.total().amount("cpus");
            }
        }
        SortedMap<String, Double> metrics = master.allocatorMetrics().join();
        assertThat(metrics.get("allocator/mesos/resources/cpus/offered_or_allocated"))
                .as("CPUs that the allocator holds, of %s", total)
                .isEqualTo(held / 1000.0);
        assertThat(metrics.get("allocator/mesos/resources/cpus/total")).isEqualTo(total / 1000.0);
    }

    /** When all work has ended: nobody waits for anything any more. */
    void checkQuiet() {
        assertThat(master.view().tasks())
                .as("tasks that are over, and whose frameworks have not been told so")
                .allMatch(task -> task.state() == RunState.RUNNING);
        assertThat(desk.views().jobs()).isEmpty();
    }

    @Override
    public void close() {
        services.close();
        batch.close();
        modules.close();
    }
}
