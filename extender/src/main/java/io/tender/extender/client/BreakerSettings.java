package io.tender.extender.client;

import java.time.Duration;

/**
 * When an extender that fails is left alone, and for how long.
 *
 * @param enabled whether it ever is
 * @param window how many of the last calls are looked at
 * @param fewestCalls how many there must be before the breaker may open
 * @param failurePercent of the calls in the window: from this on it opens
 * @param firstOpen how long it stays open at first; twice as long each time a probe fails
 * @param longestOpen where the doubling ends
 * @param probes calls let through half-open, at once and in total; when all succeed it closes, when one fails it opens
 */
public record BreakerSettings(
        boolean enabled,
        int window,
        int fewestCalls,
        int failurePercent,
        Duration firstOpen,
        Duration longestOpen,
        int probes) {

    public static final BreakerSettings USUAL =
            new BreakerSettings(true, 20, 5, 50, Duration.ofSeconds(1), Duration.ofMinutes(1), 1);
    public static final BreakerSettings OFF =
            new BreakerSettings(false, 20, 5, 50, Duration.ofSeconds(1), Duration.ofMinutes(1), 1);

    public BreakerSettings {
        new SettingsProblems("The breaker settings")
                .within("window", window, 1, 1_000)
                .within("fewestCalls", fewestCalls, 1, window)
                .within("failurePercent", failurePercent, 1, 100)
                .within("firstOpen", firstOpen, Duration.ofMillis(1), Duration.ofHours(1))
                .within("longestOpen", longestOpen, firstOpen, Duration.ofHours(24))
                .within("probes", probes, 1, 100)
                .throwIfAny();
    }
}
