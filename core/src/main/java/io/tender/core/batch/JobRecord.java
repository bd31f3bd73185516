package io.tender.core.batch;

import io.tender.model.batch.Job;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A job, its phase and the state of its tasks when a snapshot was taken, with the sums that every session asks for.
 *
 * @param counts not to be changed any more
 * @param version another one for each record of the job that a cluster made; {@link #UNCOUNTED} for a job of no cluster
 */
record JobRecord(
        Job job,
        JobPhase phase,
        List<TaskRecord> tasks,
        StatusCounts counts,
        int pendingBestEffort,
        ResourceList allocated,
        ResourceList requested,
        ResourceList pending,
        Map<String, String> nominatedDomains,
        List<TaskTemplate> templates,
        long version) {
    static final long UNCOUNTED = 0;

    static JobRecord of(
            Job job, JobPhase phase, List<TaskRecord> tasks, Map<String, String> nominatedDomains, long version) {
        StatusCounts counts = new StatusCounts();
        int bestEffort = 0;
        List<TaskTemplate> templates = new ArrayList<>();
        Set<TaskTemplate> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        // Tasks mostly share a few requests: adding up the same object many times is one multiplication.
        Map<ResourceList, int[]> sums = new HashMap<>();
        for (TaskRecord task : tasks) {
            TaskStatus status = task.status();
            counts.add(status);
            if (seen.add(task.task().template())) {
                templates.add(task.task().template());
            }
            int[] sum = sums.computeIfAbsent(task.task().request(), unused -> new int[3]);
            sum[0]++;
            if (status.allocated()) {
                sum[1]++;
            } else if (status == TaskStatus.PENDING) {
                sum[2]++;
                bestEffort += task.task().template().isBestEffort() ? 1 : 0;
            }
        }
        ResourceList requested = ResourceList.empty();
        ResourceList allocated = ResourceList.empty();
        ResourceList pending = ResourceList.empty();
        for (Map.Entry<ResourceList, int[]> entry : sums.entrySet()) {
            requested = requested.plus(entry.getKey().times(entry.getValue()[0]));
            allocated = allocated.plus(entry.getKey().times(entry.getValue()[1]));
            pending = pending.plus(entry.getKey().times(entry.getValue()[2]));
        }
        return new JobRecord(
                job,
                phase,
                List.copyOf(tasks),
                counts,
                bestEffort,
                allocated,
                requested,
                pending,
                nominatedDomains,
                List.copyOf(templates),
                version);
    }
}
