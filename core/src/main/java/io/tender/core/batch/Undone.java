package io.tender.core.batch;

import io.tender.model.batch.Job;
import io.tender.model.service.TaskId;

/**
 * A placement that a session decided and that could not be carried out, since its offer or its job went meanwhile.
 *
 * @param job as the session knew it, or as it is now
 */
public record Undone(Job job, TaskId task) {}
