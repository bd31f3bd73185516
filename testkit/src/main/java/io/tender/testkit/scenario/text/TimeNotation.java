package io.tender.testkit.scenario.text;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a machine is away: {@code at 60s for 120s}, on the scenario's clock, which begins at 0. */
public final class TimeNotation {

    private TimeNotation() {}

    /** An agent and when it is away. */
    public record Maintenance(AgentId agent, Unavailability unavailability) {}

    public static Maintenance maintenance(String text) {
        Cursor cursor = new Cursor(text);
        AgentId agent = new AgentId(cursor.name("an agent such as a1"));
        Unavailability when =
                unavailability(cursor).orElseThrow(() -> cursor.mistake("'at' and the time, as in a1 at 60s for 120s"));
        cursor.end("the end, as in a1 at 60s for 120s");
        return new Maintenance(agent, when);
    }

    public static Unavailability unavailability(String text) {
        Cursor cursor = new Cursor(text);
        Unavailability when =
                unavailability(cursor).orElseThrow(() -> cursor.mistake("a time such as at 60s for 120s"));
        cursor.end("the end, as in at 60s for 120s");
        return when;
    }

    static Optional<Unavailability> unavailability(Cursor cursor) {
        if (!cursor.takeWord("at")) {
            return Optional.empty();
        }
        Duration start = duration(cursor);
        Optional<Duration> length = cursor.takeWord("for") ? Optional.of(duration(cursor)) : Optional.empty();
        return Optional.of(new Unavailability(Instant.EPOCH.plus(start), length));
    }

    private static Duration duration(Cursor cursor) {
        cursor.skipSpaces();
        int start = cursor.at();
        try {
            return Durations.duration(cursor.until(" "));
        } catch (NotationException e) {
            throw e.shifted(start);
        }
    }

    /** How long an answer keeps offers away: a length of time, {@code nan}, or {@code unstated}. */
    public static Filters filters(String text) {
        return text.strip().equals("unstated") ? Filters.unspecified() : Filters.ofSeconds(Durations.seconds(text));
    }

    public static String print(Unavailability when) {
        return "at " + Durations.print(Duration.between(Instant.EPOCH, when.start()))
                + when.duration()
                        .map(length -> " for " + Durations.print(length))
                        .orElse("");
    }
}
