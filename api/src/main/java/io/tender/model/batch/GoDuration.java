package io.tender.model.batch;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 500ms}, {@code 1.5s}, {@code 1m30s}. */
public final class GoDuration {
    /** What a message says it expected. */
    public static final String EXPECTED = "a duration such as 500ms, 1.5s or 1m30s";

    private static final int LONGEST_TEXT = 60;
    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("[+-]?(?:0|(?:" + PART.pattern() + ")+)");
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDuration() {}

    /** Empty when it is none, or one longer than Go can hold. */
    public static Optional<Duration> parse(String text) {
        if (text.length() > LONGEST_TEXT || !WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            nanos = nanos.add(
                    new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 1L))));
        }
        if (nanos.compareTo(MOST) > 0) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return Optional.of(text.startsWith("-") ? duration.negated() : duration);
    }
}
