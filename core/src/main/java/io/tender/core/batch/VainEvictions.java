package io.tender.core.batch;

import io.tender.model.batch.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Jobs for which others were evicted without their having got the room: others were faster, or somebody thought differently of
 * it once it was there. Who was evicted has started again meanwhile, so trying at once would go on for ever: each try is four
 * times as far from the last one, until one succeeds or there was none for as long as the next pause would be.
 */
final class VainEvictions {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final int GROWTH = 4;
    private static final int LONGEST = 4;

    private final Map<JobId, Pause> jobs = new HashMap<>();

    private record Pause(int times, Instant until) {}

    void inVain(JobId job, Instant now) {
        Pause before = jobs.get(job);
        int times = before == null || now.isAfter(before.until().plus(length(before.times() + 1)))
                ? 1
                : Math.min(before.times() + 1, LONGEST);
        jobs.put(job, new Pause(times, now.plus(length(times))));
    }

    private static Duration length(int times) {
        return FIRST_PAUSE.multipliedBy((long) Math.pow(GROWTH, times - 1));
    }

    /** It got the room, or is another job now. */
    void forget(JobId job) {
        jobs.remove(job);
    }

    /** Until when nobody is evicted for each of them. */
    Map<JobId, Instant> pauses() {
        Map<JobId, Instant> until = new HashMap<>();
        jobs.forEach((job, pause) -> until.put(job, pause.until()));
        return until;
    }
}
