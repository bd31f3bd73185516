package io.tender.core.services;

import io.tender.model.BrokenRule;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as Aurora's flags write them, such as {@code 5mins}, in milliseconds and nothing coarser. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(ns|us|ms|secs|mins|hrs|days)");

    private Durations() {}

    /** Reads a whole number and a unit: ns, us, ms, secs, mins, hrs or days. */
    public static long parseMillis(String name, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(name, text);
        }
        long number = Long.parseLong(form.group(1));
        try {
            return switch (form.group(2)) {
                case "ns" -> wholeMillis(name, text, number, 1_000_000);
                case "us" -> wholeMillis(name, text, number, 1_000);
                case "ms" -> number;
                case "secs" -> Math.multiplyExact(number, 1_000L);
                case "mins" -> Math.multiplyExact(number, 60_000L);
                case "hrs" -> Math.multiplyExact(number, 3_600_000L);
                default -> Math.multiplyExact(number, 86_400_000L);
            };
        } catch (ArithmeticException tooLong) {
            throw refused(name, text);
        }
    }

    private static long wholeMillis(String name, String text, long number, long perMilli) {
        if (number % perMilli != 0) {
            throw refused(name, text);
        }
        return number / perMilli;
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
        if (millis == 0 || millis % 1_000 != 0) {
            return millis + "ms";
        }
        if (millis % 60_000 != 0) {
            return millis / 1_000 + "secs";
        }
        if (millis % 3_600_000 != 0) {
            return millis / 60_000 + "mins";
        }
        return millis % 86_400_000 != 0 ? millis / 3_600_000 + "hrs" : millis / 86_400_000 + "days";
    }
}
