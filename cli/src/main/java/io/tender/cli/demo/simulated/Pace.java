package io.tender.cli.demo.simulated;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps simulated time in step with the real one, and ends the waiting when somebody stops the demo. */
final class Pace {

    private final double speed;
    private final CountDownLatch stopped;
    private final long start = System.nanoTime();

    /**
     * Starts now.
     *
     * @param speed how many simulated seconds pass in a real one; infinite: as many as the machine can do
     */
    Pace(double speed, CountDownLatch stopped) {
        this.speed = speed;
        this.stopped = stopped;
    }

    /** Waits until that much simulated time may have passed. Returns false if the demo is to stop. */
    boolean await(Duration simulated) {
        long due = (long) (simulated.toNanos() / speed);
        long wait = Math.max(0, due - (System.nanoTime() - start));
        try {
            return !stopped.await(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    Duration real() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
