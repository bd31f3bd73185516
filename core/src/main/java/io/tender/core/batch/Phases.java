package io.tender.core.batch;

import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;

/** In which phase a job leaves a session. */
final class Phases {
    private Phases() {}

    static JobPhase after(SessionJob job, Explanations explanations) {
        boolean refused = explanations.job(job.id()).isPresent()
                && job.readyTasks() + job.pendingBestEffort() < job.minAvailable();
        if (job.count(TaskStatus.RUNNING) > 0 && refused) {
            return JobPhase.UNKNOWN;
        }
        int completed = job.count(TaskStatus.SUCCEEDED) + job.count(TaskStatus.FAILED);
        int scheduled = completed
                + job.count(TaskStatus.RUNNING)
                + job.count(TaskStatus.BOUND)
                + job.count(TaskStatus.BINDING)
                + job.count(TaskStatus.RELEASING);
        if (scheduled > 0 && scheduled >= job.minAvailable()) {
            return scheduled == completed ? JobPhase.COMPLETED : JobPhase.RUNNING;
        }
        return job.phase() == JobPhase.INQUEUE ? JobPhase.INQUEUE : JobPhase.PENDING;
    }
}
