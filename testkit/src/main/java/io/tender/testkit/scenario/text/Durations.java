package io.tender.testkit.scenario.text;

import io.tender.model.Suggestion;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time: {@code 2s}, {@code 100ms}, {@code 5 minutes}, {@code 1d}; a bare number is seconds. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*([a-zA-Z]*)");

    private static final Map<String, Double> SECONDS = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("ms", 0.001),
            Map.entry("s", 1.0),
            Map.entry("second", 1.0),
            Map.entry("seconds", 1.0),
            Map.entry("m", 60.0),
            Map.entry("min", 60.0),
            Map.entry("minute", 60.0),
            Map.entry("minutes", 60.0),
            Map.entry("h", 3600.0),
            Map.entry("hour", 3600.0),
            Map.entry("hours", 3600.0),
            Map.entry("d", 86_400.0),
            Map.entry("day", 86_400.0),
            Map.entry("days", 86_400.0));

    private static final String EXPECTED = "a number and a unit (ms, s, m, h, d), such as 2s or 1d";

    private Durations() {}

    public static Duration duration(String text) {
        double seconds = seconds(text);
        if (seconds < 0) {
            throw NotationException.expected(0, "a length of time cannot be negative", "'" + text + "'", EXPECTED);
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    /** The number of seconds as a number, which may be negative or {@code nan}: what strange clients send. */
    public static double seconds(String text) {
        String stripped = text.strip();
        String word = stripped.toLowerCase(Locale.ROOT);
        if (word.equals("nan")) {
            return Double.NaN;
        }
        if (word.equals("inf") || word.equals("infinity")) {
            return Double.POSITIVE_INFINITY;
        }
        Matcher matcher = FORM.matcher(stripped);
        if (!matcher.matches()) {
            throw NotationException.expected(0, "'" + text + "' is no length of time", "'" + text + "'", EXPECTED);
        }
        Double unit = SECONDS.get(matcher.group(2));
        if (unit == null) {
            throw NotationException.expected(
                    text.indexOf(matcher.group(2)),
                    "'" + matcher.group(2) + "' is no unit of time."
                            + Suggestion.sentence(
                                    matcher.group(2), List.of("ms", "seconds", "minutes", "hours", "days")),
                    "'" + text + "'",
                    EXPECTED);
        }
        return Double.parseDouble(matcher.group(1)) * unit;
    }

    /** As short as it can be said, for messages. */
    public static String print(Duration duration) {
        if (duration.toMillis() % 1000 != 0) {
            return duration.toMillis() + "ms";
        }
        return duration.toSeconds() + "s";
    }
}
