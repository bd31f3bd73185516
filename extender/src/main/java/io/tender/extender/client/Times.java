package io.tender.extender.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as nanoseconds and as people read them. */
final class Times {
    /** More would be forever, and would overflow when added to a tick. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private Times() {}

    static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }

    static String shown(Duration duration) {
        long nanos = nanos(duration);
        if (nanos < TimeUnit.MILLISECONDS.toNanos(1)) {
            return TimeUnit.NANOSECONDS.toMicros(nanos) + " µs";
        }
        if (nanos < TimeUnit.SECONDS.toNanos(10)) {
            return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
        }
        return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
    }
}
