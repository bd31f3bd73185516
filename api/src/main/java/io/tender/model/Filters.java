package io.tender.model;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How long a framework does not want to see again what it just refused.
 *
 * @param refuseSeconds the length as it was sent; absent means the default of five seconds
 */
public record Filters(OptionalDouble refuseSeconds) {

    /** What an absent, negative or unusable value stands for. */
    public static final Duration DEFAULT = Duration.ofSeconds(5);

    /** No refusal lasts longer than a year of 365 days. */
    public static final Duration LONGEST = Duration.ofDays(365);

    public static Filters ofSeconds(double seconds) {
        return new Filters(OptionalDouble.of(seconds));
    }

    /** A filter whose length was not stated. */
    public static Filters unspecified() {
        return new Filters(OptionalDouble.empty());
    }

    /** The length meant: never negative, never more than {@link #LONGEST}; zero means no filter at all. */
    public Duration length() {
        if (refuseSeconds.isEmpty()) {
            return DEFAULT;
        }
        double seconds = refuseSeconds.getAsDouble();
        if (Double.isNaN(seconds) || seconds < 0) {
            return DEFAULT;
        }
        if (seconds >= LONGEST.toSeconds()) {
            return LONGEST;
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
