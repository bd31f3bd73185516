package io.tender.core.batch.framework;

import io.tender.model.BrokenRule;
import java.time.Duration;

/**
 * How the batch scheduler deals with time and offers.
 *
 * @param schedulePeriod how often a session is held, if anything has changed
 * @param settle how soon a session begins after tasks that wait have got offers, out of its turn: the rest of what is offered
 *     at the same time is to be there. As long as the period: they wait for their turn
 * @param pause how long there is at least between the end of a session and the begin of one out of its turn
 * @param offerHold how long offers are held for waiting tasks before others may have them, counted from the first of them
 * @param offerRefusal for how long an offer given back is not wanted again
 * @param tasksPerNode how many tasks a node takes
 */
public record BatchSettings(
        Duration schedulePeriod,
        Duration settle,
        Duration pause,
        Duration offerHold,
        Duration offerRefusal,
        int tasksPerNode) {
    public static final BatchSettings USUAL = new BatchSettings(
            Duration.ofSeconds(1),
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMinutes(1),
            Duration.ofSeconds(5),
            110);

    public BatchSettings {
        if (!schedulePeriod.isPositive()
                || !settle.isPositive()
                || pause.isNegative()
                || !offerHold.isPositive()
                || offerRefusal.isNegative()
                || tasksPerNode < 1) {
            throw BrokenRule.of(
                    "The batch scheduler cannot work like this.",
                    "period " + schedulePeriod + ", settle " + settle + ", pause " + pause + ", hold " + offerHold
                            + ", refusal " + offerRefusal + ", tasks per node " + tasksPerNode,
                    "times above zero and at least one task per node",
                    "correct the settings");
        }
    }

    /** With sessions at their turns only. */
    public static BatchSettings steady(
            Duration schedulePeriod, Duration offerHold, Duration offerRefusal, int tasksPerNode) {
        return new BatchSettings(schedulePeriod, schedulePeriod, schedulePeriod, offerHold, offerRefusal, tasksPerNode);
    }
}
