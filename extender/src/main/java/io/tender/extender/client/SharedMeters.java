package io.tender.extender.client;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * The meters of one registry. Clients of the same name, such as an old and a new one while settings are exchanged, have
 * the same meters: these are taken out when the last of the clients has let go, and gauges join what the clients say.
 */
public final class SharedMeters {
    /** Holds nothing that leads back to a registry, so that registries nobody uses go. */
    private static final Map<MeterRegistry, SharedMeters> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Meter.Id, Integer> holders = new HashMap<>();
    private final Map<Meter.Id, Joined> gauges = new HashMap<>();

    /** What several clients say for one gauge. */
    private record Joined(List<DoubleSupplier> values, DoubleBinaryOperator join) {
        double value() {
            return values.stream().mapToDouble(DoubleSupplier::getAsDouble).reduce(0, join);
        }
    }

    private SharedMeters() {}

    public static SharedMeters of(MeterRegistry registry) {
        return ALL.computeIfAbsent(registry, any -> new SharedMeters());
    }

    public synchronized <M extends Meter> M hold(MeterRegistry registry, Function<MeterRegistry, M> registration) {
        M meter = registration.apply(registry);
        holders.merge(meter.getId(), 1, Integer::sum);
        return meter;
    }

    public synchronized void release(MeterRegistry registry, Meter meter) {
        if (holders.merge(meter.getId(), -1, Integer::sum) <= 0) {
            holders.remove(meter.getId());
            gauges.remove(meter.getId());
            registry.remove(meter);
        }
    }

    /** A gauge to which this value contributes, until it is dropped. */
    public synchronized Gauge gauge(
            MeterRegistry registry,
            String name,
            String what,
            Tags tags,
            DoubleSupplier value,
            DoubleBinaryOperator join) {
        Meter.Id id = new Meter.Id(name, tags, null, what, Meter.Type.GAUGE);
        Joined joined = gauges.computeIfAbsent(id, any -> new Joined(new CopyOnWriteArrayList<>(), join));
        joined.values().add(value);
        Gauge known = registry.find(name).tags(tags).gauge();
        // Registering it again would be warned about: it might be a mistake, as what it says would then go unheard.
        return hold(
                registry,
                any -> known != null && holders.containsKey(known.getId())
                        ? known
                        : Gauge.builder(name, joined, Joined::value)
                                .description(what)
                                .tags(tags)
                                .register(any));
    }

    public synchronized void drop(MeterRegistry registry, Gauge gauge, DoubleSupplier value) {
        Joined joined = gauges.get(gauge.getId());
        if (joined != null) {
            joined.values().remove(value);
        }
        release(registry, gauge);
    }
}
