package io.tender.extender.client;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/** The metrics of one extender; docs/delegation.md lists them. They are taken out of the registry with the client. */
final class ExtenderMeters implements Http1Connection.Counted, AutoCloseable {
    /** Verbs are chosen by our own dialects; beyond this they share one label, lest a mistake fill the memory. */
    private static final int MOST_VERBS = 100;

    private static final Duration[] BUCKETS = {
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30)
    };

    private final MeterRegistry registry;
    private final SharedMeters shared;
    private final Tags tags;
    private final Map<Verb, OfVerb> verbs = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Runnable> own = new ArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final Counter opened;
    private final Counter breakerOpened;
    /** Where meters go that are asked for when this is closed. */
    private Optional<MeterRegistry> nowhere = Optional.empty();

    ExtenderMeters(MeterRegistry registry, ExtenderName extender) {
        this.registry = registry;
        this.shared = SharedMeters.of(registry);
        this.tags = Tags.of("extender", extender.value());
        this.opened = meter(counter("tender.extender.connections.opened", "Connections that were opened", tags));
        this.breakerOpened = meter(counter("tender.extender.breaker.opened", "How often the breaker opened", tags));
        gauge("tender.extender.connections", "Connections that are open", open::get, Double::sum);
    }

    private static Function<MeterRegistry, Counter> counter(String name, String what, Tags all) {
        return any -> Counter.builder(name).description(what).tags(all).register(any);
    }

    /** Registers it, or, when this is closed, makes one that nobody sees. */
    private <M extends Meter> M meter(Function<MeterRegistry, M> registration) {
        lock.lock();
        try {
            if (nowhere.isPresent()) {
                return registration.apply(nowhere.get());
            }
            M meter = shared.hold(registry, registration);
            own.add(() -> shared.release(registry, meter));
            return meter;
        } finally {
            lock.unlock();
        }
    }

    /** @param join how the values of several clients of this name make one */
    void gauge(String name, String what, DoubleSupplier value, DoubleBinaryOperator join) {
        lock.lock();
        try {
            if (nowhere.isEmpty()) {
                Gauge gauge = shared.gauge(registry, name, what, tags, value, join);
                own.add(() -> shared.drop(registry, gauge, value));
            }
        } finally {
            lock.unlock();
        }
    }

    OfVerb of(Verb verb) {
        OfVerb known = verbs.get(verb);
        if (known != null) {
            return known;
        }
        Verb label = verbs.size() < MOST_VERBS ? verb : new Verb("other");
        return verbs.computeIfAbsent(label, OfVerb::new);
    }

    @Override
    public void opened() {
        open.incrementAndGet();
        opened.increment();
    }

    @Override
    public void closed() {
        open.decrementAndGet();
    }

    void breakerOpened() {
        breakerOpened.increment();
    }

    /** Calls that end from now on are counted nowhere. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (nowhere.isEmpty()) {
                nowhere = Optional.of(new CompositeMeterRegistry());
                own.forEach(Runnable::run);
                own.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The metrics of one verb. */
    final class OfVerb {
        private final Tags all;
        private final Timer latency;
        private final Counter sent;
        private final Counter received;
        private final Counter repeated;
        private final Map<String, Counter> outcomes = new ConcurrentHashMap<>();

        OfVerb(Verb verb) {
            all = tags.and("verb", verb.value());
            latency = meter(any -> Timer.builder("tender.extender.call")
                    .description("Calls, from their beginning to their end, repetitions included")
                    .serviceLevelObjectives(BUCKETS)
                    .tags(all)
                    .register(any));
            sent = bytes("tender.extender.sent", "Bytes of requests' bodies, as sent");
            received = bytes("tender.extender.received", "Bytes of answers' bodies, after decompression");
            repeated = meter(counter("tender.extender.retries", "Repetitions of calls", all));
        }

        private Counter bytes(String name, String what) {
            return meter(any -> Counter.builder(name)
                    .description(what)
                    .baseUnit("bytes")
                    .tags(all)
                    .register(any));
        }

        void ended(String outcome, Duration took) {
            latency.record(took.toNanos(), TimeUnit.NANOSECONDS);
            Counter counter = outcomes.get(outcome);
            if (counter == null) {
                counter = outcomes.computeIfAbsent(
                        outcome,
                        label -> meter(counter(
                                "tender.extender.calls", "Calls by how they ended", all.and("outcome", label))));
            }
            counter.increment();
        }

        void sent(long count) {
            sent.increment((double) count);
        }

        void received(long count) {
            received.increment((double) count);
        }

        void repeated() {
            repeated.increment();
        }
    }
}
