package io.tender.mesos;

import io.tender.model.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Moments and lengths of time, which Mesos counts in nanoseconds. */
public final class TimeForms {
    private static final long NANOS = 1_000_000_000;

    private TimeForms() {}

    /** The length in a field of type {@code DurationInfo}. */
    public static Optional<Duration> duration(Message message, String field) {
        return message.optional(field)
                .map(length -> Duration.ofNanos(length.whole("nanoseconds").orElse(0)));
    }

    /** The length in a field of type {@code google.protobuf.Duration}. */
    public static Optional<Duration> seconds(Message message, String field) {
        return message.optional(field).map(length -> {
            try {
                return Duration.ofSeconds(
                        length.whole("seconds").orElse(0), length.whole("nanos").orElse(0));
            } catch (ArithmeticException e) {
                throw message.wrong(field, "a length beyond all bounds", "a length of time");
            }
        });
    }

    public static ObjectNode tree(Duration duration) {
        return nanoseconds(saturated(duration.getSeconds(), duration.getNano()));
    }

    public static ObjectNode tree(Instant instant) {
        return nanoseconds(saturated(instant.getEpochSecond(), instant.getNano()));
    }

    private static ObjectNode nanoseconds(long nanoseconds) {
        return JsonNodeFactory.instance.objectNode().put("nanoseconds", nanoseconds);
    }

    /** Three centuries fit; what is longer is as long as can be said. */
    private static long saturated(long seconds, int nanos) {
        long most = Long.MAX_VALUE / NANOS - 1;
        return Math.max(-most, Math.min(most, seconds)) * NANOS + nanos;
    }

    public static Unavailability unavailability(Message message) {
        long start = message.message("start").whole("nanoseconds").orElse(0);
        return new Unavailability(Instant.ofEpochSecond(0, start), duration(message, "duration"));
    }

    public static ObjectNode tree(Unavailability unavailability) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("start", tree(unavailability.start()));
        unavailability.duration().ifPresent(length -> node.set("duration", tree(length)));
        return node;
    }
}
