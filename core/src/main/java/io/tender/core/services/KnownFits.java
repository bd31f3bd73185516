package io.tender.core.services;

import org.jspecify.annotations.Nullable;

/**
 * Remembers which offers fit, from one attempt to the next: jobs that ask for the same are tried one after the other, and
 * an offer that fitted the one fits the other as long as it is in hand. What an attempt has used is in hand no more.
 *
 * <p>Only what cannot change is remembered: nothing where a limit counts, and nothing of a machine whose unavailability was
 * announced, as that comes nearer. Who an agent is kept for is looked up each time.
 */
final class KnownFits {
    /** The one that stands for all that are like it. */
    private @Nullable SchedulingFilter last;

    /** What to remember fits of a filter by; the same for two that are alike, if none that is not was asked for between. */
    SchedulingFilter standFor(SchedulingFilter filter) {
        SchedulingFilter before = last;
        if (before != null && before.isLike(filter)) {
            return before;
        }
        last = filter;
        return filter;
    }
}
