package io.tender.extender.shadow;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tender.extender.client.SharedMeters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;

/** The metrics of an extender on trial; gone when it is. */
final class ShadowMeters implements AutoCloseable {
    private static final String PREFIX = "tender.extender.shadow.";

    private final MeterRegistry registry;
    private final SharedMeters shared;
    private final Tags tags;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Counter> counters = new LinkedHashMap<>();
    private final List<Held> gauges = new ArrayList<>();
    private boolean closed;

    private record Held(Gauge gauge, DoubleSupplier value) {}

    ShadowMeters(MeterRegistry registry, String extender) {
        this.registry = registry;
        this.shared = SharedMeters.of(registry);
        this.tags = Tags.of("extender", extender);
    }

    void gauge(String name, String what, DoubleSupplier value, DoubleBinaryOperator join) {
        gauges.add(new Held(shared.gauge(registry, PREFIX + name, what, tags, value, join), value));
    }

    void count(String name, String what, long number, String... more) {
        if (number == 0) {
            return;
        }
        lock.lock();
        try {
            if (!closed) {
                counters.computeIfAbsent(
                                name + String.join(" ", more),
                                unused -> shared.hold(
                                        registry,
                                        any -> Counter.builder(PREFIX + name)
                                                .description(what)
                                                .tags(tags.and(more))
                                                .register(any)))
                        .increment((double) number);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Meter counter : counters.values()) {
                shared.release(registry, counter);
            }
            counters.clear();
            gauges.forEach(held -> shared.drop(registry, held.gauge(), held.value()));
            gauges.clear();
        } finally {
            lock.unlock();
        }
    }
}
