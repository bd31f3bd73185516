package io.tender.spi.framework;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.service.OfferId;
import io.tender.model.service.TaskId;
import java.util.List;

/**
 * What a level-2 scheduler can ask of the master.
 *
 * <p>Every call returns at once; what becomes of it comes back as an event on a later turn of the scheduler: a launch
 * from an offer that is gone as a task that is LOST, a kill as a task that ended. A call never calls back within itself.
 */
public interface Master {

    /**
     * Uses up offers of one agent: starts the tasks and gives back what they leave.
     *
     * @param filters how long the rest is not to be offered again
     */
    void accept(List<OfferId> offers, List<Launch> launches, Filters filters);

    /** Gives offers back, not to be offered again for the length of the filters. */
    void decline(List<OfferId> offers, Filters filters);

    /** Asks for no more offers until {@link #revive}. */
    void suppress();

    /** Asks for offers again and forgets all filters. */
    void revive();

    /** Asks a task to end. A task the master does not know is reported as LOST. */
    void kill(TaskId task);

    /** Asks for the present status of these tasks; one the master does not know is reported as LOST. */
    void reconcile(List<TaskId> tasks);

    /** Agrees to leave an agent before its maintenance begins. */
    void acceptInverseOffer(AgentId agent);
}
