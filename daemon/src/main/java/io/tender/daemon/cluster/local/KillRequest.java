package io.tender.daemon.cluster.local;

import java.time.Duration;
import java.time.Instant;

/** That a task is to end, noted so that a daemon that starts between the polite and the forced end goes on with it. */
record KillRequest(Instant at, Duration grace) {
    /** What is left of the grace; never more than all of it, should the clock have been set back. */
    Duration left(Instant now) {
        Duration left = Duration.between(now, at.plus(grace));
        if (left.isNegative()) {
            return Duration.ZERO;
        }
        return left.compareTo(grace) > 0 ? grace : left;
    }
}
