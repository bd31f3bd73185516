package io.tender.spi.offers;

import io.tender.model.AgentId;
import io.tender.model.service.HostOffer;
import io.tender.model.service.OfferId;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Holds the offers of a service scheduler and says in which order they are tried.
 *
 * <p><b>When it is called.</b> {@link #add} when an offer arrives, and again when its machine's attributes or
 * maintenance changed (after {@link #remove} of the old one). {@link #remove} when an offer is used, rescinded, or
 * declined because it was held long enough. {@link #clear} when the master is lost. {@link #getOrdered} once for each
 * scheduling attempt, however many tasks the attempt places; never by preemption, and never for a task whose machine is
 * kept for it by an update. An attempt that has nothing to order may leave the call out.
 *
 * <p><b>Identity.</b> An offer is what its id says. The scheduler never adds two offers of one agent, nor an id twice.
 * Two different offers are never merged, however alike their machines are.
 *
 * <p><b>Threads.</b> A set that does not wait ({@link #waits} false) is called on the scheduler's turns only, one call
 * at a time, and every call returns at once. Its answer is iterated lazily, and may be given up half-way; the set may
 * be added to and removed from while it is iterated. A set that waits (true, for example because it asks a service over
 * HTTP) is asked for an order on another thread, while add, remove, clear, size and values go on on the scheduler's
 * turns; nothing is locked or held meanwhile. It must therefore be safe to call from several threads, and must come
 * back within a deadline of its own; the scheduler stops listening after the setting {@code offer_set_answer_timeout}.
 *
 * <p><b>What the answer may contain.</b> A subset is fine: what is left out is not tried in this attempt, and counted.
 * Offers that have vanished since, offers that were never held, and repetitions are ignored. Vetoes are checked by the
 * scheduler whatever the set says.
 *
 * <p><b>What happens when it throws.</b> A failing {@link #getOrdered}, or a failing iteration of its answer, is counted
 * and the attempt uses the native order, unless {@link #unanswered} says otherwise; so is an answer that comes too late. A failing add, remove or clear is counted and otherwise ignored; the scheduler
 * keeps books of its own.
 */
public interface OfferSet {

    /**
     * Called once, before any other call, when the set takes its place: on reload, the set it replaces has been closed by
     * then, and what the two cannot share, such as the names of metrics, is free. A set that throws is used all the same.
     */
    default void begin() {}

    /** Takes in an offer. */
    void add(HostOffer offer);

    /** Lets an offer go, by its id. One that is not there is no error. */
    void remove(HostOffer offer);

    /** How many offers are held; costs the same however many there are. */
    int size();

    /** Lets everything go. */
    void clear();

    /** All offers in any order, for listings; never used for placement. */
    Collection<HostOffer> values();

    /** The offers to try for this group of tasks, best first; never null. See above for all that may happen to it. */
    Iterable<HostOffer> getOrdered(OfferQuery query);

    /**
     * Lets a set that waits do what its answer needs where the offers have just been looked at: called on the scheduler's turns,
     * right before it is asked elsewhere; returns at once, and asks nobody. What it returns is what {@link #getOrdered} is called
     * with, and says the same as the query; the set may have it carry whatever it likes. If it throws, that is counted, and the
     * query is asked as it was.
     */
    default OfferQuery prepared(OfferQuery query) {
        return query;
    }

    /**
     * Why offers are not in the answer to an attempt, as far as the set can say; those it does not name were left out without a
     * reason. Asked at most once per attempt, on the scheduler's turns, right after its answer was walked and only if tasks are
     * left without a place; returns at once, and asks nobody. It is shown to whoever asks why a task waits, and a machine that
     * is hopeless for a group is not emptied for it for a while. A failure is counted and otherwise ignored.
     */
    default Map<OfferId, Objection> objections(long attempt) {
        return Map.of();
    }

    /**
     * What is said of all offers where nothing may be placed without the set: an attempt in which it fails, or answers too late, then
     * tries none of them, with these words. Empty, as it is unless overridden, if the native order may serve instead. Asked on the
     * scheduler's turns once it has failed; returns at once, and asks nobody. If it throws, that is counted, and the native order
     * serves. Experimental.
     *
     * @param request what each task of the group takes
     */
    default Optional<Objection> unanswered(TaskGroupKey group, ResourceBundle request) {
        return Optional.empty();
    }

    /**
     * Whether it has a say in who is evicted ({@link #evictable}). Always the same answer. Only a set that waits can have one:
     * the scheduler asks it elsewhere.
     */
    default boolean reviewsEvictions() {
        return false;
    }

    /**
     * Which of these machines may be emptied for a group, and of whom. Asked before anybody is evicted for a group that finds no
     * place, elsewhere as {@link #getOrdered} is, at most once at a time for a group, and only if {@link #reviewsEvictions}. A
     * machine that the answer does not name is left alone; where it names one, nobody is evicted but those it names, and no more
     * of them than are needed. Names of tasks that may not be evicted are passed over. If it throws, or answers too late, nobody
     * is evicted this time. Experimental.
     */
    default Map<AgentId, Set<TaskId>> evictable(EvictionQuery query) {
        return query.unchanged();
    }

    /**
     * Told that somebody is about to be evicted for a group, if it has no say in that: for sets that try something out. Called on
     * the scheduler's turns, returns at once; a failure is counted and otherwise ignored. Experimental.
     *
     * @param query all machines that were found; made when it is asked for, which it may be until the call returns
     */
    default void evicting(Supplier<EvictionQuery> query) {}

    /**
     * Whether it is asked before tasks of a group start ({@link #bind}). Asked on the scheduler's turns when places were found for
     * some of them; returns at once. Only a set that waits is asked to bind.
     *
     * @param request what each task of the group takes
     */
    default boolean binds(TaskGroupKey group, ResourceBundle request) {
        return false;
    }

    /**
     * Does what has to be done before these tasks start on this offer, such as attaching a device, and says which of them must
     * not, and why. Asked elsewhere as {@link #getOrdered} is, and only if {@link #binds}; about a task at most once at a time,
     * and nobody else gets the offer meanwhile. A task that the answer does not name is started by the master. One that it names
     * waits again, as all of them do if it throws or answers too late: the next attempt may come back with the same task, for the
     * same machine or another, so what was done for the first place has to be undone or found again then. A task may also end,
     * and its offer may be taken back by the master, while it is asked. Experimental.
     */
    default Map<TaskId, Objection> bind(BindQuery query) {
        return Map.of();
    }

    /** Whether {@link #getOrdered} may have to wait for somebody; see <b>Threads</b> above. Always the same answer. */
    default boolean waits() {
        return false;
    }

    /**
     * Lets go of threads, connections and the like. Called once: when the scheduler that uses the set is closed, or on reload
     * when another takes its place. A set that waits may still be answering then; what it answers is used if it comes in time.
     */
    default void close() {}
}
