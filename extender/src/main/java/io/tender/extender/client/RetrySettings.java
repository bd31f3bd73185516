package io.tender.extender.client;

import java.time.Duration;

/**
 * Repetitions of calls that are safe to repeat, all within the one deadline.
 *
 * @param most repetitions after the first try
 * @param firstBackoff the pause before the first; each further one is twice as long, and a random half of it is left out
 * @param longestBackoff where the doubling ends
 */
public record RetrySettings(int most, Duration firstBackoff, Duration longestBackoff) {
    public static final RetrySettings NONE = new RetrySettings(0, Duration.ofMillis(20), Duration.ofMillis(500));
    public static final RetrySettings USUAL = new RetrySettings(2, Duration.ofMillis(20), Duration.ofMillis(500));

    public RetrySettings {
        new SettingsProblems("The retry settings")
                .within("most", most, 0, 100)
                .within("firstBackoff", firstBackoff, Duration.ofMillis(1), Duration.ofMinutes(1))
                .within("longestBackoff", longestBackoff, firstBackoff, Duration.ofMinutes(10))
                .throwIfAny();
    }
}
