package io.tender.extender.shadow;

import java.time.Duration;

/**
 * When a canary stops to decide.
 *
 * @param window the last so many calls count, and the last so many comparisons of each verb
 * @param fewest of them there must be before anything is concluded
 * @param disagreement it stops when more than this share of the comparisons of one verb differ
 * @param errors it stops when more than this share of the calls bring no answer
 * @param latency it stops when more than one answer in twenty takes longer
 */
public record StopRules(int window, int fewest, Share disagreement, Share errors, Duration latency) {
    public StopRules {
        if (window < 1 || fewest < 1 || fewest > window) {
            throw new IllegalArgumentException("got a window of " + window + " and at least " + fewest
                    + ", expected 1 or more, and no more than fit");
        }
    }
}
