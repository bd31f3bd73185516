package io.tender.daemon;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** The figures of this daemon. Modules that are found by name count in Micrometer's global registry, so it is part of it. */
final class Meters implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    Meters() {
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        Metrics.addRegistry(registry);
    }

    /**
     * @param took to read and apply the journal
     * @param records after the snapshot
     */
    void recovered(Duration took, int records) {
        Gauge.builder("tender.recovery", () -> took.toNanos() / 1e9)
                .description("how long the start took to read and apply the journal")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("tender.recovery.records", () -> records)
                .description("records after the snapshot that the start had to apply")
                .register(registry);
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        Metrics.removeRegistry(registry);
        collections.close();
        registry.close();
    }
}
