package io.tender.daemon.day;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.master.FrameworkCall;
import io.tender.daemon.master.FrameworkEvent;
import io.tender.daemon.master.FrameworkSink;
import io.tender.daemon.master.Offer;
import io.tender.daemon.master.OfferOperation;
import io.tender.daemon.master.Status;
import io.tender.daemon.master.Subscription;
import io.tender.daemon.master.TaskSpec;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A framework from outside: launches a few tasks on what it is offered, and acknowledges what it hears. */
final class DayFramework implements FrameworkSink {
    private static final Resources NEED = Resources.parse("cpus:0.5;mem:128");
    private static final Duration FAILOVER = Duration.ofMinutes(2);

    private final DayWorld world;
    private final String name;
    private final Role role;
    private final LinkedHashMap<OfferId, Offer> held = new LinkedHashMap<>();
    private Optional<FrameworkId> id = Optional.empty();
    private int wanted;
    private int made;

    DayFramework(DayWorld world, String name, Role role) {
        this.world = world;
        this.name = name;
        this.role = role;
    }

    /** Subscribes, for the first time or after it was away. */
    void connect(int tasksWanted) {
        held.clear();
        wanted = tasksWanted;
        Subscription subscription = Subscription.of(name, role)
                .withFailoverTimeout(FAILOVER)
                .withFurther(new TreeSet<>(List.of(Subscription.PARTITION_AWARE)));
        id = Optional.of(world.master().subscribe(id.map(subscription::withId).orElse(subscription), true, this));
    }

    boolean isKnown() {
        return id.flatMap(world.master().view()::framework).isPresent();
    }

    void disconnect() {
        id.ifPresent(known -> world.master().disconnected(known, this));
    }

    void teardown() {
        call(new FrameworkCall.Teardown());
    }

    void want(int more) {
        wanted += more;
        call(new FrameworkCall.Revive(new TreeSet<>()));
    }

    /** What comes later may find the framework ended. */
    private void call(FrameworkCall call) {
        if (isKnown()) {
            world.master().call(id.orElseThrow(), call);
        }
    }

    @Override
    public void event(FrameworkEvent event) {
        switch (event) {
            case FrameworkEvent.Offers offers -> {
                offers.offers().forEach(offer -> held.put(offer.id(), offer));
                world.later(this::answer);
            }
            case FrameworkEvent.Rescind rescind -> held.remove(rescind.offer());
            case FrameworkEvent.Update update -> world.later(() -> acknowledge(update.status()));
            default -> {}
        }
    }

    private void acknowledge(Status status) {
        status.uuid()
                .ifPresent(uuid ->
                        call(new FrameworkCall.Acknowledge(status.agent().orElseThrow(), status.task(), uuid)));
    }

    private void answer() {
        for (Offer offer : List.copyOf(held.values())) {
            held.remove(offer.id());
            if (wanted > 0 && offer.resources().unallocate().contains(NEED)) {
                wanted--;
                call(new FrameworkCall.Accept(
                        List.of(offer.id()),
                        List.of(new OfferOperation.Launch(List.of(task(offer)))),
                        Filters.ofSeconds(5)));
            } else {
                call(new FrameworkCall.Decline(List.of(offer.id()), Filters.ofSeconds(wanted > 0 ? 5 : 60)));
            }
        }
        if (wanted == 0) {
            call(new FrameworkCall.Suppress(new TreeSet<>()));
        }
    }

    private TaskSpec task(Offer offer) {
        return TaskSpec.of(
                new TaskId(name + "-" + made++), offer.agent().id(), NEED.allocate(role), Command.shell("true"));
    }

    @Override
    public void close() {
        held.clear();
    }
}
