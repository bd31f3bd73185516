package io.tender.core.batch.framework;

import io.tender.model.AgentId;
import io.tender.model.BrokenRule;
import io.tender.model.Resources;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.TaskId;

/**
 * A run of a task that was launched in an earlier life of the scheduler and is not over.
 *
 * @param launched the id the master knows it by
 * @param resources what it took
 * @param status BINDING, BOUND or RUNNING; RELEASING if it was asked to end
 */
public record AdoptedRun(
        TaskId task,
        TaskId launched,
        AgentId agent,
        String hostname,
        HostAttributes attributes,
        Resources resources,
        TaskStatus status) {
    public AdoptedRun {
        if (!status.holdsRoom() || status == TaskStatus.ALLOCATED) {
            throw BrokenRule.of(
                    "Only a run that has its place can be taken over.",
                    status + " of '" + launched + "'",
                    "BINDING, BOUND, RUNNING or RELEASING",
                    "say of tasks that are over how they ended, and leave out those that wait");
        }
    }

    /** The number at the end of the id it was launched by; 0 if there is none. */
    public long attempt() {
        String id = launched.value();
        String digits = id.substring(id.lastIndexOf('.') + 1);
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }
}
