package io.tender.core.batch.framework;

import java.time.Duration;
import java.time.Instant;

/**
 * For how long offers are left to others before they are tried again: the longer nothing came of them, the longer, up to as long
 * as they are held. So who waits for what never comes has offers half of the time at most.
 */
final class Patience {
    private static final int PART = 4;

    private Instant lastProgress;

    Patience(Instant now) {
        this.lastProgress = now;
    }

    /** Something was started, ended or changed, so trying again is worth it. */
    void progress(Instant now) {
        lastProgress = now;
    }

    Duration pause(Instant now, BatchSettings settings) {
        Duration least = settings.offerRefusal();
        Duration most = least.compareTo(settings.offerHold()) > 0 ? least : settings.offerHold();
        Duration grown = Duration.between(lastProgress, now).dividedBy(PART);
        return grown.compareTo(least) < 0 ? least : grown.compareTo(most) > 0 ? most : grown;
    }
}
