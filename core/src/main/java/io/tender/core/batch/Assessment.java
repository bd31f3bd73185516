package io.tender.core.batch;

import java.util.Optional;

/**
 * What a node is worth to a task.
 *
 * @param refusal why the task does not fit, if it does not
 * @param score the sum of all scores, if it does
 */
public record Assessment(Optional<Refusal> refusal, double score) {
    static Assessment fits(double score) {
        return new Assessment(Optional.empty(), score);
    }

    static Assessment refused(Refusal refusal) {
        return new Assessment(Optional.of(refusal), 0);
    }
}
