package io.tender.core.batch.life;

import java.time.Instant;

/**
 * An action that a policy asked for after a while.
 *
 * @param role the role of the task that is its cause; empty if it concerns the job
 * @param index that task's number
 */
public record DelayedAction(LifeAction action, LifeEvent event, String role, int index, Instant due) {}
