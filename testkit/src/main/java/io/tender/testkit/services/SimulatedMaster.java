package io.tender.testkit.services;

import io.tender.core.services.ServiceScheduler;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.Allocator;
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
 * What a master does between an allocator and a scheduler, and nothing more: every request takes a turn to arrive, and
 * what it leads to is told on another one.
 */
final class SimulatedMaster implements Master {
    private static final Duration TIME_TO_END = Duration.ofMillis(500);

    private final ManualHost host;
    private final Allocator allocator;
    private final Consumer<TaskId> launched;
    private final TreeMap<AgentId, Machine> machines = new TreeMap<>();
    private final TreeMap<OfferId, Open> offers = new TreeMap<>();
    private final Set<OfferId> used = new HashSet<>();
    private final TreeMap<TaskId, Running> tasks = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private @Nullable ServiceScheduler scheduler;
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

    SimulatedMaster(ManualHost host, Allocator allocator, Consumer<TaskId> launched) {
        this.host = host;
        this.allocator = allocator;
        this.launched = launched;
    }

    void connectTo(ServiceScheduler framework) {
        this.scheduler = framework;
    }

    private void tell(Consumer<ServiceScheduler> what) {
        host.enqueue(() -> {
            ServiceScheduler told = scheduler;
            if (connected && told != null) {
                what.accept(told);
            }
        });
    }

    void agentAdded(AgentInfo agent, Resources total) {
        machines.put(agent.id(), new Machine(agent, total));
    }

    void agentChanged(AgentInfo agent) {
        machine(agent.id()).info = agent;
    }

    private Machine machine(AgentId agent) {
        Machine machine = machines.get(agent);
        if (machine == null) {
            throw new IllegalArgumentException("There is no agent '" + agent + "', only " + machines.keySet());
        }
        return machine;
    }

    void agentRemoved(AgentId agent) {
        machine(agent);
        machines.remove(agent);
        for (OfferId offer : List.copyOf(offers.keySet())) {
            if (open(offer).agent.equals(agent)) {
                offers.remove(offer);
                tell(framework -> framework.rescinded(offer));
            }
        }
        tasks.values().removeIf(task -> task.agent.equals(agent));
    }

    void partition(AgentId agent) {
        machine(agent).partitioned = true;
        rescindAll(agent);
        tasks.forEach((id, task) -> {
            if (task.agent.equals(agent)) {
                tell(framework -> framework.status(TaskStatus.of(id, TaskState.PARTITIONED)));
            }
        });
    }

    void heal(AgentId agent) {
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
        tell(framework -> framework.status(TaskStatus.of(id, state)));
    }

    /** Offers say when their machine is away, so those that no longer tell the truth are taken back. */
    void announced(AgentId agent, Optional<Unavailability> when) {
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

    void offered(FrameworkId framework, Map<Role, Map<AgentId, Resources>> made, ServiceScheduler to) {
        if (!framework.equals(ServiceWorld.FRAMEWORK)) {
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
            to.offers(arriving);
        });
    }

    void rescindAhead(AgentId agent) {
        machine(agent);
        hasty.add(agent);
    }

    void onDecline(BiConsumer<AgentId, Filters> listener) {
        declines = listener;
    }

    String hostname(AgentId agent) {
        return machine(agent).info.hostname();
    }

    HostAttributes attributes(AgentId agent) {
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

    void rescind(OfferId offer) {
        giveBack(offer, Optional.empty());
        tell(framework -> framework.rescinded(offer));
    }

    private void giveBack(OfferId offer, Optional<Filters> filters) {
        Open open = offers.remove(offer);
        if (open != null) {
            allocator.recoverResources(ServiceWorld.FRAMEWORK, open.agent, open.resources, filters, false);
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
                tell(framework -> framework.status(TaskStatus.of(launch.task(), TaskState.LOST)));
            }
        }
        if (!valid) {
            accepted.forEach(offer -> giveBack(offer, Optional.of(filters)));
            return;
        }
        AgentId agent = open(accepted.getFirst()).agent;
        accepted.forEach(offers::remove);
        allocator.recoverResources(ServiceWorld.FRAMEWORK, agent, left, Optional.of(filters), false);
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
        host.enqueue(() -> allocator.suppressOffers(ServiceWorld.FRAMEWORK, Set.of()));
    }

    @Override
    public void revive() {
        host.enqueue(() -> allocator.reviveOffers(ServiceWorld.FRAMEWORK, Set.of()));
    }

    @Override
    public void kill(TaskId task) {
        host.enqueue(() -> {
            Running running = tasks.get(task);
            if (running == null) {
                tell(framework -> framework.status(TaskStatus.of(task, TaskState.LOST)));
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
                    tell(framework -> framework.status(TaskStatus.of(id, TaskState.LOST)));
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

    void report(TaskId id, TaskState state) {
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
            allocator.recoverResources(ServiceWorld.FRAMEWORK, task.agent, task.resources, Optional.empty(), true);
        }
        tell(framework -> framework.status(TaskStatus.of(id, state)));
    }

    void disconnect() {
        connected = false;
        List.copyOf(offers.keySet()).forEach(offer -> giveBack(offer, Optional.empty()));
    }

    /** Statuses that could not be told are told now, as a master repeats them until they are heard. */
    void reconnect() {
        connected = true;
        tasks.forEach((id, task) -> {
            if (!machine(task.agent).partitioned) {
                tellState(id, task);
            }
        });
    }

    boolean isConnected() {
        return connected;
    }

    List<OfferId> openOffers() {
        return List.copyOf(offers.keySet());
    }

    List<TaskId> alive() {
        return tasks.entrySet().stream()
                .filter(task -> !task.getValue().ending && !machine(task.getValue().agent).partitioned)
                .map(Map.Entry::getKey)
                .toList();
    }

    AgentId agentOf(TaskId task) {
        Running running = tasks.get(task);
        if (running == null) {
            throw new IllegalArgumentException("Task '" + task + "' is not alive");
        }
        return running.agent;
    }

    List<AgentId> agents() {
        return List.copyOf(machines.keySet());
    }

    List<String> violations() {
        return violations;
    }

    /** What is promised on an agent: offered and not answered, or used by a task. */
    Resources promised(AgentId agent) {
        Resources sum = Resources.empty();
        for (Open open : offers.values()) {
            sum = open.agent.equals(agent) ? sum.plus(open.resources.unallocate()) : sum;
        }
        for (Running task : tasks.values()) {
            sum = task.agent.equals(agent) ? sum.plus(task.resources.unallocate()) : sum;
        }
        return sum;
    }

    Resources total(AgentId agent) {
        return machine(agent).total;
    }
}
