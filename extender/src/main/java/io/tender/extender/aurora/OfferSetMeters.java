package io.tender.extender.aurora;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of an offer set: those of Aurora under their names, as of the last complete interval, and counters of
 * everything that is not as it should be.
 */
final class OfferSetMeters implements AutoCloseable {
    private static final String PREFIX = "http_offer_set_";

    private final MeterRegistry registry;
    private final String endpoint;
    private final IntervalFigures figures;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Meter> own = new ArrayList<>();
    private volatile @Nullable Counters counters;
    private boolean closed;

    private record Counters(
            Counter failures,
            Counter missing,
            Counter unknown,
            Counter repeated,
            Counter fallbacks,
            Counter emptyAnswers,
            Counter limited) {}

    /** @param endpoint tells the sets of one registry apart; sets of the same endpoint are numbered as they begin */
    OfferSetMeters(MeterRegistry registry, String endpoint, Ticker ticker, Duration interval) {
        this.registry = registry;
        this.endpoint = endpoint;
        this.figures = new IntervalFigures(ticker, interval);
    }

    /** Registers them, if they are not yet. */
    void begin() {
        counters();
    }

    private Counters counters() {
        Counters known = counters;
        if (known != null) {
            return known;
        }
        lock.lock();
        try {
            Counters now = counters;
            if (now == null) {
                // What ends after the set was closed is counted where nobody looks.
                now = closed ? registered(new CompositeMeterRegistry(), 1) : registered(registry, firstFree());
                counters = now;
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    private int firstFree() {
        int number = 1;
        while (isTaken(registry, endpoint, number)) {
            number++;
        }
        return number;
    }

    private Counters registered(MeterRegistry into, int number) {
        Tags tags = tags(endpoint, number);
        gauge(into, tags, "avg_latency_ms", "Average time of getOrdered", IntervalFigures.Published::averageMs);
        gauge(into, tags, "median_latency_ms", "Median time of getOrdered", IntervalFigures.Published::medianMs);
        gauge(into, tags, "worst_latency_ms", "Longest time of getOrdered", IntervalFigures.Published::worstMs);
        gauge(into, tags, "failure_count", "Requests that brought no order", IntervalFigures.Published::failures);
        gauge(
                into,
                tags,
                "max_diff",
                "Most offers and names in which request and answer differed",
                IntervalFigures.Published::maxDiff);
        return new Counters(
                counter(into, tags, "failures", "Requests that brought no order, since the start"),
                counter(into, tags, "missing", "Offers whose hosts an answer did not name"),
                counter(into, tags, "unknown", "Names in answers that are of no host that was asked about"),
                counter(into, tags, "repeated", "Names in answers that had been named before"),
                counter(into, tags, "fallbacks", "Attempts served by the native order"),
                counter(into, tags, "empty_answers", "Answers that named no host that was asked about"),
                counter(
                        into,
                        tags,
                        "starting_limited",
                        "Offers tried last or left out because many tasks were starting there"));
    }

    private static Tags tags(String endpoint, int number) {
        return Tags.of("endpoint", endpoint, "set", Integer.toString(number));
    }

    private static boolean isTaken(MeterRegistry registry, String endpoint, int number) {
        return registry.find(PREFIX + "failures").tags(tags(endpoint, number)).counter() != null;
    }

    private void gauge(
            MeterRegistry into,
            Tags tags,
            String name,
            String what,
            ToDoubleFunction<IntervalFigures.Published> value) {
        own.add(Gauge.builder(PREFIX + name, figures, all -> value.applyAsDouble(all.published()))
                .description(what)
                .tags(tags)
                .register(into));
    }

    private Counter counter(MeterRegistry into, Tags tags, String name, String what) {
        Counter counter =
                Counter.builder(PREFIX + name).description(what).tags(tags).register(into);
        own.add(counter);
        return counter;
    }

    void took(long nanos) {
        figures.took(nanos);
    }

    void failed() {
        figures.failed();
        counters().failures().increment();
    }

    void fellBack() {
        counters().fallbacks().increment();
    }

    void emptyAnswer() {
        counters().emptyAnswers().increment();
    }

    void limited(int offers) {
        if (offers > 0) {
            counters().limited().increment(offers);
        }
    }

    /** @param last offers that were not asked about and are tried last */
    void answered(Ranking ranking, int last) {
        count(counters().missing(), ranking.missing());
        count(counters().unknown(), ranking.unknown());
        count(counters().repeated(), ranking.repeated());
        figures.differed((long) ranking.missing() + ranking.unknown() + last);
    }

    private static void count(Counter counter, int number) {
        if (number > 0) {
            counter.increment(number);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            own.forEach(registry::remove);
            own.clear();
        } finally {
            lock.unlock();
        }
    }
}
