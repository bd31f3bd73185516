package io.tender.extender.aurora;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of an offer set: those of Aurora under their names, as of the last complete interval, and counters of
 * everything that is not as it should be.
 */
final class OfferSetMeters implements AutoCloseable {
    private static final String PREFIX = "http_offer_set_";

    private final MeterRegistry registry;
    private final IntervalFigures figures;
    private final Tags tags;
    private final List<Meter> own = new ArrayList<>();
    private final Counter failures;
    private final Counter missing;
    private final Counter unknown;
    private final Counter repeated;
    private final Counter fallbacks;
    private final Counter emptyAnswers;
    private final Counter limited;

    /** @param endpoint tells the sets of one registry apart; sets of the same endpoint are numbered */
    OfferSetMeters(MeterRegistry registry, String endpoint, Ticker ticker, Duration interval) {
        this.registry = registry;
        int number = 1;
        while (isTaken(registry, endpoint, number)) {
            number++;
        }
        this.tags = tags(endpoint, number);
        this.figures = new IntervalFigures(ticker, interval);
        gauge("avg_latency_ms", "Average time of getOrdered", IntervalFigures.Published::averageMs);
        gauge("median_latency_ms", "Median time of getOrdered", IntervalFigures.Published::medianMs);
        gauge("worst_latency_ms", "Longest time of getOrdered", IntervalFigures.Published::worstMs);
        gauge("failure_count", "Requests that brought no order", IntervalFigures.Published::failures);
        gauge(
                "max_diff",
                "Most offers and names in which request and answer differed",
                IntervalFigures.Published::maxDiff);
        failures = counter("failures", "Requests that brought no order, since the start");
        missing = counter("missing", "Offers whose hosts an answer did not name");
        unknown = counter("unknown", "Names in answers that are of no host that was asked about");
        repeated = counter("repeated", "Names in answers that had been named before");
        fallbacks = counter("fallbacks", "Attempts served by the native order");
        emptyAnswers = counter("empty_answers", "Answers that named no host that was asked about");
        limited = counter("starting_limited", "Offers tried last or left out because many tasks were starting there");
    }

    private static Tags tags(String endpoint, int number) {
        return Tags.of("endpoint", endpoint, "set", Integer.toString(number));
    }

    private static boolean isTaken(MeterRegistry registry, String endpoint, int number) {
        return registry.find(PREFIX + "failures").tags(tags(endpoint, number)).counter() != null;
    }

    private void gauge(String name, String what, ToDoubleFunction<IntervalFigures.Published> value) {
        own.add(Gauge.builder(PREFIX + name, figures, all -> value.applyAsDouble(all.published()))
                .description(what)
                .tags(tags)
                .register(registry));
    }

    private Counter counter(String name, String what) {
        Counter counter =
                Counter.builder(PREFIX + name).description(what).tags(tags).register(registry);
        own.add(counter);
        return counter;
    }

    void took(long nanos) {
        figures.took(nanos);
    }

    void failed() {
        figures.failed();
        failures.increment();
    }

    void fellBack() {
        fallbacks.increment();
    }

    void emptyAnswer() {
        emptyAnswers.increment();
    }

    void limited(int offers) {
        if (offers > 0) {
            limited.increment(offers);
        }
    }

    /** @param last offers that were not asked about and are tried last */
    void answered(Ranking ranking, int last) {
        count(missing, ranking.missing());
        count(unknown, ranking.unknown());
        count(repeated, ranking.repeated());
        figures.differed((long) ranking.missing() + ranking.unknown() + last);
    }

    private static void count(Counter counter, int number) {
        if (number > 0) {
            counter.increment(number);
        }
    }

    @Override
    public void close() {
        own.forEach(registry::remove);
    }
}
