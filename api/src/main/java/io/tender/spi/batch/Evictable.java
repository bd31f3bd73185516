package io.tender.spi.batch;

import java.util.List;

/**
 * Which tasks of one node may be evicted for another. The same shape serves preemption within a queue, reclaim between queues
 * and eviction by gangs. Combined: within a tier, the lists of all who do not abstain are intersected, and an empty list is a
 * veto of the tier; a veto ends the question, and otherwise the first tier with an opinion decides.
 */
@FunctionalInterface
public interface Evictable {
    Victims victims(TaskView evictor, List<TaskView> evictees);
}
