package io.tender.spi.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A kind of question, the type that answers it, and the switch of the settings that turns a plugin's answers off.
 *
 * @param <H> the hook
 */
public final class HookKind<H> {
    private static final List<HookKind<?>> ALL = new ArrayList<>();

    public static final HookKind<JobOrder> JOB_ORDER = new HookKind<>("jobOrder", JobOrder.class, "enableJobOrder");
    public static final HookKind<QueueOrder> QUEUE_ORDER =
            new HookKind<>("queueOrder", QueueOrder.class, "enableQueueOrder");
    public static final HookKind<TaskOrder> TASK_ORDER =
            new HookKind<>("taskOrder", TaskOrder.class, "enableTaskOrder");
    public static final HookKind<SubJobOrder> SUB_JOB_ORDER =
            new HookKind<>("subJobOrder", SubJobOrder.class, "enabledSubJobOrder");
    public static final HookKind<VictimQueueOrder> VICTIM_QUEUE_ORDER =
            new HookKind<>("victimQueueOrder", VictimQueueOrder.class, "");
    public static final HookKind<JobValid> JOB_VALID = new HookKind<>("jobValid", JobValid.class, "");
    public static final HookKind<JobEnqueueable> JOB_ENQUEUEABLE =
            new HookKind<>("jobEnqueueable", JobEnqueueable.class, "enableJobEnqueued");
    public static final HookKind<JobEnqueued> JOB_ENQUEUED =
            new HookKind<>("jobEnqueued", JobEnqueued.class, "enableJobEnqueued");
    public static final HookKind<JobPipelined> JOB_PIPELINED =
            new HookKind<>("jobPipelined", JobPipelined.class, "enableJobPipelined");
    public static final HookKind<SubJobPipelined> SUB_JOB_PIPELINED =
            new HookKind<>("subJobPipelined", SubJobPipelined.class, "enabledSubJobPipelined");
    public static final HookKind<JobReady> JOB_READY = new HookKind<>("jobReady", JobReady.class, "enableJobReady");
    public static final HookKind<SubJobReady> SUB_JOB_READY =
            new HookKind<>("subJobReady", SubJobReady.class, "enabledSubJobReady");
    public static final HookKind<JobStarving> JOB_STARVING =
            new HookKind<>("jobStarving", JobStarving.class, "enableJobStarving");
    public static final HookKind<Overused> OVERUSED = new HookKind<>("overused", Overused.class, "enabledOverused");
    public static final HookKind<Preemptive> PREEMPTIVE =
            new HookKind<>("preemptive", Preemptive.class, "enablePreemptive");
    public static final HookKind<Allocatable> ALLOCATABLE =
            new HookKind<>("allocatable", Allocatable.class, "enabledAllocatable");
    public static final HookKind<PrePredicate> PRE_PREDICATE =
            new HookKind<>("prePredicate", PrePredicate.class, "enablePredicate");
    public static final HookKind<Predicate> PREDICATE = new HookKind<>("predicate", Predicate.class, "enablePredicate");
    public static final HookKind<BatchPredicate> BATCH_PREDICATE =
            new HookKind<>("batchPredicate", BatchPredicate.class, "enablePredicate");
    public static final HookKind<NodeOrder> NODE_ORDER =
            new HookKind<>("nodeOrder", NodeOrder.class, "enableNodeOrder");
    public static final HookKind<BatchNodeOrder> BATCH_NODE_ORDER =
            new HookKind<>("batchNodeOrder", BatchNodeOrder.class, "enableNodeOrder");
    public static final HookKind<NodeMap> NODE_MAP = new HookKind<>("nodeMap", NodeMap.class, "enableNodeOrder");
    public static final HookKind<NodeReduce> NODE_REDUCE =
            new HookKind<>("nodeReduce", NodeReduce.class, "enableNodeOrder");
    public static final HookKind<BestNode> BEST_NODE = new HookKind<>("bestNode", BestNode.class, "enableBestNode");
    public static final HookKind<Evictable> PREEMPTABLE =
            new HookKind<>("preemptable", Evictable.class, "enablePreemptable");
    public static final HookKind<Evictable> RECLAIMABLE =
            new HookKind<>("reclaimable", Evictable.class, "enableReclaimable");
    public static final HookKind<UnifiedEvictable> UNIFIED_EVICTABLE =
            new HookKind<>("unifiedEvictable", UnifiedEvictable.class, "");
    public static final HookKind<VictimTasks> VICTIM_TASKS =
            new HookKind<>("victimTasks", VictimTasks.class, "enabledVictim");
    public static final HookKind<HyperNodeOrder> HYPER_NODE_ORDER =
            new HookKind<>("hyperNodeOrder", HyperNodeOrder.class, "enabledHyperNodeOrder");
    public static final HookKind<HyperNodeGradient> HYPER_NODE_GRADIENT =
            new HookKind<>("hyperNodeGradient", HyperNodeGradient.class, "enabledHyperNodeGradient");
    public static final HookKind<SubJobGradient> SUB_JOB_GRADIENT =
            new HookKind<>("subJobGradient", SubJobGradient.class, "enabledHyperNodeGradient");
    public static final HookKind<AllocateHandler> ALLOCATE_HANDLER =
            new HookKind<>("allocateHandler", AllocateHandler.class, "");
    public static final HookKind<DeallocateHandler> DEALLOCATE_HANDLER =
            new HookKind<>("deallocateHandler", DeallocateHandler.class, "");
    public static final HookKind<Binder> BINDER = new HookKind<>("binder", Binder.class, "");
    public static final HookKind<OutcomeListener> OUTCOME_LISTENER =
            new HookKind<>("outcomeListener", OutcomeListener.class, "");
    public static final HookKind<SimulateTask> SIMULATE_ADD_TASK =
            new HookKind<>("simulateAddTask", SimulateTask.class, "");
    public static final HookKind<SimulateTask> SIMULATE_REMOVE_TASK =
            new HookKind<>("simulateRemoveTask", SimulateTask.class, "");
    public static final HookKind<JobSplit> JOB_SPLIT = new HookKind<>("jobSplit", JobSplit.class, "");
    public static final HookKind<Witness> WITNESS = new HookKind<>("witness", Witness.class, "");

    private final String name;
    private final Class<H> type;
    private final String enableSwitch;

    private HookKind(String name, Class<H> type, String enableSwitch) {
        this.name = name;
        this.type = type;
        this.enableSwitch = enableSwitch;
        ALL.add(this);
    }

    /** Every kind there is. */
    public static List<HookKind<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    public String name() {
        return name;
    }

    public Class<H> type() {
        return type;
    }

    /** The switch that turns it off; some kinds have none. */
    public Optional<String> enableSwitch() {
        return enableSwitch.isEmpty() ? Optional.empty() : Optional.of(enableSwitch);
    }

    @Override
    public String toString() {
        return name;
    }
}
