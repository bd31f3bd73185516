package io.tender.extender.aurora;

import io.tender.extender.client.Ticker;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Figures over intervals of equal length: what is read is always the last interval that is complete. Nobody has to turn
 * the page: whoever writes or reads first does.
 */
final class IntervalFigures {
    /** Medians are over the last samples of an interval; averages and maxima over all. */
    private static final int MOST_SAMPLES = 4096;

    private static final double NANOS_PER_MS = 1e6;

    /** The figures of one interval. */
    record Published(double averageMs, double medianMs, double worstMs, long failures, long maxDiff) {
        static final Published NOTHING = new Published(0, 0, 0, 0, 0);
    }

    private final Ticker ticker;
    private final long interval;
    private final ReentrantLock lock = new ReentrantLock();
    private final long[] samples = new long[MOST_SAMPLES];
    private long began;
    private long count;
    private double sum;
    private long worst;
    private long failures;
    private long maxDiff;
    private Published published = Published.NOTHING;

    IntervalFigures(Ticker ticker, Duration interval) {
        this.ticker = ticker;
        this.interval = interval.toNanos();
        this.began = ticker.nanos();
    }

    void took(long nanos) {
        lock.lock();
        try {
            turn();
            samples[(int) (count++ % MOST_SAMPLES)] = nanos;
            sum += nanos;
            worst = Math.max(worst, nanos);
        } finally {
            lock.unlock();
        }
    }

    void failed() {
        lock.lock();
        try {
            turn();
            failures++;
        } finally {
            lock.unlock();
        }
    }

    void differed(long diff) {
        lock.lock();
        try {
            turn();
            maxDiff = Math.max(maxDiff, diff);
        } finally {
            lock.unlock();
        }
    }

    Published published() {
        lock.lock();
        try {
            turn();
            return published;
        } finally {
            lock.unlock();
        }
    }

    private void turn() {
        long passed = (ticker.nanos() - began) / interval;
        if (passed == 0) {
            return;
        }
        // More than one interval: the last of them saw nothing, or it would have turned the page.
        published = passed == 1 ? summary() : Published.NOTHING;
        began += passed * interval;
        count = 0;
        sum = 0;
        worst = 0;
        failures = 0;
        maxDiff = 0;
    }

    private Published summary() {
        if (count == 0) {
            return new Published(0, 0, 0, failures, maxDiff);
        }
        long[] sorted = Arrays.copyOf(samples, (int) Math.min(count, MOST_SAMPLES));
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
        return new Published(
                sum / count / NANOS_PER_MS, median / NANOS_PER_MS, worst / NANOS_PER_MS, failures, maxDiff);
    }
}
