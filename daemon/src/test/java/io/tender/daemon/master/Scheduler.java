package io.tender.daemon.master;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A framework's scheduler in a test: hears everything, and does what the test says. */
final class Scheduler implements FrameworkSink {
    private final World world;
    final List<FrameworkEvent> events = new ArrayList<>();
    final LinkedHashMap<OfferId, Offer> offers = new LinkedHashMap<>();
    boolean acknowledges = true;
    boolean closed;
    FrameworkId id = new FrameworkId("none-yet");

    Scheduler(World world) {
        this.world = world;
    }

    @Override
    public void event(FrameworkEvent event) {
        events.add(event);
        switch (event) {
            case FrameworkEvent.Offers made -> made.offers().forEach(offer -> offers.put(offer.id(), offer));
            case FrameworkEvent.Rescind rescind -> offers.remove(rescind.offer());
            case FrameworkEvent.Update update -> {
                if (acknowledges) {
                    acknowledge(update.status());
                }
            }
            default -> {}
        }
    }

    void acknowledge(Status status) {
        status.uuid()
                .ifPresent(uuid -> world.enqueue(() -> {
                    if (world.master().view().framework(id).isPresent()) {
                        world.master()
                                .call(
                                        id,
                                        new FrameworkCall.Acknowledge(
                                                status.agent().orElseThrow(), status.task(), uuid));
                    }
                }));
    }

    @Override
    public void close() {
        closed = true;
    }

    void call(FrameworkCall call) {
        world.master().call(id, call);
        world.settle();
    }

    /** The offer of that agent; there must be one. */
    Offer offerOf(String agent) {
        return offers.values().stream()
                .filter(offer -> offer.agent().id().value().equals(agent))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no offer of " + agent + " among " + offers.values()));
    }

    TaskSpec task(String name, String agent, String resources) {
        return TaskSpec.of(new TaskId(name), new AgentId(agent), Resources.parse(resources), Command.shell("exit 0"));
    }

    void launch(String name, String agent, String resources) {
        accept(offerOf(agent), new OfferOperation.Launch(List.of(task(name, agent, resources))));
    }

    void accept(Offer offer, OfferOperation... operations) {
        offers.remove(offer.id());
        call(new FrameworkCall.Accept(List.of(offer.id()), List.of(operations), Filters.ofSeconds(0)));
    }

    TaskKey key(String task) {
        return new TaskKey(id, new TaskId(task));
    }

    List<Status> statuses(String task) {
        return events.stream()
                .filter(FrameworkEvent.Update.class::isInstance)
                .map(event -> ((FrameworkEvent.Update) event).status())
                .filter(status -> status.task().value().equals(task))
                .toList();
    }

    List<RunState> states(String task) {
        return statuses(task).stream().map(Status::state).toList();
    }

    <E extends FrameworkEvent> List<E> heard(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    Optional<String> fault() {
        return heard(FrameworkEvent.Fault.class).stream()
                .map(FrameworkEvent.Fault::message)
                .findFirst();
    }
}
