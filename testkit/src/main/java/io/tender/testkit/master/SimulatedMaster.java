package io.tender.testkit.master;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.Allocator;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Launch;
import io.tender.spi.framework.Master;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a master does between an allocator and one framework, and nothing more: every request takes a turn to arrive, and
 * what it leads to is told on another one. Where several frameworks share a cluster, each has one of its own.
 */
public final class SimulatedMaster implements Master {
    private static final Duration TIME_TO_END = Duration.ofMillis(500);

    private final FrameworkId framework;
    private final ManualHost host;
    private final Allocator allocator;
    private final Consumer<TaskId> launched;
    private final TreeMap<AgentId, Machine> machines = new TreeMap<>();
    private final TreeMap<OfferId, Open> offers = new TreeMap<>();
    private final Set<OfferId> used = new HashSet<>();
    private final TreeMap<TaskId, Running> tasks = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private @Nullable Guest guest;
    private long offersMade;
    private boolean connected = true;
    private final Set<AgentId> hasty = new HashSet<>();
    private BiConsumer<AgentId, Filters> declines = (agent, filters) -> {};

    /** A machine, and whether it can be reached. */
    static final class Machine {
        AgentInfo info;
        final Resources total;
        Optional<Unavailability> unavailability = Optional.empty();
        boolean partitioned;

        Machine(AgentInfo info, Resources total) {
            this.info = info;
            this.total = total;
        }
    }

    /** An offer that is not answered yet. */
    record Open(AgentId agent, Resources resources) {}

    /** A task that is not over. */
    static final class Running {
        final AgentId agent;
        final Resources resources;
        TaskState state = TaskState.ASSIGNED;
        boolean ending;

        Running(AgentId agent, Resources resources) {
            this.agent = agent;
            this.resources = resources;
        }
    }

    /** @param launched told of every task that reached its machine, on a turn of its own */
    public SimulatedMaster(FrameworkId framework, ManualHost host, Allocator allocator, Consumer<TaskId> launched) {
        this.framework = framework;
        this.host = host;
        this.allocator = allocator;
        this.launched = launched;
    }

    /** To be called once, before anything happens. */
    public void connectTo(Guest scheduler) {
        this.guest = scheduler;
    }

    private void tell(Consumer<Guest> what) {
        host.enqueue(() -> {
            Guest told = guest;
            if (connected && told != null) {
                what.accept(told);
            }
        });
    }

    public void agentAdded(AgentInfo agent, Resources total) {
        machines.put(agent.id(), new Machine(agent, total));
        tell(scheduler -> scheduler.agentTotal(agent.id(), total));
    }

    public void agentChanged(AgentInfo agent) {
        machine(agent.id()).info = agent;
    }

    private Machine machine(AgentId agent) {
        Machine machine = machines.get(agent);
        if (machine == null) {
            throw new IllegalArgumentException("There is no agent '" + agent + "', only " + machines.keySet());
        }
        return machine;
    }

    public void agentRemoved(AgentId agent) {
        machine(agent);
        machines.remove(agent);
        hasty.remove(agent);
        for (OfferId offer : List.copyOf(offers.keySet())) {
            if (open(offer).agent.equals(agent)) {
                offers.remove(offer);
                tell(scheduler -> scheduler.rescinded(offer));
            }
        }
        tasks.values().removeIf(task -> task.agent.equals(agent));
        tell(scheduler -> scheduler.agentLost(agent));
    }

    /** The allocator wants machines back for their maintenance. */
    public void askedBack(FrameworkId from, Map<AgentId, UnavailableResources> asked) {
        if (from.equals(framework)) {
            asked.forEach((agent, what) -> tell(scheduler -> scheduler.inverseOffer(agent, what.unavailability())));
        }
    }

    public void partition(AgentId agent) {
        machine(agent).partitioned = true;
        rescindAll(agent);
        tasks.forEach((id, task) -> {
            if (task.agent.equals(agent)) {
                tell(scheduler -> scheduler.status(TaskStatus.of(id, TaskState.PARTITIONED)));
            }
        });
    }

    public void heal(AgentId agent) {
        machine(agent).partitioned = false;
        // What happened on the machine meanwhile is heard of now.
        new TreeMap<>(tasks).forEach((id, task) -> {
            if (task.agent.equals(agent) && task.state != TaskState.ASSIGNED) {
                report(id, task.state);
            }
        });
    }

