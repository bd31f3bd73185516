package io.tender.extender.shadow;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * How an extender on trial does, since it was configured.
 *
 * @param comparedWith the extender whose answers its own are compared with, or {@code all that decide}
 * @param deciding whether it decides for its share at present
 * @param stopped when and why it stopped to
 * @param waiting questions that wait for it now
 * @param dropped questions that it was not asked, since too many waited
 * @param verbs how its answers compare, by verb
 * @param rankCorrelation the mean of Kendall's tau-b
 * @param rankings how many rankings it is the mean of
 * @param examples the latest disagreements, newest first
 */
public record TrialReport(
        Mode mode,
        String comparedWith,
        Share share,
        boolean deciding,
        Optional<Stop> stopped,
        int waiting,
        long dropped,
        Calls calls,
        SortedMap<String, Verb> verbs,
        OptionalDouble rankCorrelation,
        long rankings,
        long sameWinner,
        long otherWinner,
        List<Example> examples) {

    public TrialReport {
        examples = List.copyOf(examples);
    }

    /** A canary that had to be stopped. */
    public record Stop(Instant time, String why) {}

    /** @param failures by the label of the failure */
    public record Calls(
            long answered, Map<String, Long> failures, double medianMillis, double p95Millis, double maxMillis) {
        public long failed() {
            return failures.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** @param differing answers in which at least one thing differs */
    public record Verb(long answers, long differing, long agreed, long stricter, long laxer) {}

    /** The share of the things asked about on which both say the same; empty if nothing was compared. */
    public OptionalDouble agreement() {
        long agreed = verbs.values().stream().mapToLong(Verb::agreed).sum();
        long all = agreed
                + verbs.values().stream()
                        .mapToLong(verb -> verb.stricter() + verb.laxer())
                        .sum();
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) agreed / all);
    }
}
