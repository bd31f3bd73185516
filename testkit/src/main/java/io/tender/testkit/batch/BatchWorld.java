package io.tender.testkit.batch;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.BatchSettings;
import io.tender.core.batch.framework.Sessions;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.framework.Guest;
import io.tender.testkit.ManualHost;
import io.tender.testkit.master.SimulatedMaster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A small cluster shared by a batch scheduler and a service scheduler: a real allocator offers what simulated agents have
 * to both, and each has a simulated master.
 *
 * <p>Everything happens on one {@link ManualHost}, in the order of its clock and queue, so a seed repeats it.
 */
public final class BatchWorld {
    /** The framework under which the batch scheduler is known to the allocator; its role has the same name. */
    public static final FrameworkId BATCH = new FrameworkId("batch");

    /** The same for the service scheduler. */
    public static final FrameworkId SERVICES = new FrameworkId("services");

    private final ManualHost host;
    private final Allocator allocator;
    private final SimulatedMaster batchMaster;
    private final SimulatedMaster serviceMaster;
    private final BatchScheduler batch;
    private final ServiceScheduler services;

    /** What tasks do once they are sent to an agent. */
    @FunctionalInterface
    public interface TaskScript {
        /** Starts at once and runs for ever. */
        TaskScript RUN = (world, task) -> world.report(task, TaskState.RUNNING);

        /** Called on a turn of its own soon after the launch; it reports now or later, by the world's host. */
        void launched(BatchWorld world, TaskId task);
    }

    /** How the sessions of a world are run. */
    @FunctionalInterface
    public interface Pace {
        Sessions of(ManualHost host, Supplier<BatchEngine> engine);

        /** Nothing happens between a snapshot and what comes of it. */
        static Pace atOnce() {
            return (host, engine) -> Sessions.atOnce(engine);
        }

        /** Results come later, each after as long as the supplier says. */
        static Pace elsewhere(Supplier<Duration> takes) {
            return (host, engine) -> new SlowSessions(engine, host, takes);
        }
    }

    /**
     * @param seed decides everything that is random
     * @param engine asked for before each session
     * @param script what batch tasks do; service tasks start at once and run for ever
     */
    public BatchWorld(
            long seed,
            BatchSettings settings,
            Supplier<BatchEngine> engine,
            Pace pace,
            TaskScript script,
            BatchListener listener) {
        this.host = new ManualHost(seed);
        this.allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
        this.batchMaster = new SimulatedMaster(BATCH, host, allocator, task -> script.launched(this, task));
        this.serviceMaster = new SimulatedMaster(SERVICES, host, allocator, this::run);
        this.batch = new BatchScheduler("batch", host, batchMaster, pace.of(host, engine), settings, listener);
        this.services = new ServiceScheduler(
                host,
                serviceMaster,
                Ordering.NONE,
                // Offers nobody needs go back soon, as there is somebody else who may need them.
                ServiceSettings.defaults().with("min_offer_hold_time", "20secs"),
                setup -> new NativeOfferSet(setup.nativeOrder()),
                new ServiceListener() {});
        allocator.initialize(
                AllocatorOptions.masterDefaults(),
                (framework, offers) -> {
                    batchMaster.offered(framework, offers);
                    serviceMaster.offered(framework, offers);
                },
                (framework, asked) -> {
                    batchMaster.askedBack(framework, asked);
                    serviceMaster.askedBack(framework, asked);
                });
        join(BATCH, batchMaster, batch);
        join(SERVICES, serviceMaster, services);
    }

    private void join(FrameworkId framework, SimulatedMaster master, Guest guest) {
        FrameworkInfo info =
                FrameworkInfo.of(framework, Set.of(Role.of(framework.value())), FrameworkCapability.GPU_RESOURCES);
        allocator.addFramework(info, Map.of(), true, FrameworkOptions.none());
        master.connectTo(guest);
    }

    private void run(TaskId task) {
        serviceMaster.report(task, TaskState.RUNNING);
    }

    public BatchScheduler batch() {
        return batch;
    }

    public ServiceScheduler services() {
        return services;
    }

    public Allocator allocator() {
        return allocator;
    }

    public ManualHost host() {
        return host;
    }

    /** Adds a machine. */
    public void addAgent(String name, String resources, String attributes) {
        AgentInfo agent =
                new AgentInfo(new AgentId(name), name + ".example", Attribute.parseAll(attributes), Optional.empty());
        Resources total = Resources.parse(resources);
        batchMaster.agentAdded(agent, total);
        serviceMaster.agentAdded(agent, total);
        allocator.addAgent(agent, AgentCapability.all(), Optional.empty(), total, Map.of());
    }

    /** Takes a machine away, with its offers and tasks. */
    public void removeAgent(String name) {
        AgentId agent = new AgentId(name);
        batchMaster.agentRemoved(agent);
        serviceMaster.agentRemoved(agent);
        allocator.removeAgent(agent);
    }

    /** Cuts a machine off: its tasks run on, but nothing is heard of them and no request reaches them. */
    public void partition(String name) {
        AgentId agent = new AgentId(name);
        allocator.deactivateAgent(agent);
        batchMaster.partition(agent);
        serviceMaster.partition(agent);
    }

    /** Brings a machine back that was cut off. */
    public void heal(String name) {
        AgentId agent = new AgentId(name);
        allocator.activateAgent(agent);
        batchMaster.heal(agent);
        serviceMaster.heal(agent);
    }

    /** Announces a machine's maintenance, or calls it off. */
    public void announce(String name, Optional<Unavailability> when) {
        AgentId agent = new AgentId(name);
        batchMaster.announced(agent, when);
        serviceMaster.announced(agent, when);
        allocator.updateUnavailability(agent, when);
    }

    /** Takes an offer back from the batch scheduler. */
    public void rescind(OfferId offer) {
        batchMaster.rescind(offer);
    }

    /** Takes the next offer of a machine back, so soon that the batch scheduler hears of that before it has the offer. */
    public void rescindAhead(String name) {
        batchMaster.rescindAhead(new AgentId(name));
    }

    /** The batch scheduler's connection to the master breaks: its offers are void, its tasks run on. */
    public void disconnect() {
        batchMaster.disconnect();
        allocator.deactivateFramework(BATCH);
    }

    public void reconnect() {
        allocator.activateFramework(BATCH);
        batchMaster.reconnect();
    }

    /** A batch task comes into a state; the master tells the scheduler. A task that is over is ignored. */
    public void report(TaskId task, TaskState state) {
        batchMaster.report(task, state);
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        host.advance(time);
    }

    /** The offers the batch scheduler has not answered yet. */
    public List<OfferId> openOffers() {
        return batchMaster.openOffers();
    }

    /** The batch tasks, by the ids they were launched under, that are alive within reach and were not asked to end. */
    public List<TaskId> aliveTasks() {
        return batchMaster.alive();
    }

    /** The agent a batch task that is alive is on. */
    public AgentId agentOf(TaskId task) {
        return batchMaster.agentOf(task);
    }

    public List<AgentId> agents() {
        return batchMaster.agents();
    }

    /** Every promise of the level below that is broken now, in words; none should be. */
    public List<String> brokenPromises() {
        return new WorldPromises(allocator, host, batchMaster, serviceMaster).broken();
    }
}
