package io.tender.daemon.http.operator;

import io.tender.extender.http.HttpProblem;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets a few put together what is large, while others wait for their turn: until it is bytes, a picture of a large cluster takes
 * many times the memory of what it shows, and anybody who may look may ask for it.
 */
final class FewAtOnce {
    private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

    private final int most;
    private final Semaphore places;
    private final Duration patience;

    FewAtOnce(int most, Duration patience) {
        this.most = most;
        this.places = new Semaphore(most, true);
        this.patience = patience;
    }

    /** What that makes, as soon as there is a place; a refusal that says so if there is none for too long. */
    <T> T make(Supplier<T> large) {
        try {
            if (!places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw HttpProblem.busy(
                        "Already " + most + " large answers are being put together, which is the most at once",
                        TRY_AGAIN);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw HttpProblem.busy("The daemon is stopping: try again once it is back", TRY_AGAIN);
        }
        try {
            return large.get();
        } finally {
            places.release();
        }
    }
}
