package io.tender.extender.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to pause before a repetition: doubling up to a bound, and a random half of it left out. */
final class Backoff {
    private Backoff() {}

    /** @param repetition 1 for the first */
    static Duration before(int repetition, RetrySettings settings, RandomGenerator chance) {
        long first = Times.nanos(settings.firstBackoff());
        long longest = Times.nanos(settings.longestBackoff());
        long full = first;
        for (int doubled = 1; doubled < repetition && full < longest; doubled++) {
            full = Math.min(longest, full * 2);
        }
        // Peers that failed together must not be asked again together.
        return Duration.ofNanos((long) (full * (0.5 + 0.5 * chance.nextDouble())));
    }
}