    private void tellState(TaskId id, Running task) {
        TaskState state = task.state == TaskState.ASSIGNED ? TaskState.STARTING : task.state;
        tell(scheduler -> scheduler.status(TaskStatus.of(id, state)));
    }

    /** Offers say when their machine is away, so those that no longer tell the truth are taken back. */
    public void announced(AgentId agent, Optional<Unavailability> when) {
        machine(agent).unavailability = when;
        rescindAll(agent);
    }

    private void rescindAll(AgentId agent) {
        for (OfferId offer : List.copyOf(offers.keySet())) {
            if (open(offer).agent.equals(agent)) {
                rescind(offer);
            }
        }
    }

    /** What the allocator offers; what is meant for others is left alone. */
    public void offered(FrameworkId to, Map<Role, Map<AgentId, Resources>> made) {
        if (!to.equals(framework)) {
            return;
        }
        List<HostOffer> arriving = new ArrayList<>();
        made.values()
                .forEach(byAgent -> byAgent.forEach((agent, resources) -> {
                    OfferId id = new OfferId(String.format("offer-%06d", offersMade++));
                    offers.put(id, new Open(agent, resources));
                    Machine machine = machine(agent);
                    arriving.add(new HostOffer(
                            id,
                            agent,
                            machine.info.hostname(),
                            resources,
                            attributes(agent),
                            MaintenanceMode.NONE,
                            machine.unavailability));
                }));
        List<HostOffer> overtaken =
                arriving.stream().filter(offer -> hasty.remove(offer.agent())).toList();
        overtaken.forEach(offer -> rescind(offer.id()));
        tell(receiver -> {
            arriving.removeIf(offer -> !offers.containsKey(offer.id()) && !overtaken.contains(offer));
            receiver.offers(arriving);
        });
    }

    public void rescindAhead(AgentId agent) {
        machine(agent);
        hasty.add(agent);
    }

    public void onDecline(BiConsumer<AgentId, Filters> listener) {
        declines = listener;
    }

    public String hostname(AgentId agent) {
        return machine(agent).info.hostname();
    }

    public HostAttributes attributes(AgentId agent) {
        AgentInfo info = machine(agent).info;
        return HostAttributes.of(info.hostname(), info.attributes());
    }

    private Open open(OfferId offer) {
        Open open = offers.get(offer);
        if (open == null) {
            throw new IllegalArgumentException("There is no offer '" + offer + "', only " + offers.keySet());
        }
        return open;
    }

    public void rescind(OfferId offer) {
        giveBack(offer, Optional.empty());
        tell(scheduler -> scheduler.rescinded(offer));
    }

    private void giveBack(OfferId offer, Optional<Filters> filters) {
        Open open = offers.remove(offer);
        if (open != null) {
            allocator.recoverResources(framework, open.agent, open.resources, filters, false);
        }
    }

    @Override
    public void accept(List<OfferId> accepted, List<Launch> launches, Filters filters) {
        for (OfferId offer : accepted) {
            if (!used.add(offer)) {
                violations.add("offer " + offer + " was used twice");
            }
        }
        host.enqueue(() -> arriveAccept(accepted, launches, filters));
    }

    private void arriveAccept(List<OfferId> accepted, List<Launch> launches, Filters filters) {
        boolean valid = connected && offers.keySet().containsAll(accepted);
        Resources all = Resources.empty();
        for (OfferId offer : valid ? accepted : List.<OfferId>of()) {
            all = all.plus(open(offer).resources);
        }
        Resources left = all;
        for (Launch launch : launches) {
            if (valid && left.contains(launch.resources())) {
                left = left.minus(launch.resources());
                begin(launch);
            } else {
                if (valid) {
                    violations.add("task " + launch.task() + " takes '" + launch.resources() + "' of '" + left + "'");
                }
                tell(scheduler -> scheduler.status(TaskStatus.of(launch.task(), TaskState.LOST)));
            }
        }
        if (!valid) {
            accepted.forEach(offer -> giveBack(offer, Optional.of(filters)));
            return;
        }
        AgentId agent = open(accepted.getFirst()).agent;
        accepted.forEach(offers::remove);
        allocator.recoverResources(framework, agent, left, Optional.of(filters), false);
    }

