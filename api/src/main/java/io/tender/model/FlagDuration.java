package io.tender.model;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lengths of time: a whole number and a unit, as Aurora's flags write them, such as {@code 5mins}, or as most others do, such
 * as {@code 5m}.
 */
public final class FlagDuration {
    /** What a text should be, for messages. */
    public static final String EXPECTED =
            "a whole number and a unit out of ns, us, ms, secs or s, mins or m, hrs or h, days or d, such as 100ms";

    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(ns|us|ms|s|secs|m|mins|h|hrs|d|days)");

    private FlagDuration() {}

    /** The length, or nothing when it is none. */
    public static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        ChronoUnit unit = switch (form.group(2)) {
            case "ns" -> ChronoUnit.NANOS;
            case "us" -> ChronoUnit.MICROS;
            case "ms" -> ChronoUnit.MILLIS;
            case "s", "secs" -> ChronoUnit.SECONDS;
            case "m", "mins" -> ChronoUnit.MINUTES;
            case "h", "hrs" -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
        try {
            return Optional.of(Duration.of(Long.parseLong(form.group(1)), unit));
        } catch (ArithmeticException tooLong) {
            return Optional.empty();
        }
    }

    /** The text with the largest unit that leaves nothing over. */
    public static String print(Duration duration) {
        if (duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toNanos() + "ns";
        }
        if (duration.isZero() || duration.toMillisPart() != 0) {
            return duration.toMillis() + "ms";
        }
        long seconds = duration.toSeconds();
        if (seconds % 60 != 0) {
            return seconds + "secs";
        }
        if (seconds % 3_600 != 0) {
            return seconds / 60 + "mins";
        }
        return seconds % 86_400 != 0 ? seconds / 3_600 + "hrs" : seconds / 86_400 + "days";
    }
}
