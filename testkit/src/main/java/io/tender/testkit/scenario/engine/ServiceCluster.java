package io.tender.testkit.scenario.engine;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.offers.NativeOfferSet;
import io.tender.core.services.Ordering;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.TaskView;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.client.BreakerState;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.kube.KubeOfferSet;
import io.tender.model.service.HostOffer;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetSetup;
import io.tender.testkit.ManualHost;
import io.tender.testkit.scenario.ServiceSetup;
import io.tender.testkit.services.OrderService;
import io.tender.testkit.services.ServiceWorld;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A cluster with a service scheduler, and an offer-set service on a real socket if the scheduler asks one.
 *
 * <p>The clock of the scenario stands still while a call runs: the scheduler's turn waits for the answer, which comes
 * within the timeout of the client, and hands it to a later turn. So everything comes in one order, whatever the machine
 * does meanwhile.
 */
final class ServiceCluster implements AutoCloseable {
    private final ServiceSetup setup;
    private final ServiceInbox inbox = new ServiceInbox();
    private final ScriptedOrders script = new ScriptedOrders();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong ahead = new AtomicLong();
    private final Optional<OrderService> service;
    private final ServiceWorld world;
    private Optional<Supplier<BreakerState>> breaker = Optional.empty();
    private Optional<RememberingSet> set = Optional.empty();
    private TaskState begin = TaskState.RUNNING;

    ServiceCluster(ServiceSetup setup) {
        this.setup = setup;
        this.service = setup.asks() ? Optional.of(new OrderService(script)) : Optional.empty();
        this.world = new ServiceWorld(
                setup.seed(), setup.scheduler(), this::offerSet, this::ordering, this::launched, new ServiceListener() {
                    @Override
                    public void taskChanged(TaskView task, TaskState before) {
                        inbox.changed(task);
                    }
                });
        world.onDecline((agent, filters) -> inbox.declines().add(new ServiceInbox.Decline(agent, filters)));
    }

    private OfferSet offerSet(OfferSetSetup surroundings) {
        OfferSet inner = service.map(there -> asking(there.endpoint(), surroundings))
                .orElseGet(() -> new NativeOfferSet(surroundings.nativeOrder()));
        RememberingSet remembering = new RememberingSet(inner);
        set = Optional.of(remembering);
        return remembering;
    }

    private OfferSet asking(String endpoint, OfferSetSetup surroundings) {
        ClientSurroundings client = ClientSurroundings.system(registry)
                .withTicker(() -> System.nanoTime() + ahead.get())
                // Pauses between repetitions would only make scenarios slow; the clock stands still anyway.
                .withPause(pause -> {})
                .withLookup(host -> {
                    throw new UnknownHostException(host);
                });
        if (setup.asksKube()) {
            KubeOfferSet kube = new KubeOfferSet(setup.kube(endpoint), client);
            breaker = Optional.of(kube::breakerState);
            return kube;
        }
        HttpOfferSet http = new HttpOfferSet(setup.http(endpoint), surroundings, client);
        breaker = Optional.of(http::breakerState);
        return http;
    }

    private Ordering ordering(ManualHost host) {
        return (asked, query, answer) -> {
            keepTime(host.now());
            script.takeLate();
            List<HostOffer> order = Ordering.answerOf(asked, query);
            Duration late = script.takeLate();
            if (late.isZero()) {
                host.enqueue(() -> answer.ordered(order));
            } else {
                host.after(late, () -> answer.ordered(order));
            }
        };
    }

    /** Tells the client, whose threads cannot ask, what time it is in the scenario. */
    private void keepTime(Instant now) {
        ahead.set(Duration.between(Instant.EPOCH, now).toNanos());
    }

    private void launched(ServiceWorld where, TaskId task) {
        switch (begin) {
            case STARTING, RUNNING -> where.report(task, begin);
            default -> {}
        }
    }

    /** The state into which launched tasks come by themselves. */
    void begin(TaskState state) {
        begin = state;
    }

    ServiceSetup setup() {
        return setup;
    }

    ServiceWorld world() {
        return world;
    }

    ServiceScheduler scheduler() {
        return world.scheduler();
    }

    ServiceInbox inbox() {
        return inbox;
    }

    ScriptedOrders script() {
        return script;
    }

    /** The offer-set service, if the scheduler asks one. */
    Optional<OrderService> service() {
        return service;
    }

    /** Whether that service is asked at present. */
    Optional<BreakerState> breaker() {
        keepTime(world.host().now());
        return breaker.map(Supplier::get);
    }

    /** The order of the last attempt. */
    List<HostOffer> lastOrder() {
        return set.map(RememberingSet::last).orElse(List.of());
    }

    Optional<TaskView> task(InstanceKey key) {
        return scheduler().task(key);
    }

    /** All metrics there are; those that differ only in their tags are added up. */
    SortedMap<String, Double> metrics() {
        keepTime(world.host().now());
        TreeMap<String, Double> all = new TreeMap<>();
        scheduler().metrics().forEach((name, value) -> all.put(name, value.doubleValue()));
        for (Meter meter : registry.getMeters()) {
            if (meter instanceof Counter counter) {
                all.merge(meter.getId().getName(), counter.count(), Double::sum);
            } else if (meter instanceof Gauge gauge) {
                all.merge(meter.getId().getName(), gauge.value(), Double::sum);
            }
        }
        return all;
    }

    @Override
    public void close() {
        scheduler().close();
        service.ifPresent(OrderService::close);
        registry.close();
    }
}
