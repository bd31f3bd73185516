package io.tender.cli.demo.simulated;

import java.util.Locale;
import java.util.Optional;

/**
 * How the gangs of the batch framework fared, and how often their extender was asked.
 *
 * @param by where the extender listens, or what there is instead
 * @param started gangs that found places for as many tasks as they need, all at once
 * @param finished gangs of which every task has done its work
 * @param waiting gangs of which nothing runs yet
 * @param calls to the extender
 * @param failed calls without an answer that could be used
 * @param answers whether it answered when it was last asked
 * @param medianMillis of the answers, as sessions waited for them
 * @param trouble what is wrong with the extender; empty if nothing is
 */
public record GangSummary(
        String by,
        long started,
        long finished,
        long waiting,
        long sessions,
        long calls,
        long failed,
        boolean answers,
        double medianMillis,
        Optional<String> trouble) {

    String line() {
        return String.format(
                Locale.ROOT,
                "  gangs   %d started whole, %d finished, %d waiting; extender: %d calls, %d failed; median %.2f ms",
                started,
                finished,
                waiting,
                calls,
                failed,
                medianMillis);
    }

    /** For the table. */
    String shortLine() {
        return String.format(
                Locale.ROOT,
                "gangs %d started whole, %d waiting; extender %s (%d calls)",
                started,
                waiting,
                answers ? "answers" : "is silent",
                calls);
    }
}
