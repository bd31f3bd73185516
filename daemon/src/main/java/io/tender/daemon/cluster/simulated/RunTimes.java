package io.tender.daemon.cluster.simulated;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How long tasks run whose order does not say.
 *
 * @param mean the middle of it all
 * @param least no task runs shorter
 * @param most no task runs longer
 */
public record RunTimes(Kind kind, Duration mean, Duration least, Duration most) {

    /** The shape of the distribution. */
    public enum Kind {
        /** All run for the mean. */
        FIXED,
        /** Every length between the least and the most is as likely. */
        UNIFORM,
        /** Many short ones and few long ones. */
        EXPONENTIAL
    }

    public static RunTimes fixed(Duration time) {
        return new RunTimes(Kind.FIXED, time, time, time);
    }

    Duration sample(SplittableRandom random) {
        long low = least.toMillis();
        long high = Math.max(low, most.toMillis());
        return switch (kind) {
            case FIXED -> mean;
            case UNIFORM -> Duration.ofMillis(low + (high == low ? 0 : random.nextLong(high - low + 1)));
            case EXPONENTIAL ->
                Duration.ofMillis(
                        Math.clamp(Math.round(-Math.log(1 - random.nextDouble()) * mean.toMillis()), low, high));
        };
    }
}
