package io.tender.core.batch.life;

import java.time.Duration;
import java.time.Instant;

/** Kubernetes's times between restarts: the first comes at once, the next after a while, then after twice as long each time. */
final class Backoff {
    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** After running so long a task counts as healthy again. */
    private static final Duration HEALTHY_AFTER = Duration.ofMinutes(10);

    private Backoff() {}

    /** How long a task pauses that has just ended. */
    static Duration pause(TaskLife task, Instant now) {
        boolean healthy = task.phase() == TaskPhase.RUNNING
                && Duration.between(task.since(), now).compareTo(HEALTHY_AFTER) >= 0;
        int inARow = healthy ? 0 : task.restarts();
        Duration pause = inARow == 0 ? Duration.ZERO : FIRST.multipliedBy(1L << Math.min(inARow - 1, 10));
        return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
    }
}
