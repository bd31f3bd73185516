package io.tender.extender.client;

import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** The W3C {@code traceparent}: which trace a call belongs to, and which step of it. */
public record TraceParent(String traceId, String spanId, boolean sampled) {
    private static final Pattern FORM =
            Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final Pattern TRACE = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final Pattern SPAN = Pattern.compile("(?!0{16})[0-9a-f]{16}");

    public TraceParent {
        if (!TRACE.matcher(traceId).matches() || !SPAN.matcher(spanId).matches()) {
            throw new IllegalArgumentException("A trace cannot be continued: got trace '" + Printable.of(traceId, 40)
                    + "' and span '" + Printable.of(spanId, 40)
                    + "', expected 32 and 16 hexadecimal digits, not all of them 0");
        }
    }

    /** What stands in a header, or nothing when it is not of the form the standard gives. */
    public static Optional<TraceParent> parse(String header) {
        var match = FORM.matcher(header.strip().toLowerCase(Locale.ROOT));
        if (!match.matches()
                || header.startsWith("ff")
                || !TRACE.matcher(match.group(1)).matches()
                || !SPAN.matcher(match.group(2)).matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new TraceParent(match.group(1), match.group(2), (Integer.parseInt(match.group(3), 16) & 1) == 1));
    }

    static TraceParent fresh(RandomGenerator ids) {
        return new TraceParent(hex(notZero(ids)) + hex(ids.nextLong()), hex(notZero(ids)), true);
    }

    /** The next step of the same trace. */
    TraceParent child(RandomGenerator ids) {
        return new TraceParent(traceId, hex(notZero(ids)), sampled);
    }

    /** As it stands in a header. */
    public String header() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    private static long notZero(RandomGenerator ids) {
        long id = ids.nextLong();
        return id == 0 ? 1 : id;
    }

    private static String hex(long value) {
        return java.util.HexFormat.of().toHexDigits(value);
    }
}
