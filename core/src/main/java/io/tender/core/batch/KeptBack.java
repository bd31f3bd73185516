package io.tender.core.batch;

import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.HookKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs that a session kept back for a reason that more room would not change: an invalid job, or one that was not admitted
 * or whose queue may take no more, though all that it lacks was there or will never be.
 */
public final class KeptBack {
    private static final Set<String> BEFORE_ANY_NODE =
            Set.of(HookKind.ALLOCATABLE.name(), HookKind.PRE_PREDICATE.name());

    private final SessionResult result;
    private final Snapshot seen;
    private final BatchCluster cluster;
    private final List<JobId> invalid = new ArrayList<>();
    private final List<JobId> others = new ArrayList<>();

    /** @param seen what the session was about */
    public KeptBack(SessionResult result, Snapshot seen, BatchCluster cluster) {
        this.result = result;
        this.seen = seen;
        this.cluster = cluster;
        Set<JobId> served = new HashSet<>();
        result.binds().forEach(bind -> served.add(bind.job()));
        result.evictions().stream()
                .filter(evict -> !evict.beneficiary().isEmpty())
                .forEach(evict -> served.add(JobId.parse(evict.beneficiary())));
        result.promised().keySet().forEach(task -> cluster.jobOf(task).ifPresent(served::add));
        for (JobRecord job : seen.jobs()) {
            JobId id = job.job().id();
            if (job.counts().of(TaskStatus.PENDING) > 0
                    && !served.contains(id)
                    && cluster.job(id).isPresent()) {
                look(job);
            }
        }
    }

    /** All that a reason other than room kept back, whether or not there was room for them. */
    public Set<JobId> refused() {
        Set<JobId> refused = new HashSet<>(invalid);
        refused.addAll(others);
        return refused;
    }

    /**
     * Those for whom there was room, or could never be more than there was.
     *
     * @param capacity what all agents have
     */
    public List<JobId> inSpiteOfRoom(Capacity capacity) {
        List<JobId> jobs = new ArrayList<>(invalid);
        if (!others.isEmpty()) {
            ResourceList room = room();
            for (JobId id : others) {
                ResourceList lacks = result.ignored().leave(cluster.lacks(id).without(ResourceList.PODS));
                if (room.covers(lacks) || (capacity.isKnown() && !capacity.covers(lacks))) {
                    jobs.add(id);
                }
            }
        }
        return jobs;
    }

    private void look(JobRecord job) {
        JobId id = job.job().id();
        Optional<Explanations.OfJob> said = result.explanations().job(id);
        if (said.isPresent() && isRefused(said.get(), HookKind.JOB_VALID)) {
            invalid.add(id);
        } else if (isRefusedWhateverTheRoom(job, said)) {
            others.add(id);
        }
    }

    private static boolean isRefused(Explanations.OfJob said, HookKind<?> question) {
        return said.refusals().stream().anyMatch(refusal -> refusal.question().equals(question.name()));
    }

    private boolean isRefusedWhateverTheRoom(JobRecord job, Optional<Explanations.OfJob> said) {
        if (said.isPresent() && !said.get().fits().isEmpty()) {
            return false;
        }
        return result.explanations().queues().containsKey(job.job().queue())
                || (said.isPresent()
                        && (isRefused(said.get(), HookKind.JOB_ENQUEUEABLE) || isRefusedBeforeAnyNode(said.get())));
    }

    private static boolean isRefusedBeforeAnyNode(Explanations.OfJob said) {
        return !said.tasks().isEmpty()
                && said.tasks().values().stream().allMatch(refusal -> BEFORE_ANY_NODE.contains(refusal.question()));
    }

    private ResourceList room() {
        ResourceList room = ResourceList.empty();
        for (NodeRecord node : seen.nodes()) {
            room = node.node().unschedulable() ? room : room.plus(node.idle());
        }
        return room;
    }
}
