package io.tender.benchmarks.placement;

import io.tender.benchmarks.workload.WrongOutcome;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.HostOffer;
import io.tender.model.service.JobKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.framework.Launch;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A service scheduler as in life, but for its clock: jobs are submitted, tasks launched out of held offers, what is left
 * of the offers is offered anew, and tasks are reported as running.
 */
final class ServiceRun implements Contestant.Run {

    private static final long SEED = 1;
    private static final Duration STEP = Duration.ofMillis(1);

    /** Far more time than placing a batch takes; reaching it means that tasks are never placed. */
    private static final int MOST_STEPS = 10_000;

    private static final String AGENT =
            "cpus:" + Ledger.AGENT_CPUS + ";mem:" + Ledger.AGENT_MEMORY_MB + ";disk:" + Ledger.AGENT_DISK_MB;
    private static final ResourceBundle REQUEST =
            ResourceBundle.of(Ledger.TASK_CPUS * 1000L, Ledger.TASK_MEMORY_MB, Ledger.TASK_DISK_MB);

    private final Ledger ledger;
    private final ManualHost host = new ManualHost(SEED);
    private final AnswerQueue answers = new AnswerQueue();
    private final OfferMaster master = new OfferMaster();
    private final ServiceScheduler scheduler;
    private int jobs;
    private int offersMade;

    ServiceRun(
            Ledger ledger, ServiceSettings settings, Function<OfferSetSetup, OfferSet> offerSet, Ordering elsewhere) {
        this.ledger = ledger;
        this.scheduler = new ServiceScheduler(
                host, master, answers.through(elsewhere), settings, offerSet, ServiceListener.NONE);
        List<HostOffer> all = new ArrayList<>();
        for (String agent : ledger.agents()) {
            all.add(offer(new AgentId(agent), Resources.parse(AGENT).allocate(Role.of("services"))));
        }
        master.offered(all);
        scheduler.offers(all);
        host.settle();
    }

    private HostOffer offer(AgentId agent, Resources resources) {
        return HostOffer.of(new OfferId("offer-" + offersMade++), agent, agent.value(), resources);
    }

    @Override
    public long place(int tasks) {
        TaskConfig config = TaskConfig.of(new JobKey("www", "prod", "job-" + jobs++), REQUEST);
        int wanted = ledger.placed() + tasks;
        Stopwatch watch = new Stopwatch();
        watch.time(() -> scheduler.submit(config, tasks));
        for (int step = 0; ledger.placed() < wanted; step++) {
            if (step == MOST_STEPS) {
                throw new WrongOutcome("tasks placed", wanted, ledger.placed());
            }
            watch.time(() -> {
                host.advance(STEP);
                answers.deliver(host);
            });
            List<TaskStatus> running = new ArrayList<>();
            List<HostOffer> left = new ArrayList<>();
            carryOut(running, left);
            watch.time(() -> {
                scheduler.offers(left);
                running.forEach(scheduler::status);
                host.settle();
            });
        }
        return watch.nanos();
    }

    /** What a master and its agents do with what was accepted. */
    private void carryOut(List<TaskStatus> running, List<HostOffer> left) {
        for (OfferMaster.Accepted accepted : master.takeAccepted()) {
            HostOffer offer = accepted.offer();
            Resources rest = offer.resources();
            for (Launch launch : accepted.launches()) {
                if (!launch.agent().equals(offer.agent())
                        || !ResourceBundle.of(launch.resources()).equals(REQUEST)
                        || !rest.contains(launch.resources())) {
                    throw new WrongOutcome("launch from " + offer, REQUEST + " out of what is left, " + rest, launch);
                }
                rest = rest.minus(launch.resources());
                ledger.start(launch.task().value(), launch.agent().value());
                running.add(TaskStatus.of(launch.task(), TaskState.RUNNING));
            }
            left.add(offer(offer.agent(), rest));
        }
        master.offered(left);
    }

    /** A count the scheduler keeps, by its name. */
    long metric(String name) {
        return scheduler.metrics().getOrDefault(name, 0L);
    }

    @Override
    public void close() {
        long running = metric("task_store_" + TaskState.RUNNING);
        if (running != ledger.placed()) {
            throw new WrongOutcome("tasks that the scheduler knows to run", ledger.placed(), running);
        }
    }
}
