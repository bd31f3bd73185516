package io.tender.cli.demo.simulated;

import io.tender.cli.demo.simulated.LevelOne.Offer;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateState;
import io.tender.core.services.UpdateView;
import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A real scheduler of services as one of the demo's frameworks: it holds offers for a moment, asks in which order to try
 * them, and keeps its jobs running whatever happens to agents.
 *
 * <p>It has a clock and a queue of its own, which move with the demo's steps.
 */
final class ServiceFramework extends Participant implements AutoCloseable {

    private final ManualHost host;
    private final DemoMaster master;
    private final Orders orders;
    private final ShopPlan plan;
    private final ServiceScheduler scheduler;
    private final Consumer<String> news;
    private final Map<AgentId, String> hostnames = new TreeMap<>();
    private int instancesRunning;
    private boolean complete;
    private boolean troubled;

    /** @param news is told what people may want to know */
    ServiceFramework(
            ShopPlan plan, Machines machines, Cluster cluster, Chance chance, Orders orders, Consumer<String> news) {
        super("shop", "shop", 2);
        this.plan = plan;
        this.orders = orders;
        this.news = news;
        machines.all()
                .forEach(machine -> hostnames.put(machine.id(), machine.info().hostname()));
        host = new ManualHost(chance, Instant.EPOCH);
        master = new DemoMaster(host, cluster, this, this::report);
        scheduler = new ServiceScheduler(
                host, master, orders.asking(host), plan.settings(), orders::offerSet, new Watching());
    }

    private void report(TaskStatus status) {
        scheduler.status(status);
    }

    void begin() {
        host.enqueue(() -> plan.begin(scheduler));
        host.settle();
    }

    /** Lets one step of the demo pass. */
    void pass(long step) {
        host.enqueue(() -> plan.act(step, scheduler).ifPresent(news));
        host.advance(DemoPlan.STEP);
        tellProgress();
        if (!troubled && orders.trouble().isPresent()) {
            troubled = true;
            news.accept("nobody orders the offers of " + id + ": they are tried in native order");
        }
    }

    private void tellProgress() {
        int wanted = scheduler.jobs().values().stream().mapToInt(Map::size).sum();
        boolean now = instancesRunning == wanted;
        if (now && !complete) {
            news.accept("all " + wanted + " instances of " + id + " are running");
        }
        complete = now;
    }

    void offered(List<Offer> made) {
        List<HostOffer> arriving = new ArrayList<>();
        for (Offer offer : made) {
            OfferId offerId = master.offered(offer.agent(), offer.resources());
            String hostname =
                    hostnames.getOrDefault(offer.agent(), offer.agent().value());
            arriving.add(HostOffer.of(
                    offerId, offer.agent(), hostname, offer.resources().allocate(role)));
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
        ResourceBundle wanted = ResourceBundle.empty();
        for (SortedMap<Integer, TaskConfig> instances : scheduler.jobs().values()) {
            for (TaskConfig config : instances.values()) {
                wanted = wanted.plus(config.request());
            }
        }
        ResourceQuantities amounts = ResourceQuantities.of(
                Map.of("cpus", wanted.cpuMillis(), "mem", wanted.ramMillis(), "disk", wanted.diskMillis()));
        return Math.min(1, Ledger.dominantShare(amounts, total));
    }

    @Override
    double share(ResourceQuantities total) {
        return Ledger.dominantShare(master.used(), total);
    }

    /** Who orders its offers, and how that goes. */
    Orders orders() {
        return orders;
    }

    @Override
    public void close() {
        scheduler.close();
        orders.close();
    }

    private final class Watching implements ServiceListener {
        @Override
        public void taskChanged(TaskView task, TaskState before) {
            instancesRunning += task.state() == TaskState.RUNNING ? 1 : 0;
            instancesRunning -= before == TaskState.RUNNING ? 1 : 0;
        }

        @Override
        public void updateChanged(UpdateView update) {
            if (update.state().isOver()) {
                news.accept(
                        update.state() == UpdateState.ROLLED_FORWARD
                                ? update.job() + " is updated: " + update.done().size() + " instances"
                                : "the update of " + update.job() + " ends as " + update.state());
            }
        }
    }
}
