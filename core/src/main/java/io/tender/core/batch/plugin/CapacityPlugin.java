package io.tender.core.batch.plugin;

import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.PluginSetup;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.Victims;

/** Holds queues to given shares: never above the capability, reclaimable beyond what is deserved. */
final class CapacityPlugin implements BatchPlugin {
    private static final String ANCESTORS = "ancestorReclaimLevel";

    private final boolean hierarchy;
    private final int ancestorLevel;

    CapacityPlugin(Arguments arguments, PluginSetup setup) {
        hierarchy = setup.hierarchy();
        int level = arguments.integer(ANCESTORS, 0);
        if (level < 0) {
            arguments.problem(ANCESTORS, level, "0 or more");
        }
        ancestorLevel = Math.max(0, level);
        Unsupported.refuse(arguments, "capacity.DynamicResourceAllocationEnable");
        Unsupported.refuse(arguments, "capacity.DRAConsumableCapacityEnable");
    }

    @Override
    public Hooks open(SessionView session) {
        QueueTree tree = new QueueTree(session, hierarchy);
        CapacityRules rules = new CapacityRules(tree, hierarchy ? ancestorLevel : 0);
        return Hooks.none()
                .queueOrder(rules::compare)
                .victimQueueOrder(rules::compareVictims)
                .reclaimable((evictor, evictees) -> rules.victims(evictor.job(), evictees))
                .unifiedEvictable((eviction, candidates) ->
                        eviction.reclaim() ? rules.victims(eviction.job(), candidates) : Victims.abstain())
                .allocatable(rules::mayAllocate)
                .preemptive(rules::mayReclaim)
                .jobEnqueueable(rules::vote)
                .jobEnqueued(tree::reserve)
                .allocateHandler(task -> {
                    tree.change(task, true);
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> tree.change(task, false))
                .simulateAddTask((task, node) -> tree.change(task, true))
                .simulateRemoveTask((task, node) -> tree.change(task, false));
    }
}
