package io.tender.extender.shadow;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * An answer of an extender on trial beside what was decided.
 *
 * @param direct whether with the decision of the one whose place it would take, and not with what all decide together
 * @param agreed things about which both say the same
 * @param stricter things that it refuses and the decision does not
 * @param laxer things that it does not refuse and the decision does
 * @param rankCorrelation of its scores or order with those that decided
 * @param sameWinner whether it would have chosen the same; empty if there was nothing to choose
 * @param example made only if the two differ
 */
public record Comparison(
        String verb,
        boolean direct,
        long agreed,
        long stricter,
        long laxer,
        OptionalDouble rankCorrelation,
        Optional<Boolean> sameWinner,
        Supplier<Example> example) {

    /** Whether something else would have been decided. Who is one more among others lets nothing pass that they refuse. */
    public boolean differs() {
        return stricter > 0 || (direct && laxer > 0) || !sameWinner.orElse(true);
    }
}
