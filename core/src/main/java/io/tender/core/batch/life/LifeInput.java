package io.tender.core.batch.life;

import io.tender.core.batch.framework.RunChange;

/** What a job's life is told. */
sealed interface LifeInput {
    /** Somebody wrote the job down for the first time. */
    record Created() implements LifeInput {}

    /** Somebody changed what is written down. */
    record Updated() implements LifeInput {}

    /**
     * Somebody asked for an action.
     *
     * @param role which tasks it concerns; empty for all
     * @param index which of them; -1 for all of the role
     */
    record Asked(LifeAction action, String role, int index) implements LifeInput {}

    /** Somebody wants it gone. */
    record Deleted() implements LifeInput {}

    /** A run of one of its tasks changed. */
    record Ran(RunChange change) implements LifeInput {}

    /** Sessions found that it runs in part and cannot be made whole. */
    record NotWhole() implements LifeInput {}

    /** Time has passed, or it is looked at anew after a restart of the program. */
    record Woken() implements LifeInput {}
}
