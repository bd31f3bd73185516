package io.tender.daemon.cluster.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Time that passes when the test says so. */
final class SteppedTimers implements Timers {
    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingLong(Due::number));
    private Instant now = Instant.EPOCH;
    private long numbers;

    private record Due(Instant at, long number, Runnable happening) {}

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void after(Duration delay, Runnable happening) {
        queue.add(new Due(now.plus(delay), numbers++, happening));
    }

    void pass(Duration time) {
        Instant end = now.plus(time);
        while (!queue.isEmpty() && !queue.element().at().isAfter(end)) {
            Due due = queue.remove();
            now = due.at();
            due.happening().run();
        }
        now = end;
    }

    @Override
    public void close() {
        queue.clear();
    }
}
