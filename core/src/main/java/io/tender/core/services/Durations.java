package io.tender.core.services;

import io.tender.model.BrokenRule;
import io.tender.model.FlagDuration;
import java.time.Duration;

/** Lengths of time in settings, in milliseconds and nothing finer. */
public final class Durations {
    private Durations() {}

    /** Reads a whole number and a unit: ns, us, ms, secs or s, mins or m, hrs or h, days or d. */
    public static long parseMillis(String name, String text) {
        Duration length = FlagDuration.parse(text).orElseThrow(() -> refused(name, text));
        if (length.toNanosPart() % 1_000_000 != 0) {
            throw refused(name, text);
        }
        try {
            return length.toMillis();
        } catch (ArithmeticException tooLong) {
            throw refused(name, text);
        }
    }

    private static BrokenRule refused(String name, String text) {
        return BrokenRule.of(
                "The setting " + name + " is no length of time.",
                "'" + text + "'",
                "a whole number of milliseconds or more, with its unit: 100ms, 1secs, 5mins, 2hrs, 1days",
                "write it with one of these units");
    }

    /** The text with the largest unit that fits. */
    public static String print(long millis) {
        return FlagDuration.print(Duration.ofMillis(millis));
    }
}
