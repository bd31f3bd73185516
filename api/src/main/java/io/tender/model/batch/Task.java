package io.tender.model.batch;

import io.tender.model.service.TaskId;
import java.time.Instant;

/**
 * One member of a job, as it was submitted.
 *
 * @param id unique for all time; on the wire, the UID of its pod
 * @param name unique among the tasks of its namespace that live at one time
 * @param index its place among the tasks of its role
 */
public record Task(TaskId id, String name, int index, TaskTemplate template, Instant created) {

    public String role() {
        return template.role();
    }

    public ResourceList request() {
        return template.request();
    }
}
