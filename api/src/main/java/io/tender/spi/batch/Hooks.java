package io.tender.spi.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The hooks a plugin offers for one session; each kind may be given several times. */
public final class Hooks {
    private final Map<HookKind<?>, List<Object>> hooks = new HashMap<>();
    private final Map<HookKind<?>, List<Object>> firm = new HashMap<>();

    private Hooks() {}

    public static Hooks none() {
        return new Hooks();
    }

    /** All of one kind, in the order they were given. */
    public <H> List<H> of(HookKind<H> kind) {
        return listed(hooks, kind);
    }

    /** Those of one kind that hold although its switch is off. */
    public <H> List<H> firmOf(HookKind<H> kind) {
        return listed(firm, kind);
    }

    private static <H> List<H> listed(Map<HookKind<?>, List<Object>> hooks, HookKind<H> kind) {
        return hooks.getOrDefault(kind, List.of()).stream()
                .map(kind.type()::cast)
                .toList();
    }

    /** Offers a hook of a kind; the methods below say the same in plainer words. */
    public <H> Hooks add(HookKind<H> kind, H hook) {
        hooks.computeIfAbsent(kind, unused -> new ArrayList<>()).add(hook);
        return this;
    }

    /**
     * Offers a hook that no switch of the settings turns off: for a plugin that must refuse because something else than this
     * question has failed. A switch says what it is asked, not what happens when it cannot be asked at all.
     */
    public <H> Hooks firm(HookKind<H> kind, H hook) {
        firm.computeIfAbsent(kind, unused -> new ArrayList<>()).add(hook);
        return add(kind, hook);
    }

    public Hooks jobOrder(JobOrder hook) {
        return add(HookKind.JOB_ORDER, hook);
    }

    public Hooks queueOrder(QueueOrder hook) {
        return add(HookKind.QUEUE_ORDER, hook);
    }

    public Hooks taskOrder(TaskOrder hook) {
        return add(HookKind.TASK_ORDER, hook);
    }

    public Hooks subJobOrder(SubJobOrder hook) {
        return add(HookKind.SUB_JOB_ORDER, hook);
    }

    public Hooks victimQueueOrder(VictimQueueOrder hook) {
        return add(HookKind.VICTIM_QUEUE_ORDER, hook);
    }

    public Hooks jobValid(JobValid hook) {
        return add(HookKind.JOB_VALID, hook);
    }

    public Hooks jobEnqueueable(JobEnqueueable hook) {
        return add(HookKind.JOB_ENQUEUEABLE, hook);
    }

    public Hooks jobEnqueued(JobEnqueued hook) {
        return add(HookKind.JOB_ENQUEUED, hook);
    }

    public Hooks jobPipelined(JobPipelined hook) {
        return add(HookKind.JOB_PIPELINED, hook);
    }

    public Hooks subJobPipelined(SubJobPipelined hook) {
        return add(HookKind.SUB_JOB_PIPELINED, hook);
    }

    public Hooks jobReady(JobReady hook) {
        return add(HookKind.JOB_READY, hook);
    }

    public Hooks subJobReady(SubJobReady hook) {
        return add(HookKind.SUB_JOB_READY, hook);
    }

    public Hooks jobStarving(JobStarving hook) {
        return add(HookKind.JOB_STARVING, hook);
    }

    public Hooks overused(Overused hook) {
        return add(HookKind.OVERUSED, hook);
    }

    public Hooks preemptive(Preemptive hook) {
        return add(HookKind.PREEMPTIVE, hook);
    }

    public Hooks allocatable(Allocatable hook) {
        return add(HookKind.ALLOCATABLE, hook);
    }

    public Hooks prePredicate(PrePredicate hook) {
        return add(HookKind.PRE_PREDICATE, hook);
    }

    public Hooks predicate(Predicate hook) {
        return add(HookKind.PREDICATE, hook);
    }

    public Hooks batchPredicate(BatchPredicate hook) {
        return add(HookKind.BATCH_PREDICATE, hook);
    }

    public Hooks nodeOrder(NodeOrder hook) {
        return add(HookKind.NODE_ORDER, hook);
    }

    public Hooks batchNodeOrder(BatchNodeOrder hook) {
        return add(HookKind.BATCH_NODE_ORDER, hook);
    }

    public Hooks nodeMap(NodeMap hook) {
        return add(HookKind.NODE_MAP, hook);
    }

    public Hooks nodeReduce(NodeReduce hook) {
        return add(HookKind.NODE_REDUCE, hook);
    }

    public Hooks bestNode(BestNode hook) {
        return add(HookKind.BEST_NODE, hook);
    }

    public Hooks preemptable(Evictable hook) {
        return add(HookKind.PREEMPTABLE, hook);
    }

    public Hooks reclaimable(Evictable hook) {
        return add(HookKind.RECLAIMABLE, hook);
    }

    public Hooks unifiedEvictable(UnifiedEvictable hook) {
        return add(HookKind.UNIFIED_EVICTABLE, hook);
    }

    public Hooks victimTasks(VictimTasks hook) {
        return add(HookKind.VICTIM_TASKS, hook);
    }

    public Hooks hyperNodeOrder(HyperNodeOrder hook) {
        return add(HookKind.HYPER_NODE_ORDER, hook);
    }

    public Hooks hyperNodeGradient(HyperNodeGradient hook) {
        return add(HookKind.HYPER_NODE_GRADIENT, hook);
    }

    public Hooks subJobGradient(SubJobGradient hook) {
        return add(HookKind.SUB_JOB_GRADIENT, hook);
    }

    public Hooks allocateHandler(AllocateHandler hook) {
        return add(HookKind.ALLOCATE_HANDLER, hook);
    }

    public Hooks deallocateHandler(DeallocateHandler hook) {
        return add(HookKind.DEALLOCATE_HANDLER, hook);
    }

    public Hooks binder(Binder hook) {
        return add(HookKind.BINDER, hook);
    }

    public Hooks outcomeListener(OutcomeListener hook) {
        return add(HookKind.OUTCOME_LISTENER, hook);
    }

    public Hooks simulateAddTask(SimulateTask hook) {
        return add(HookKind.SIMULATE_ADD_TASK, hook);
    }

    public Hooks simulateRemoveTask(SimulateTask hook) {
        return add(HookKind.SIMULATE_REMOVE_TASK, hook);
    }

    public Hooks jobSplit(JobSplit hook) {
        return add(HookKind.JOB_SPLIT, hook);
    }

    public Hooks witness(Witness hook) {
        return add(HookKind.WITNESS, hook);
    }
}