    private void begin(Launch launch) {
        allocator.transitionOfferedToAllocated(launch.agent(), launch.resources());
        tasks.put(launch.task(), new Running(launch.agent(), launch.resources()));
        host.enqueue(() -> launched.accept(launch.task()));
    }

    @Override
    public void decline(List<OfferId> declined, Filters filters) {
        for (OfferId offer : declined) {
            Open open = offers.get(offer);
            if (open != null) {
                declines.accept(open.agent, filters);
            }
        }
        host.enqueue(() -> declined.forEach(offer -> giveBack(offer, Optional.of(filters))));
    }

    @Override
    public void suppress() {
        host.enqueue(() -> allocator.suppressOffers(framework, Set.of()));
    }

    @Override
    public void revive() {
        host.enqueue(() -> allocator.reviveOffers(framework, Set.of()));
    }

    @Override
    public void kill(TaskId task) {
        host.enqueue(() -> {
            Running running = tasks.get(task);
            if (running == null) {
                tell(scheduler -> scheduler.status(TaskStatus.of(task, TaskState.LOST)));
            } else if (!machine(running.agent).partitioned && !running.ending) {
                running.ending = true;
                host.after(TIME_TO_END, () -> report(task, TaskState.KILLED));
            }
        });
    }

    @Override
    public void reconcile(List<TaskId> asked) {
        host.enqueue(() -> {
            for (TaskId id : asked) {
                Running task = tasks.get(id);
                if (task == null) {
                    tell(scheduler -> scheduler.status(TaskStatus.of(id, TaskState.LOST)));
                } else if (!machine(task.agent).partitioned) {
                    tellState(id, task);
                }
            }
        });
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        // The simulated maintenance begins when it begins, agreed or not.
    }

    public void report(TaskId id, TaskState state) {
        Running task = tasks.get(id);
        if (task == null) {
            return;
        }
        task.state = state;
        if (machine(task.agent).partitioned) {
            return;
        }
        if (state.isTerminal()) {
            tasks.remove(id);
            allocator.recoverResources(framework, task.agent, task.resources, Optional.empty(), true);
        }
        tell(scheduler -> scheduler.status(TaskStatus.of(id, state)));
    }

    public void disconnect() {
        connected = false;
        List.copyOf(offers.keySet()).forEach(offer -> giveBack(offer, Optional.empty()));
        host.enqueue(() -> told().disconnected());
    }

    /** A connection again. Statuses that could not be told are told now, as a master repeats them until they are heard. */
    public void reconnect() {
        host.enqueue(() -> {
            repeatStatuses();
            told().connected();
            machines.forEach((agent, machine) -> told().agentTotal(agent, machine.total));
        });
    }

    private Guest told() {
        Guest told = guest;
        if (told == null) {
            throw new IllegalStateException("Nobody is connected to the master: call connectTo first");
        }
        return told;
    }

    private void repeatStatuses() {
        connected = true;
        tasks.forEach((id, task) -> {
            if (!machine(task.agent).partitioned) {
                tellState(id, task);
            }
        });
    }

    public boolean isConnected() {
        return connected;
    }

    public List<OfferId> openOffers() {
        return List.copyOf(offers.keySet());
    }

    public List<TaskId> alive() {
        return tasks.entrySet().stream()
                .filter(task -> !task.getValue().ending && !machine(task.getValue().agent).partitioned)
                .map(Map.Entry::getKey)
                .toList();
    }

    public AgentId agentOf(TaskId task) {
        Running running = tasks.get(task);
        if (running == null) {
            throw new IllegalArgumentException("Task '" + task + "' is not alive");
        }
        return running.agent;
    }

    public List<AgentId> agents() {
        return List.copyOf(machines.keySet());
    }

    public List<String> violations() {
        return violations;
    }

    /** What is promised on an agent: offered and not answered, or used by a task. */
    public Resources promised(AgentId agent) {
        Resources sum = Resources.empty();
        for (Open open : offers.values()) {
            sum = open.agent.equals(agent) ? sum.plus(open.resources.unallocate()) : sum;
        }
        for (Running task : tasks.values()) {
            sum = task.agent.equals(agent) ? sum.plus(task.resources.unallocate()) : sum;
        }
        return sum;
    }

    public Resources total(AgentId agent) {
        return machine(agent).total;
    }
}
