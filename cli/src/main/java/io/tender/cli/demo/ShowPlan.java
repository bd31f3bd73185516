package io.tender.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a show is to be like.
 *
 * @param agents how many are simulated
 * @param length empty: until somebody ends it
 * @param real whether this machine is an agent too, and runs real processes
 * @param offerSet where somebody's own service listens that orders offers; empty: the example is started
 * @param extender where somebody's own extender listens; empty: the example is started
 * @param verbs what the extender is asked
 */
public record ShowPlan(
        int agents,
        Optional<Duration> length,
        boolean real,
        Optional<String> offerSet,
        Optional<String> extender,
        List<String> verbs) {
    public static final int MOST_AGENTS = 5_000;

    public ShowPlan {
        verbs = List.copyOf(verbs);
    }

    /** How much of it is over, from 0 to 1; never all of one without end. */
    double part(Duration elapsed) {
        return length.map(whole -> Math.min(1, (double) elapsed.toMillis() / whole.toMillis()))
                .orElse(0.0);
    }
}
