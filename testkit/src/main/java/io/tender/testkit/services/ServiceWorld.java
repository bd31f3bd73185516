package io.tender.testkit.services;

import io.tender.core.allocator.HierarchicalAllocator;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.ServiceSettings;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateView;
import io.tender.core.sorter.SorterKind;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Filters;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import io.tender.testkit.master.SimulatedMaster;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A small cluster around a service scheduler: a real allocator offers what simulated agents have, a simulated master
 * hands offers and statuses to and fro, and tasks do what {@link TaskScript} says.
 *
 * <p>Everything happens on one {@link ManualHost}, in the order of its clock and queue, so a seed repeats it. Other
 * frameworks may be added to {@link #allocator()} as they are.
 */
public final class ServiceWorld {

    /** The framework under which the scheduler is known to the allocator. */
    public static final FrameworkId FRAMEWORK = new FrameworkId("services");

    /** The role under which it is offered resources. */
    public static final Role ROLE = Role.of("services");

    private final ManualHost host;
    private final Allocator allocator;
    private final SimulatedMaster master;
    private final ServiceScheduler scheduler;
    private final Map<TaskId, InstanceKey> instances = new HashMap<>();

    /** What tasks do once they are sent to an agent. */
    @FunctionalInterface
    public interface TaskScript {
        /** Starts at once and runs for ever. */
        TaskScript RUN = (world, task) -> world.report(task, TaskState.RUNNING);

        /** Called on a turn of its own soon after the launch; it reports now or later, by the world's host. */
        void launched(ServiceWorld world, TaskId task);
    }

    /**
     * @param seed decides everything that is random
     * @param ordering how a set that waits is asked, made with the host; {@link Ordering#NONE} if the set does not
     * @param listener is told what happens to tasks and updates
     */
    public ServiceWorld(
            long seed,
            ServiceSettings settings,
            Function<OfferSetSetup, OfferSet> offerSet,
            Function<ManualHost, Ordering> ordering,
            TaskScript script,
            ServiceListener listener) {
        this.host = new ManualHost(seed);
        this.allocator = new HierarchicalAllocator(host, SorterKind.DRF, SorterKind.DRF);
        this.master = new SimulatedMaster(FRAMEWORK, host, allocator, task -> script.launched(this, task));
        this.scheduler =
                new ServiceScheduler(host, master, ordering.apply(host), settings, offerSet, remembering(listener));
        allocator.initialize(AllocatorOptions.masterDefaults(), master::offered, master::askedBack);
        FrameworkInfo framework = FrameworkInfo.of(
                FRAMEWORK, Set.of(ROLE), FrameworkCapability.GPU_RESOURCES, FrameworkCapability.REVOCABLE_RESOURCES);
        allocator.addFramework(framework, Map.of(), true, FrameworkOptions.none());
        master.connectTo(scheduler);
    }

    private ServiceListener remembering(ServiceListener listener) {
        return new ServiceListener() {
            @Override
            public void taskChanged(TaskView task, TaskState before) {
                instances.put(task.id(), task.instance());
                listener.taskChanged(task, before);
            }

            @Override
            public void updateChanged(UpdateView update) {
                listener.updateChanged(update);
            }
        };
    }

    public ServiceScheduler scheduler() {
        return scheduler;
    }

    public Allocator allocator() {
        return allocator;
    }

    public ManualHost host() {
        return host;
    }

    /** Adds a machine. */
    public void addAgent(String name, String resources, String attributes) {
        addAgent(
                new AgentInfo(new AgentId(name), name + ".example", Attribute.parseAll(attributes), Optional.empty()),
                Resources.parse(resources),
                Optional.empty());
    }

    /** Adds a machine of which all is said. */
    public void addAgent(AgentInfo agent, Resources total, Optional<Unavailability> unavailability) {
        master.agentAdded(agent, total);
        master.announced(agent.id(), unavailability);
        allocator.addAgent(agent, AgentCapability.all(), unavailability, total, Map.of());
    }

    /** Takes a machine away, with its offers and tasks. */
    public void removeAgent(String name) {
        AgentId agent = new AgentId(name);
        master.agentRemoved(agent);
        allocator.removeAgent(agent);
    }

    /** Cuts a machine off: its tasks run on, but nothing is heard of them and no request reaches them. */
    public void partition(String name) {
        allocator.deactivateAgent(new AgentId(name));
        master.partition(new AgentId(name));
    }

    /** Brings a machine back that was cut off. */
    public void heal(String name) {
        allocator.activateAgent(new AgentId(name));
        master.heal(new AgentId(name));
    }

    /** Announces a machine's maintenance, or calls it off. */
    public void announce(String name, Optional<Unavailability> when) {
        master.announced(new AgentId(name), when);
        allocator.updateUnavailability(new AgentId(name), when);
    }

    /** Changes what a machine says of itself. */
    public void attributes(String name, String attributes) {
        AgentInfo agent = changed(new AgentId(name), attributes);
        tell(agent);
    }

    /** Changes what a machine says of itself; the scheduler finds out by the machine's next offer. */
    public void attributesByOffer(String name, String attributes) {
        changed(new AgentId(name), attributes);
    }

    private AgentInfo changed(AgentId id, String attributes) {
        AgentInfo agent = new AgentInfo(id, master.hostname(id), Attribute.parseAll(attributes), Optional.empty());
        master.agentChanged(agent);
        allocator.updateAgent(agent, Optional.empty(), Optional.empty());
        return agent;
    }

    private void tell(AgentInfo agent) {
        AgentId id = agent.id();
        host.enqueue(() -> scheduler.attributesChanged(id, HostAttributes.of(agent.hostname(), agent.attributes())));
    }

    /** Takes an offer back. */
    public void rescind(OfferId offer) {
        master.rescind(offer);
    }

    /** Takes the next offer of a machine back, so soon that the scheduler hears of that before it hears of the offer. */
    public void rescindAhead(String name) {
        master.rescindAhead(new AgentId(name));
    }

    /** Tells of every offer that the scheduler gives back unused: whose it was, and for how long it is not wanted. */
    public void onDecline(BiConsumer<AgentId, Filters> listener) {
        master.onDecline(listener);
    }

    /** The connection to the master breaks: offers are void, tasks run on. */
    public void disconnect() {
        master.disconnect();
        allocator.deactivateFramework(FRAMEWORK);
    }

    public void reconnect() {
        allocator.activateFramework(FRAMEWORK);
        master.reconnect();
    }

    /** A task comes into a state; the master tells the scheduler. A task that is over is ignored. */
    public void report(TaskId task, TaskState state) {
        master.report(task, state);
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        host.advance(time);
    }

    /** The offers the scheduler has not answered yet. */
    public List<OfferId> openOffers() {
        return master.openOffers();
    }

    /** The tasks that are alive on machines within reach and were not asked to end. */
    public List<TaskId> aliveTasks() {
        return master.alive();
    }

    /** The agent a task that is alive is on. */
    public AgentId agentOf(TaskId task) {
        return master.agentOf(task);
    }

    public List<AgentId> agents() {
        return master.agents();
    }

    /** The values of an attribute of an agent, its host name included. */
    public Set<String> attribute(AgentId agent, String attribute) {
        return master.attributes(agent).valuesOf(attribute);
    }

    /** The instance a task was or is a run of. */
    public InstanceKey instanceOf(TaskId task) {
        InstanceKey key = instances.get(task);
        if (key == null) {
            throw new IllegalArgumentException("There never was a task " + task);
        }
        return key;
    }

    /** Every promise that is broken now, in words; none should be. */
    public List<String> brokenPromises() {
        return new Promises(this, master).broken();
    }
}
