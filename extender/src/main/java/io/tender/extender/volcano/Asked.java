package io.tender.extender.volcano;

/**
 * How a question ended: with an answer, or with what its failure means.
 *
 * @param <T> the answer
 */
sealed interface Asked<T> {
    record Answered<T>(T answer) implements Asked<T> {}

    /** @param reason what happened, in one line, for whoever is refused because of it */
    record Failed<T>(Consequence consequence, String reason) implements Asked<T> {}
}
