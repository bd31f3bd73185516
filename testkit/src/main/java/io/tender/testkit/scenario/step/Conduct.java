package io.tender.testkit.scenario.step;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * What the offer-set service of a scenario does with a request.
 *
 * @param delay how long it really takes, on the clock of the machine
 * @param late how much later the scheduler gets the answer, on the clock of the scenario
 */
public record Conduct(Reaction reaction, Duration delay, Duration late) {

    /** The kinds of reaction. */
    public sealed interface Reaction {}

    /** Names these hosts, whatever it was asked. */
    public record Order(List<String> hosts, String error) implements Reaction {
        public Order {
            hosts = List.copyOf(hosts);
        }
    }

    /** Names the hosts it was asked about in the order of a rule. */
    public record ByRule(Rule rule) implements Reaction {}

    /** Says exactly this. */
    public record Raw(int status, SortedMap<String, String> headers, String body) implements Reaction {}

    /** Says nothing sensible. */
    public record Failing(Failure failure) implements Reaction {}

    /** How a service may put the hosts it is asked about in order. */
    public enum Rule {
        AS_ASKED("as asked"),
        REVERSED("reversed"),
        MOST_FREE_CPUS("most free cpus"),
        LEAST_FREE_CPUS("least free cpus"),
        BY_NAME("by name");

        private final String words;

        Rule(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** How a service may fail. */
    public enum Failure {
        /** Takes the request and says nothing. */
        HANG("hang"),
        /** Sends the head of an answer, and then nothing. */
        HANG_AFTER_HEAD("hang after the head"),
        /** Sends half of an answer and closes the connection. */
        STOP("stop halfway"),
        /** Closes the connection. */
        CLOSE("close"),
        /** Resets the connection. */
        RESET("reset"),
        /** Sends a byte every 20 milliseconds. */
        DRIP("drip");

        private final String words;

        Failure(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public static Conduct of(Reaction reaction) {
        return new Conduct(reaction, Duration.ZERO, Duration.ZERO);
    }
}
