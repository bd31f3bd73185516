package io.tender.extender.server;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that an extender can have a say in. Override what you care about: a hook that is not overridden has no opinion, and the
 * verbs that need it are not served, so that a scheduler that asks for them is told.
 *
 * <p>Hooks are called by many threads at once, often several times for the same thing; those that answer a question must not
 * change anything (see {@link Ledger} for what does). What a hook throws is logged, and the scheduler is told in its own way
 * that no answer could be found.
 */
public interface Policy {

    /** The hooks by name; each has the method of the same meaning. */
    enum Hook {
        PREDICATE,
        PRIORITIZE,
        ORDER,
        AHEAD,
        PREEMPTABLE,
        RECLAIMABLE,
        PREEMPT,
        ENQUEUEABLE,
        ENQUEUED,
        OVERUSED,
        READY,
        ALLOCATED,
        DEALLOCATED,
        BIND,
        COMMITTED,
        ABORTED,
        SESSION_OPENED,
        SESSION_CLOSED
    }

    /** Which hooks are overridden, found out by looking at the class. */
    default Set<Hook> hooks() {
        return OverriddenHooks.of(getClass());
    }

    /** Whether a task fits an agent. Asked for each pair that everything else lets through. */
    default Verdict predicate(Task task, Agent agent) {
        return Verdict.fits();
    }

    /** How good each agent is for a task. Asked once per task that fits several. */
    default Scores prioritize(Task task, List<Agent> agents) {
        return Scores.none();
    }

    /**
     * In which order a scheduler of services tries the hosts of its offers; those left out are not tried. If it is not
     * overridden, the order is that of the scores, without what the predicate refuses.
     *
     * <p>To leave out all of them is heard as such by Aurora, and by Tender with {@code http_offer_set_empty_answer: filter};
     * otherwise Tender takes it for "I do not know", and tries them in its native order.
     */
    default List<Offer> order(Task task, List<Offer> offers) {
        return offers;
    }

    /**
     * What will hold once one, two, … more tasks of this kind are on the agent, as far as it is known; at most so many. Asked
     * only by Tender with {@code askAhead}, and only about agents that the task fits now.
     */
    default List<Outlook> ahead(Task task, Agent agent, int most) {
        return List.of();
    }

    /** Which tasks of an agent may be evicted for one of the same queue. */
    default Victims preemptable(Task evictor, List<Task> evictees) {
        return Victims.abstain();
    }

    /** Which tasks of an agent may be evicted for one of another queue. */
    default Victims reclaimable(Task evictor, List<Task> evictees) {
        return Victims.abstain();
    }

    /**
     * On which agents room may be made, as kube-scheduler asks it; what is left out is not considered. A candidate that came
     * with victims and is left without any is a mistake: leave out the whole candidate instead. If it is not overridden, an agent is left out unless {@link #preemptable} lets all of its victims go, since with fewer of them there
     * might not be room.
     */
    default List<Candidate> preempt(Task task, List<Candidate> candidates) {
        return candidates;
    }

    /** Whether a job is admitted. */
    default Vote enqueueable(Job job) {
        return Vote.abstain();
    }

    /** A job was admitted. */
    default void enqueued(Job job) {}

    /** Whether a queue has more than its due, so that it gets nothing more for now. */
    default boolean overused(Queue queue) {
        return false;
    }

    /** Whether a job may start with the tasks that have a place. Asked several times per job. */
    default boolean ready(Job job) {
        return true;
    }

    /**
     * A task was placed on {@link Task#agent}, tentatively.
     *
     * @return why that cannot be, which undoes it; empty if it can
     */
    default Optional<String> allocated(Task task) {
        return Optional.empty();
    }

    /** A task was evicted, or its placement undone. */
    default void deallocated(Task task) {}

    /**
     * Does what is to be done here when a task is bound, once and for good; to be asked again for the same task and agent is
     * usual, and must find the same answer.
     *
     * <p>kube-scheduler leaves all of it to whoever it asks: this hook itself must create the Binding at the API server, and
     * without that the pod runs nowhere. It sends the pod's name, namespace and uid and the node's name, and nothing else; the
     * agent is known by its name alone unless {@link ExtenderServer.Builder#agents} finds it.
     *
     * @return why it was not done; empty if it was
     */
    default Optional<String> bind(Task task, Agent agent) {
        return Optional.empty();
    }

    /** These placements became real. */
    default void committed(List<Task> tasks) {}

    /** These placements came to nothing. */
    default void aborted(List<Task> tasks) {}

    /**
     * A session opens.
     *
     * @return false if the snapshot holds changes to one that is not known here: then all of it is sent
     */
    default boolean sessionOpened(Snapshot snapshot) {
        return true;
    }

    /** A session closes; real Volcano does not say which. */
    default void sessionClosed(Optional<String> session) {}
}
