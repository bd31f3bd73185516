package io.tender.extender.aurora;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as Aurora's flags write them: a whole number and a unit, such as {@code 5mins}. */
final class AuroraDuration {
    static final String EXPECTED = "a whole number and a unit out of ns, us, ms, secs, mins, hrs, days, such as 100ms";

    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(ns|us|ms|secs|mins|hrs|days)");

    private AuroraDuration() {}

    /** The length, or nothing when it is none. */
    static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        ChronoUnit unit = switch (form.group(2)) {
            case "ns" -> ChronoUnit.NANOS;
            case "us" -> ChronoUnit.MICROS;
            case "ms" -> ChronoUnit.MILLIS;
            case "secs" -> ChronoUnit.SECONDS;
            case "mins" -> ChronoUnit.MINUTES;
            case "hrs" -> ChronoUnit.HOURS;
            default -> ChronoUnit.DAYS;
        };
        try {
            return Optional.of(Duration.of(Long.parseLong(form.group(1)), unit));
        } catch (ArithmeticException tooLong) {
            return Optional.empty();
        }
    }

    /** The text with the largest unit that leaves nothing over. */
    static String print(Duration duration) {
        if (duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toNanos() + "ns";
        }
        long millis = duration.toMillis();
        if (millis % 1_000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1_000;
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "secs";
        }
        return seconds % 3_600 != 0 ? seconds / 60 + "mins" : seconds / 3_600 + "hrs";
    }
}
