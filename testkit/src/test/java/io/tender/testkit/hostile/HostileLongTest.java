package io.tender.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A thousand rounds of everything: the outcome is always the same, no call lasts longer than its deadline and 50 ms, and
 * nothing is left behind. For a quiet machine; {@code -Dhostile.slack.millis} allows more on another one.
 *
 * <p>The processors of a virtual machine are taken away for tens of milliseconds now and then, and with eight calls that
 * end at the same moment one such moment spoils eight rounds. Time that a {@link Witness} saw stolen behind a round's
 * deadline is not held against that round; nine rounds in ten must do without.
 */
@Tag("long")
@Isolated
class HostileLongTest {
    private static final int ROUNDS = Integer.getInteger("hostile.rounds", 1_000);
    private static final int CALLERS = 8;
    private static final Duration SLACK = Duration.ofMillis(Integer.getInteger("hostile.slack.millis", 50));

    static Stream<Expectation> table() {
        return Stream.of(Misbehaviour.values()).map(Expectation::of);
    }

    @ParameterizedTest
    @MethodSource("table")
    void a_thousand_rounds_end_in_time_and_leave_nothing_behind(Expectation expected) throws InterruptedException {
        try (HostileServer server = HostileRounds.serverFor(expected);
                ExtenderClient client = HostileRounds.clientFor(expected, server)) {
            HostileRounds.many(client, expected, ROUNDS / 10, CALLERS);
            Footprint.settles(() -> server.open() <= CALLERS);
            Footprint before = Footprint.now();

            List<Timed> rounds = timed(client, expected);

            Footprint.settles(
                    () -> server.open() <= CALLERS && Footprint.descriptorsNow() <= before.descriptors() + 2 * CALLERS);
            Footprint after = Footprint.now();
            System.out.println(line(expected, rounds, before, after));
            if (expected.misbehaviour() == Misbehaviour.FORGE_LATER) {
                // Which of the two it is depends on whether the next request was on its way already.
                assertThat(labels(rounds).keySet()).isNotEmpty().isSubsetOf(expected.outcomes());
            } else {
                assertThat(labels(rounds).keySet()).isEqualTo(expected.outcomes());
            }
            if (expected.lastsUntilTheDeadline()) {
                assertThat(quantile(rounds, Timed::took, 0.9)).isLessThan(HostileRounds.DEADLINE.plus(SLACK));
                assertThat(quantile(rounds, Timed::own, 1.0)).isLessThan(HostileRounds.DEADLINE.plus(SLACK));
            }
            // Both ends of a kept connection per caller may differ from one moment to the next; a leak would be
            // hundreds.
            assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + 2 * CALLERS);
            assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + 4);
            assertThat(after.heap()).isLessThan(before.heap() + (24 << 20));
        }
    }

    /** How long a round took, and how long without what was stolen from it after its deadline. */
    private record Timed(Outcome<List<String>> outcome, Duration took, Duration own) {
        static Timed of(HostileRounds.Round round, Witness witness) {
            long deadline = round.start() + HostileRounds.DEADLINE.toNanos();
            Duration stolen =
                    witness.stolen(deadline, round.start() + round.took().toNanos());
            return new Timed(round.outcome(), round.took(), round.took().minus(stolen));
        }
    }

    private static List<Timed> timed(ExtenderClient client, Expectation expected) throws InterruptedException {
        Witness witness = new Witness();
        List<HostileRounds.Round> rounds;
        try (witness) {
            rounds = HostileRounds.many(client, expected, ROUNDS, CALLERS);
        }
        return rounds.stream().map(round -> Timed.of(round, witness)).toList();
    }

    private static Map<String, Integer> labels(Collection<Timed> rounds) {
        Map<String, Integer> labels = new TreeMap<>();
        rounds.forEach(round -> labels.merge(round.outcome().label(), 1, Integer::sum));
        return labels;
    }

    private static Duration quantile(List<Timed> rounds, Function<Timed, Duration> which, double share) {
        List<Duration> sorted = rounds.stream().map(which).sorted().toList();
        return sorted.get(Math.min(sorted.size() - 1, (int) (sorted.size() * share)));
    }

    private static String line(Expectation expected, List<Timed> rounds, Footprint before, Footprint after) {
        return "%-22s %-16s median %7.1f ms  p99 %7.1f ms  max %7.1f ms, %7.1f ms of its own  threads %+d  sockets %+d  heap %+d KiB"
                .formatted(
                        expected,
                        labels(rounds),
                        millis(quantile(rounds, Timed::took, 0.5)),
                        millis(quantile(rounds, Timed::took, 0.99)),
                        millis(quantile(rounds, Timed::took, 1.0)),
                        millis(quantile(rounds, Timed::own, 1.0)),
                        after.threads() - before.threads(),
                        after.descriptors() - before.descriptors(),
                        (after.heap() - before.heap()) >> 10);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
