package io.tender.extender.volcano;

import io.tender.spi.batch.Verdict;
import java.util.Arrays;
import java.util.Optional;

/**
 * What was answered about a node for a class of tasks: as it is, and as it will be with one, two, … more tasks of that class.
 * There may be thousands of these answers in one reply, so they lie in plain arrays.
 */
final class NodeAnswer {
    private final Verdict[] verdicts;
    private final double[] scores;

    private NodeAnswer(Verdict[] verdicts, double[] scores) {
        this.verdicts = verdicts;
        this.scores = scores;
    }

    /** Said of the node as it is, without a score. */
    static NodeAnswer of(Verdict verdict) {
        return new NodeAnswer(new Verdict[] {verdict}, new double[] {Builder.NO_SCORE});
    }

    /** How many states of the node it is about; one if only about the node as it is. */
    int states() {
        return verdicts.length;
    }

    /** @param more tasks of the class that have come to the node since */
    Verdict verdict(int more) {
        return verdicts[more];
    }

    /** Empty if it was not told with the verdict. */
    Optional<Double> score(int more) {
        return Double.isNaN(scores[more]) ? Optional.empty() : Optional.of(scores[more]);
    }

    /** Takes in what is said about the node as it is, and about its later states one after the other. */
    static final class Builder {
        static final double NO_SCORE = Double.NaN;

        private final int most;
        private Verdict[] verdicts = {Verdict.fits()};
        private double[] scores = {NO_SCORE};
        private int states = 1;

        /** @param most states that it can be about */
        Builder(int most) {
            this.most = most;
        }

        void now(Verdict verdict, double score) {
            verdicts[0] = verdict;
            scores[0] = score;
        }

        void later(Verdict verdict, double score) {
            if (states == verdicts.length) {
                verdicts = Arrays.copyOf(verdicts, Math.min(most, 40 * states));
                scores = Arrays.copyOf(scores, verdicts.length);
            }
            verdicts[states] = verdict;
            scores[states++] = score;
        }

        int states() {
            return states;
        }

        NodeAnswer build() {
            return states == verdicts.length
                    ? new NodeAnswer(verdicts, scores)
                    : new NodeAnswer(Arrays.copyOf(verdicts, states), Arrays.copyOf(scores, states));
        }
    }
}
