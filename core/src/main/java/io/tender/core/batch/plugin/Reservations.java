package io.tender.core.batch.plugin;

import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.JobView;

/** What admitted jobs were promised and do not hold yet, and what they hold beyond their promise. */
final class Reservations {
    private Reservations() {}

    /** What admission must keep free for a job that is in already. */
    static ResourceList outstanding(JobView job) {
        ResourceList promised = job.job().minResources().orElse(ResourceList.empty());
        if (promised.isEmpty()) {
            return promised;
        }
        JobPhase phase = job.phase();
        // A running job with fewer running tasks than it needs has had tasks that ended: what they held is not reserved
        // anew.
        boolean owed = phase == JobPhase.INQUEUE
                || (phase == JobPhase.RUNNING && job.count(TaskStatus.RUNNING) >= job.minAvailable());
        return owed ? promised.minus(job.allocated()).positive() : ResourceList.empty();
    }

    /** What a job holds beyond what it needs, and could lose. */
    static ResourceList elastic(JobView job) {
        ResourceList promised = job.job().minResources().orElse(ResourceList.empty());
        return promised.isEmpty() ? promised : job.allocated().minus(promised).positive();
    }
}
