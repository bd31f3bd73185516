package io.tender.cli.demo.simulated;

import io.tender.extender.client.Exchange;
import io.tender.extender.client.ExchangeRecorder;
import java.util.Arrays;

/** Counts calls to an extender, how long answers take, and why the first call that failed did. */
final class CallCount implements ExchangeRecorder {

    private static final int NO_BODIES = 0;

    /** As many answers as the median is taken of. */
    private static final int TIMES_KEPT = 10_000;

    private final long[] nanos = new long[TIMES_KEPT];
    private long answered;
    private long failed;
    private boolean failing;
    private String firstFailure = "";

    @Override
    public int bodyBytes() {
        return NO_BODIES;
    }

    /** Calls may run side by side. */
    @Override
    public synchronized void record(Exchange exchange) {
        failing = !exchange.failure().isEmpty();
        if (failing) {
            firstFailure =
                    failed++ == 0 ? exchange.failure().lines().findFirst().orElse("") : firstFailure;
        } else {
            nanos[(int) (answered++ % TIMES_KEPT)] = exchange.latency().toNanos();
        }
    }

    synchronized long calls() {
        return answered + failed;
    }

    synchronized long failed() {
        return failed;
    }

    /** Whether the last call had no answer. */
    synchronized boolean isFailing() {
        return failing;
    }

    synchronized String firstFailure() {
        return firstFailure;
    }

    synchronized double medianMillis() {
        int kept = (int) Math.min(answered, TIMES_KEPT);
        long[] sorted = Arrays.copyOf(nanos, kept);
        Arrays.sort(sorted);
        return kept == 0 ? 0 : sorted[kept / 2] / 1e6;
    }

    @Override
    public void close() {}
}
