package io.tender.extender.server;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What is said of one agent: whether the task fits, how good it is, and what will hold once one, two, … more tasks of
 * this kind are on it.
 *
 * @param score as in {@link Scores}
 * @param ahead may be shorter than was asked for, or empty
 */
public record Outlook(Verdict verdict, OptionalDouble score, List<Outlook> ahead) {
    private static final Outlook FITS = new Outlook(Verdict.fits(), OptionalDouble.empty(), List.of());

    public Outlook {
        ahead = List.copyOf(ahead);
    }

    public static Outlook of(Verdict verdict) {
        return verdict.isFit() ? FITS : new Outlook(verdict, OptionalDouble.empty(), List.of());
    }

    /** It fits, and is so good. */
    public static Outlook of(double score) {
        return new Outlook(Verdict.fits(), OptionalDouble.of(score), List.of());
    }
}
