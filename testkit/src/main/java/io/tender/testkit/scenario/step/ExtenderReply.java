package io.tender.testkit.scenario.step;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an extender of a scenario does with a request.
 *
 * @param when paths into the request with the values they must have, such as {@code node.name: n1}; none: always
 * @param delay how long it really takes before that
 * @param times for how many requests; then the next reply is due
 */
public record ExtenderReply(SortedMap<String, String> when, Reaction reaction, Duration delay, int times) {

    /** For as many requests as come. */
    public static final int ALWAYS = Integer.MAX_VALUE;

    public ExtenderReply {
        when = Collections.unmodifiableSortedMap(new TreeMap<>(when));
    }

    /** What it does. */
    public sealed interface Reaction {}

    /** Says exactly this. */
    public record Say(int status, String body) implements Reaction {}

    /** Says nothing sensible. */
    public record Fail(Failure failure) implements Reaction {}

    /** How an extender may fail below what can be said. */
    public enum Failure {
        /** Takes the request and says nothing. */
        HANG("hang"),
        /** Sends half of an answer and closes the connection. */
        STOP("stop halfway"),
        /** Closes the connection. */
        CLOSE("close"),
        /** Resets the connection. */
        RESET("reset"),
        /** Answers with eleven million bytes. */
        OVERSIZE("oversize");

        private final String words;

        Failure(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public static ExtenderReply always(Reaction reaction) {
        return new ExtenderReply(new TreeMap<>(), reaction, Duration.ZERO, ALWAYS);
    }

    /** 200 with that body. */
    public static ExtenderReply saying(String body) {
        return always(new Say(200, body));
    }

    public static ExtenderReply failing(Failure failure) {
        return always(new Fail(failure));
    }
}
