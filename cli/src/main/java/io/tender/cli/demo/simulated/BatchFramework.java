package io.tender.cli.demo.simulated;

import io.tender.cli.demo.simulated.LevelOne.Offer;
import io.tender.cli.demo.simulated.Machines.Machine;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.SessionResult;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.Task;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskState;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A real scheduler of batch jobs as one of the demo's frameworks: it gathers offers until a gang fits as a whole, and has an
 * extender take part in every placement.
 *
 * <p>It has a clock and a queue of its own, which move with the demo's steps; sessions run at once.
 */
final class BatchFramework extends Participant implements AutoCloseable {

    /** Others do not wait a minute for an offer here, and jobs come every few seconds. */
    private static final BatchSettings SETTINGS =
            BatchSettings.steady(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(1), 110);

    private static final double BYTES_PER_MILLI_MB = (1 << 20) / 1000.0;

    private final ManualHost host;
    private final DemoMaster master;
    private final TrainPlan plan;
    private final Extension extension;
    private final BatchEngine engine;
    private final BatchScheduler scheduler;
    private final Consumer<String> news;
    private final Consumer<String> problem;
    private final Map<AgentId, Machine> machines = new TreeMap<>();
    private final Set<JobId> started = new HashSet<>();
    private long startedWhole;
    private long finished;
    private long sessions;
    private boolean silent;

    /**
     * Gets ready.
     *
     * @param news is told what people may want to know
     * @param problem is told of broken promises
     */
    BatchFramework(
            TrainPlan plan,
            Machines machines,
            Cluster cluster,
            Chance chance,
            Extension extension,
            Consumer<String> news,
            Consumer<String> problem) {
        super("train", "science", 2);
        this.plan = plan;
        this.extension = extension;
        this.news = news;
        this.problem = problem;
        machines.all().forEach(machine -> this.machines.put(machine.id(), machine));
        host = new ManualHost(chance, Instant.EPOCH);
        master = new DemoMaster(host, cluster, this, this::report);
        engine = extension.engine();
        scheduler =
                new BatchScheduler("train", host, master, Sessions.atOnce(() -> engine), SETTINGS, new BatchListener() {
                    @Override
                    public void sessionEnded(SessionResult result) {
                        afterSession(result);
                    }
                });
    }

    private void report(io.tender.model.service.TaskStatus status) {
        if (status.state() == TaskState.RUNNING) {
            host.after(plan.length(status.task()), () -> master.finish(status.task()));
        }
        scheduler.status(status);
    }

    void begin() {
        TrainPlan.queues().forEach(scheduler.cluster()::putQueue);
    }

    /** Lets one step of the demo pass. */
    void pass(long step) {
        host.enqueue(() -> plan.due(step, waiting(), host.now()).ifPresent(scheduler::submit));
        host.advance(DemoPlan.STEP);
        if (silent == extension.answers()) {
            silent = !silent;
            news.accept(
                    silent
                            ? "the extender of " + id + " does not answer: gangs are placed without it"
                            : "the extender of " + id + " answers again");
        }
    }

    /** Holds the scheduler to its promises, and lets go of what is done. */
    private void afterSession(SessionResult result) {
        sessions++;
        result.faults().forEach(fault -> problem.accept("a plugin of " + id + " failed: " + fault));
        for (JobId id : scheduler.cluster().jobIds()) {
            Job job = scheduler.cluster().job(id).orElseThrow();
            long ready = count(job, TaskStatus::ready);
            if (ready > 0 && started.add(id)) {
                if (ready >= job.minAvailable()) {
                    startedWhole++;
                } else {
                    problem.accept(
                            "gang " + id + " was started with " + ready + " tasks and needs " + job.minAvailable());
                }
            }
            if (count(job, TaskStatus::completed) == job.tasks().size()) {
                finished++;
                scheduler.remove(id);
                news.accept("gang " + id.name() + " is done: " + job.tasks().size() + " tasks");
            }
        }
    }

    private long count(Job job, Predicate<TaskStatus> which) {
        return job.tasks().stream()
                .filter(task -> which.test(scheduler.cluster().status(task.id())))
                .count();
    }

    void offered(List<Offer> made) {
        List<HostOffer> arriving = new ArrayList<>();
        for (Offer offer : made) {
            OfferId offerId = master.offered(offer.agent(), offer.resources());
            Machine machine = Objects.requireNonNull(machines.get(offer.agent()));
            arriving.add(new HostOffer(
                    offerId,
                    offer.agent(),
                    machine.info().hostname(),
                    offer.resources().allocate(role),
                    machine.attributes(),
                    MaintenanceMode.NONE,
                    Optional.empty()));
        }
        host.enqueue(() -> scheduler.offers(arriving));
        host.settle();
    }

    /** An agent is gone; returns how many tasks went with it. */
    int lost(AgentId agent) {
        int tasks = master.lost(agent);
        host.enqueue(() -> scheduler.agentLost(agent));
        host.settle();
        return tasks;
    }

    @Override
    int running() {
        return master.running();
    }

    @Override
    double wantedShare(ResourceQuantities total) {
        ResourceList wanted = ResourceList.empty();
        for (JobId id : scheduler.cluster().jobIds()) {
            for (Task task : scheduler.cluster().job(id).orElseThrow().tasks()) {
                if (!scheduler.cluster().status(task.id()).completed()) {
                    wanted = wanted.plus(task.request());
                }
            }
        }
        long memory = Math.round(wanted.millis(ResourceList.MEMORY) / BYTES_PER_MILLI_MB);
        ResourceQuantities amounts =
                ResourceQuantities.of(Map.of("cpus", wanted.millis(ResourceList.CPU), "mem", memory));
        return Math.min(1, Ledger.dominantShare(amounts, total));
    }

    @Override
    double share(ResourceQuantities total) {
        return Ledger.dominantShare(master.used(), total);
    }

    /** What is wrong with the extender, from the moment something is. */
    Optional<String> trouble() {
        return extension.trouble();
    }

    private long waiting() {
        return scheduler.cluster().jobIds().stream()
                .filter(job -> !started.contains(job))
                .count();
    }

    GangSummary gangs() {
        return new GangSummary(
                extension.by(),
                startedWhole,
                finished,
                waiting(),
                sessions,
                extension.calls(),
                extension.failed(),
                extension.answers(),
                extension.medianMillis(),
                extension.trouble());
    }

    @Override
    public void close() {
        scheduler.close();
        engine.close();
        extension.close();
    }
}
