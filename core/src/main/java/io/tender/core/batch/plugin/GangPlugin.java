package io.tender.core.batch.plugin;

import io.tender.model.batch.JobId;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Eviction;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.SubJobView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A job starts whole or not at all, and is not taken apart below what makes it whole. */
final class GangPlugin implements BatchPlugin {

    @Override
    public Hooks open(SessionView session) {
        return Hooks.none()
                .jobValid(GangRules::isValid)
                .jobReady(GangRules::isReady)
                .jobPipelined(GangPlugin::pipelined)
                .jobStarving(GangPlugin::starving)
                .jobOrder(GangPlugin::unreadyFirst)
                .subJobReady(GangRules::isReady)
                .subJobPipelined(GangPlugin::pipelined)
                .subJobOrder((left, right) -> Boolean.compare(
                        GangRules.isReady(left).yes(), GangRules.isReady(right).yes()))
                .preemptable((evictor, evictees) -> surplus(evictees))
                .reclaimable((evictor, evictees) -> surplus(evictees))
                .unifiedEvictable(GangPlugin::surplusOrWhole);
    }

    private static Vote pipelined(JobView job) {
        String missing = GangRules.missing(job, true);
        return missing.isEmpty() ? Vote.permit() : Vote.reject(missing);
    }

    private static Vote pipelined(SubJobView subJob) {
        String missing = GangRules.missing(subJob, true);
        return missing.isEmpty() ? Vote.permit() : Vote.reject(missing);
    }

    private static boolean starving(JobView job) {
        return job.waitingTasks() + job.readyTasks() < job.minAvailable();
    }

    private static int unreadyFirst(JobView left, JobView right) {
        return Boolean.compare(GangRules.isWhole(left, false), GangRules.isWhole(right, false));
    }

    /** What the jobs can lose, all victims of one question counted together. */
    private static Victims surplus(List<TaskView> evictees) {
        Map<JobId, Surplus> surplus = new HashMap<>();
        List<TaskView> victims = new ArrayList<>();
        for (TaskView evictee : evictees) {
            if (surplus.computeIfAbsent(evictee.job().id(), unused -> new Surplus(evictee.job()))
                    .takes(evictee)) {
                victims.add(evictee);
            }
        }
        return victims.isEmpty() ? Victims.none("every job there needs all of its tasks") : Victims.of(victims);
    }

    /** A gang may also lose everything: a job that ends whole is not left half running. */
    private static Victims surplusOrWhole(Eviction eviction, List<TaskView> candidates) {
        Map<JobId, Integer> offered = new HashMap<>();
        for (TaskView candidate : candidates) {
            offered.merge(candidate.job().id(), 1, Integer::sum);
        }
        Map<JobId, Surplus> surplus = new HashMap<>();
        List<TaskView> victims = new ArrayList<>();
        for (TaskView candidate : candidates) {
            JobView job = candidate.job();
            int evictable = job.count(TaskStatus.BOUND) + job.count(TaskStatus.RUNNING);
            boolean whole = offered.getOrDefault(job.id(), 0) >= evictable;
            if (whole
                    || surplus.computeIfAbsent(job.id(), unused -> new Surplus(job))
                            .takes(candidate)) {
                victims.add(candidate);
            }
        }
        return victims.isEmpty() ? Victims.none("every job there needs all of its tasks") : Victims.of(victims);
    }
}
