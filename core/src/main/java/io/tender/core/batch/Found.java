package io.tender.core.batch;

/** Where a task can go. */
sealed interface Found {

    /** Its best node, and whether the room there is free already. */
    record At(SessionNode node, boolean now) implements Found {}

    /** No node fits. */
    record Nowhere(FitErrors errors) implements Found {}

    /** Nodes fit, but they could not be ranked. */
    record Unranked(Refusal refusal) implements Found {}
}
