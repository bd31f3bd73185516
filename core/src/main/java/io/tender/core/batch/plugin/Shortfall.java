package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a gang lacks: of its waiting tasks those with which it would be whole. A job may have many more than those. */
public final class Shortfall {
    private Shortfall() {}

    /**
     * Of the waiting tasks of a job as many as it needs: in each role what its minimum lacks, and of all the rest. Of those that would
     * do it is those that ask for the least.
     *
     * @param total what there is, by which requests are compared
     */
    public static <T extends TaskView> List<T> of(JobView job, List<T> waiting, ResourceList total) {
        List<T> bySize = new ArrayList<>(waiting);
        bySize.sort(bySize(total));
        List<T> needed = new ArrayList<>();
        List<T> rest = new ArrayList<>();
        divide(job, bySize, needed, rest);
        int missing = Math.max(1, job.minAvailable() - job.readyTasks() - job.waitingTasks());
        needed.addAll(rest.subList(0, Math.clamp(missing - needed.size(), 0, rest.size())));
        return needed;
    }

    /** Whether a gang lacks nothing: it has what it needs in all, in each role and in its sub-groups. */
    public static boolean isNone(JobView job, boolean promisesCount) {
        return GangRules.isWhole(job, promisesCount);
    }

    /** The smallest first; to be sorted stably, so that the order among equals stays. */
    public static Comparator<TaskView> bySize(ResourceList total) {
        return Comparator.comparingDouble(task -> size(task.request(), total));
    }

    /**
     * The waiting tasks of a job with those first that the minimum of their role needs: what the gang has room for is not to go to
     * more of one role while another lacks its minimum.
     */
    public static <T extends TaskView> List<T> first(JobView job, List<T> waiting) {
        if (!GangRules.checksRoles(job)) {
            return waiting;
        }
        List<T> needed = new ArrayList<>();
        List<T> rest = new ArrayList<>();
        divide(job, waiting, needed, rest);
        needed.addAll(rest);
        return needed;
    }

    /** Into those that the minimum of their role needs, and the others. */
    private static <T extends TaskView> void divide(JobView job, List<T> waiting, List<T> needed, List<T> rest) {
        Map<String, Integer> lacks = new HashMap<>();
        if (GangRules.checksRoles(job)) {
            job.job()
                    .roleMinimums()
                    .forEach((role, minimum) -> lacks.put(
                            role, minimum - GangRules.ready(job, role) - job.count(role, TaskStatus.PIPELINED)));
        }
        for (T task : waiting) {
            boolean lacking = lacks.getOrDefault(task.role(), 0) > 0;
            (lacking ? needed : rest).add(task);
            if (lacking) {
                lacks.merge(task.role(), -1, Integer::sum);
            }
        }
    }

    /** The largest part of what there is of anything; what there is nothing of is as large as can be. */
    public static double size(ResourceList request, ResourceList total) {
        double size = 0;
        for (int i = 0; i < request.size(); i++) {
            long all = total.millis(request.name(i));
            size = Math.max(size, all > 0 ? (double) request.millis(i) / all : Double.POSITIVE_INFINITY);
        }
        return size;
    }
}
