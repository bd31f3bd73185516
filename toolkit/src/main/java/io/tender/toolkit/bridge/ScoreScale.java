package io.tender.toolkit.bridge;

import io.tender.extender.server.Dialect;
import io.tender.extender.volcano.ScoreRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Brings scores to 0 to 100 so that the scheduler can still tell who is best. To kube-scheduler they are whole numbers from
 * 0 to 10 in the end; the others take any number as it is.
 */
final class ScoreScale {
    /** What makes one of kube-scheduler's eleven scores. */
    private static final double STEP = 10;

    private final boolean coarse;
    private final Optional<ScoreRange> range;
    private final Consumer<String> warnings;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * @param from the scheduler's dialect
     * @param range in which all scores of the extender lie, if that is known
     * @param warnings told once if scores are brought to the range by what the answers have
     */
    ScoreScale(Dialect from, Optional<ScoreRange> range, Consumer<String> warnings) {
        this.coarse = from == Dialect.KUBE;
        this.range = range;
        this.warnings = warnings;
    }

    /**
     * The score of a place in an order: the first has all, alone, and the others evenly less. Of more than ten, those behind
     * the first share the nine scores that kube-scheduler has besides none and all.
     */
    double ofPlace(int place, int places) {
        if (!coarse || place == 0 || places <= Target.FULL / STEP) {
            return Target.FULL * (places - place) / places;
        }
        int lower = (int) (Target.FULL / STEP) - 1;
        return STEP * (lower - (long) (place - 1) * lower / (places - 1));
    }

    /**
     * The scores of an answer, for all that were asked about; 0 for whom it leaves out.
     *
     * @throws Untellable if a score does not lie in the range that was said
     */
    Map<String, Double> brought(List<String> names, Map<String, Double> given) {
        Map<String, Double> scores = new HashMap<>();
        names.forEach(name -> scores.put(name, given.getOrDefault(name, 0.0)));
        if (range.isPresent()) {
            scores.replaceAll((name, score) -> said(range.get(), name, score));
        } else if (coarse && !scores.isEmpty()) {
            stretch(scores);
        }
        return scores;
    }

    private static double said(ScoreRange range, String name, double score) {
        if (!range.holds(score)) {
            throw new Untellable("Got the score " + score + " for node '" + name + "'; expected " + range
                    + ", as --score-range says");
        }
        return range.normalised(score);
    }

    /** Where kube-scheduler would see one score, or the ends of its range, for what is not the same. */
    private void stretch(Map<String, Double> scores) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double score : scores.values()) {
            least = Math.min(least, score);
            most = Math.max(most, score);
        }
        boolean lost = least < 0 || most > Target.FULL || most - least <= STEP;
        if (!lost || least == most) {
            return;
        }
        ScoreRange seen = new ScoreRange(least, most);
        scores.replaceAll((name, score) -> seen.normalised(score));
        if (!warned.getAndSet(true)) {
            warnings.accept(
                    "The extender's scores do not make use of 0 to 100 and would be lost in kube-scheduler's 0 to 10:"
                            + " the lowest of such an answer counts as 0 and its highest as 10. The first had " + seen
                            + ". If they have a range of their own, say so with --score-range. It is not said again.");
        }
    }
}
