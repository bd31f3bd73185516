package io.tender.extender.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What is counted of the answers: of each dialect and verb how many, how long they took, and how many failed. */
final class ServerMeters {
    private static final Duration[] BOUNDS = {
        Duration.ofNanos(100_000),
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;

    ServerMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Those of one verb.
     *
     * @param answered how long each took, good or not
     * @param unreadable requests that made no sense
     * @param failed questions to which no answer was found
     */
    record OfVerb(Timer answered, Counter unreadable, Counter failed) {}

    OfVerb of(Dialect dialect, String verb) {
        return new OfVerb(
                Timer.builder("tender.server.answer")
                        .description("how long answers take, from when a request is there until its reply is made")
                        .tag("dialect", dialect.label())
                        .tag("verb", verb)
                        .serviceLevelObjectives(BOUNDS)
                        .register(registry),
                failures(dialect, verb, "unreadable"),
                failures(dialect, verb, "failed"));
    }

    private Counter failures(Dialect dialect, String verb, String why) {
        return Counter.builder("tender.server.failures")
                .description("requests that made no sense, and questions to which no answer was found")
                .tag("dialect", dialect.label())
                .tag("verb", verb)
                .tag("why", why)
                .register(registry);
    }
}
