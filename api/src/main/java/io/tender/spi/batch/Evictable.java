package io.tender.spi.batch;

import java.util.List;

/**
 * Which tasks of one node may be evicted for another. The same shape serves preemption within a queue, reclaim between queues
 * and eviction by gangs. Combined: within a tier each is asked about those whom the ones before it let go, all of them to begin
 * with, and an empty list is a veto; a veto ends the question, and otherwise the first tier with an opinion decides. Between queues
 * it goes on with what the tier has left, until every tier was heard.
 *
 * <p>The tasks come in the order in which they would go, the lowest first: who lets only some of them go takes the first. To who
 * {@link #judgesEach} by itself they may come in any order, which spares sorting them where he lets nobody go.
 */
@FunctionalInterface
public interface Evictable {
    Victims victims(TaskView evictor, List<TaskView> evictees);

    /** Whether what it says of a task depends on that task and the evictor alone. */
    default boolean judgesEach() {
        return false;
    }

    /** One that says of each task the same whoever else is asked about. */
    static Evictable each(Evictable judge) {
        return new Evictable() {
            @Override
            public Victims victims(TaskView evictor, List<TaskView> evictees) {
                return judge.victims(evictor, evictees);
            }

            @Override
            public boolean judgesEach() {
                return true;
            }
        };
    }
}
