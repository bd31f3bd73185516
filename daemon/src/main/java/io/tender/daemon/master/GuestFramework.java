package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.model.service.TaskStatus;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Guest;
import io.tender.spi.framework.Launch;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler beside the master, as the framework it is: subscribed under a fixed id, never disconnected, and
 * acknowledging what it is told as soon as it has heard it.
 *
 * <p>What it asks is done at once, on the turn it is in; what comes of it is told on later turns, once it is durable.
 */
public final class GuestFramework implements io.tender.spi.framework.Master, Resident {
    private final FrameworkId id;
    private final Subscription subscription;
    private final Master master;
    private final AllocatorHost host;
    private final Function<Launch, TaskSpec> runs;
    private @Nullable Guest guest;

    /** @param runs what a launched task runs: command, labels and the rest; agent, resources and ports as launched */
    public GuestFramework(
            FrameworkId id,
            Subscription subscription,
            Master master,
            AllocatorHost host,
            Function<Launch, TaskSpec> runs) {
        this.id = id;
        this.subscription = subscription;
        this.master = master;
        this.host = host;
        this.runs = runs;
    }

    public FrameworkId id() {
        return id;
    }

    /** Subscribes; to be called once, on a turn. Statuses that were not acknowledged come before anything else. */
    public void connect(Guest scheduler) {
        guest = scheduler;
        master.reside(id, this);
        master.subscribe(subscription.withId(id), true, this);
    }

    private Guest guest() {
        Guest there = guest;
        if (there == null) {
            throw new IllegalStateException("Framework '" + id + "' has no scheduler yet: call connect first");
        }
        return there;
    }

    // What the master tells. It comes from whichever thread made it durable, so each event is a turn of its own.

    @Override
    public void event(FrameworkEvent event) {
        host.enqueue(() -> hear(event));
    }

    @Override
    public void machineChanged(MachineState machine) {
        host.enqueue(() -> hear(machine));
    }

    @Override
    public void agentTotal(AgentId agent, Resources total) {
        host.enqueue(() -> guest().agentTotal(agent, total));
    }

    private void hear(MachineState machine) {
        AgentId agent = machine.agent().id();
        guest().attributesChanged(agent, attributes(machine.agent()));
        guest().unavailable(agent, machine.unavailability());
        guest().maintenance(agent, machine.mode());
    }

    private static HostAttributes attributes(AgentInfo agent) {
        return HostAttributes.of(agent.hostname(), agent.attributes());
    }

    private void hear(FrameworkEvent event) {
        switch (event) {
            case FrameworkEvent.Subscribed subscribed -> {
                guest().connected();
                master.view()
                        .agents()
                        .forEach(agent -> guest().agentTotal(agent.agent().id(), agent.total()));
                master.view().agents().stream()
                        .map(MachineState::of)
                        .filter(machine -> !machine.isUsual())
                        .forEach(this::hear);
            }
            case FrameworkEvent.Offers offers ->
                guest().offers(offers.offers().stream()
                        .map(GuestFramework::hostOffer)
                        .toList());
            case FrameworkEvent.InverseOffers asked ->
                asked.offers().forEach(offer -> guest().inverseOffer(offer.agent(), offer.unavailability()));
            case FrameworkEvent.Rescind rescind -> guest().rescinded(rescind.offer());
            case FrameworkEvent.Update update -> hear(update.status());
            case FrameworkEvent.Failure failure ->
                failure.agent()
                        // One that is only out of reach may come back with its tasks; their statuses have told all.
                        .filter(agent -> master.view().agent(agent).isEmpty())
                        .ifPresent(guest()::agentLost);
            case FrameworkEvent.Fault fault ->
                throw new IllegalStateException("Framework '" + id + "' cannot go on: " + fault.message());
            case FrameworkEvent.RescindInverseOffer rescind -> {}
            case FrameworkEvent.OperationUpdate operation -> {}
            case FrameworkEvent.Message message -> {}
        }
    }

    private static HostOffer hostOffer(Offer offer) {
        return new HostOffer(
                offer.id(),
                offer.agent().id(),
                offer.agent().hostname(),
                offer.resources(),
                attributes(offer.agent()),
                MachineState.announced(offer.unavailability()),
                offer.unavailability());
    }

    private void hear(Status status) {
        guest().status(new TaskStatus(status.task(), translated(status.state()), status.message(), status.exitCode()));
        Optional<AgentId> agent = status.agent();
        if (agent.isPresent() && status.uuid().isPresent()) {
            master.call(
                    id,
                    new FrameworkCall.Acknowledge(
                            agent.get(), status.task(), status.uuid().get()));
        }
    }

    private static TaskState translated(RunState state) {
        return switch (state) {
            case STAGING, STARTING -> TaskState.STARTING;
            case RUNNING, KILLING -> TaskState.RUNNING;
            case FINISHED -> TaskState.FINISHED;
            case FAILED, ERROR -> TaskState.FAILED;
            case KILLED -> TaskState.KILLED;
            case LOST, DROPPED, GONE, GONE_BY_OPERATOR, UNKNOWN -> TaskState.LOST;
            case UNREACHABLE -> TaskState.PARTITIONED;
        };
    }

    @Override
    public void close() {
        // Only a teardown ends it, and then nobody is left to be told.
    }

    // What the scheduler asks.

    @Override
    public void accept(List<OfferId> offers, List<Launch> launches, Filters filters) {
        List<TaskSpec> tasks = launches.stream().map(runs).toList();
        master.call(id, new FrameworkCall.Accept(offers, List.of(new OfferOperation.Launch(tasks)), filters));
    }

    @Override
    public void decline(List<OfferId> offers, Filters filters) {
        master.call(id, new FrameworkCall.Decline(offers, filters));
    }

    @Override
    public void suppress() {
        master.call(id, new FrameworkCall.Suppress(new TreeSet<>()));
    }

    @Override
    public void revive() {
        master.call(id, new FrameworkCall.Revive(new TreeSet<>()));
    }

    @Override
    public void kill(TaskId task) {
        master.call(id, new FrameworkCall.Kill(task, Optional.empty(), Optional.empty()));
    }

    @Override
    public void reconcile(List<TaskId> tasks) {
        if (tasks.isEmpty()) {
            return; // to the master, naming none means asking for all
        }
        master.call(
                id,
                new FrameworkCall.Reconcile(tasks.stream()
                        .map(task -> new FrameworkCall.Reconcile.Asked(task, Optional.empty()))
                        .toList()));
    }

    @Override
    public void acceptInverseOffer(AgentId agent) {
        List<OfferId> asked = master.view().inverseOffers().stream()
                .filter(offer -> offer.framework().equals(id) && offer.agent().equals(agent))
                .map(InverseOffer::id)
                .toList();
        master.call(id, new FrameworkCall.AcceptInverseOffers(asked, Filters.unspecified()));
    }
}
