package io.tender.core.batch;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.HyperNode;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.Queue;
import io.tender.model.batch.ResourceList;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a session knows of the cluster. Immutable; two snapshots in a row share what did not change.
 *
 * @param nodes by name
 * @param jobs by id
 * @param queues by name
 * @param awaited nodes on which room was freed that has not come back yet
 * @param pauses until when nobody is evicted for jobs, since it was in vain
 * @param undone what came to nothing of that which earlier sessions decided, and plugins were told of
 */
public record Snapshot(
        List<NodeRecord> nodes,
        List<JobRecord> jobs,
        List<Queue> queues,
        List<HyperNode> hyperNodes,
        List<NamespaceQuota> quotas,
        List<DisruptionBudget> budgets,
        ResourceList total,
        Set<String> awaited,
        Map<JobId, Instant> pauses,
        List<Undone> undone) {

    /** The same for a session that also hears what came to nothing. */
    public Snapshot telling(List<Undone> placements) {
        return new Snapshot(
                nodes, jobs, queues, hyperNodes, quotas, budgets, total, awaited, pauses, List.copyOf(placements));
    }
}
