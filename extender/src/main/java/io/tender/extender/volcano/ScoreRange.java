package io.tender.extender.volcano;

import io.tender.extender.client.MalformedAnswer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Between which numbers the scores of an extender lie, so that they can be brought to 0 to 100. */
public record ScoreRange(double least, double most) {
    public static final String EXPECTED =
            "two numbers with a dash between them, the smaller first, such as 0-10 or -1-1";

    /** Far more than anybody means, and its product with a weight is far from the largest number there is. */
    private static final double MOST = 1e100;

    private static final Pattern FORM =
            Pattern.compile("(-?\\d{1,15}(?:\\.\\d{1,15})?)\\s*-\\s*(-?\\d{1,15}(?:\\.\\d{1,15})?)");

    public static Optional<ScoreRange> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        ScoreRange range = new ScoreRange(Double.parseDouble(form.group(1)), Double.parseDouble(form.group(2)));
        return range.least < range.most ? Optional.of(range) : Optional.empty();
    }

    public boolean holds(double score) {
        return score >= least && score <= most;
    }

    /**
     * Whether a score can be counted with: times the largest weight, and added to those of others, it is still a number. One
     * that overflows would make the best node the worst.
     */
    static boolean isCountable(double score) {
        return Math.abs(score) <= MOST;
    }

    /** From 0 to 100, for one that it holds. */
    public double normalised(double score) {
        return (score - least) / (most - least) * 100;
    }

    /**
     * A score from 0 to 100 if there is a range, and as it is if there is none.
     *
     * @throws MalformedAnswer if it does not lie in the range, or is too large to be counted with
     */
    static double brought(Optional<ScoreRange> range, double score, String what) {
        if (range.isEmpty()) {
            if (!isCountable(score)) {
                throw new MalformedAnswer("got " + score + " as " + what + ", expected a number from -1e100 to 1e100");
            }
            return score;
        }
        if (!range.get().holds(score)) {
            throw new MalformedAnswer(
                    "got " + score + " as " + what + ", expected " + range.get() + ", as extender.scoreRange says");
        }
        return range.get().normalised(score);
    }

    @Override
    public String toString() {
        return least + " to " + most;
    }
}
