package io.tender.spi;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/**
 * Level 1: decides which framework is offered which agent's resources.
 *
 * <p>The allocator is told of every change and calls back with offers. It is only ever called on its host's turns, one
 * call at a time; it returns at once and never waits. What it decides, it decides in <em>runs</em>: periodic ones over
 * all agents, and event-driven ones over the agents concerned, which are coalesced: a run is queued behind what is
 * already queued, and while one is queued further causes only add agents to it.
 *
 * <p>Causes of a run: {@link #addFramework} (if active), {@link #activateFramework} and {@link #reviveOffers} over all
 * agents; {@link #addAgent}, a real change by {@link #updateAgent}, and {@link #updateUnavailability} over that agent.
 * Nothing else causes one, unless an option says so. While paused, causes and ticks are lost, not remembered.
 *
 * <p><b>Words.</b> What is <em>held</em> has been offered to a framework or is used by it. What is <em>used</em>
 * (Mesos: really allocated) belongs to a task or an operation. A role is <em>tracked</em> for a framework while the
 * framework subscribes to it or holds something under it.
 *
 * <p><b>Refusals.</b> A call that breaks the contract throws {@link AllocatorRefusal} and changes nothing. Every method
 * but {@link #initialize} and {@link #metrics} is refused with NOT_INITIALIZED before initialization. A method that
 * returns a future fails the future instead. Amounts beyond {@link Amounts} are refused with TOO_LARGE wherever they
 * come in: agents' totals, what is used, conversions, guarantees.
 *
 * <p>A table in {@code docs/allocator.md} maps each method to its Mesos name; {@code docs/compatibility.md} lists every
 * known deviation.
 */
public interface Allocator {

    /**
     * Stores the options and callbacks and starts the periodic runs: one interval after the end of each run the next
     * one begins. Must come first and only once (ALREADY_INITIALIZED).
     */
    void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers);

    /**
     * Restores quotas after a fail-over and, if there are any, holds offers back until enough agents have come back.
     *
     * <p>The hold ends as soon as {@code floor(expectedAgentCount × agentRecoveryFactor)} agents are known, or after
     * the recovery time-out; a target of zero never holds. Reaching the target offers the last agent at once and the
     * others at the next tick; the time-out by itself starts nothing. {@link #pause} and {@link #resume} do not end the
     * hold. Without quotas nothing happens at all.
     *
     * <p>Refused: RECOVERY_TOO_LATE once an agent is known, NEGATIVE_COUNT, NESTED_QUOTA.
     */
    void recover(int expectedAgentCount, Map<Role, Quota> quotas);

    /**
     * Adds a framework; an active one gets offers from a run over all agents.
     *
     * <p>What the framework holds on known agents is what those agents were added with; {@code used} is what the
     * framework's side believes and is not counted a second time, so frameworks and agents may arrive in either order.
     * A role that is suppressed in the options gets no offers until it is revived.
     *
     * <p>Refused: FRAMEWORK_EXISTS; UNSUBSCRIBED_ROLE if a suppressed role is not subscribed; NOT_ONE_ROLE if something
     * in {@code used} carries no allocation role.
     */
    void addFramework(FrameworkInfo framework, Map<AgentId, Resources> used, boolean active, FrameworkOptions options);

    /**
     * Removes a framework. All it holds becomes free, its filters and answers vanish. Starts no run, unless the option
     * {@code allocateWhenFreed} is on. What was marked as used stays marked until it is recovered as such or the agent
     * goes. Refused: UNKNOWN_FRAMEWORK.
     */
    void removeFramework(FrameworkId framework);

    /**
     * Makes a framework eligible in all its roles that are not suppressed, and starts a run over all agents. Refused:
     * UNKNOWN_FRAMEWORK.
     */
    void activateFramework(FrameworkId framework);

    /**
     * Ends a framework's eligibility. Its holdings stay charged, its suppressed roles stay suppressed, all its filters,
     * for offers and inverse offers, are dropped. Refused: UNKNOWN_FRAMEWORK.
     */
    void deactivateFramework(FrameworkId framework);

    /**
     * Replaces what a framework said of itself: roles, capabilities, minima, constraints, suppressed roles.
     *
     * <p>A role it leaves loses its filters and its suppression and stays tracked while something is held there. A role
     * that leaves the suppressed set and is still subscribed is revived: its filters and all inverse-offer filters are
     * dropped. Starts no run; offers for added and revived roles come with the next one.
     *
     * <p>Refused: UNKNOWN_FRAMEWORK; UNSUBSCRIBED_ROLE if a suppressed role is not among the new roles.
     */
    void updateFramework(FrameworkInfo framework, FrameworkOptions options);

    /**
     * Adds an agent and offers it.
     *
     * <p>Refused: AGENT_EXISTS; PAUSED while paused, unless a recovery is holding; NOT_ONE_ROLE if something used carries no
     * allocation role; DOMAIN_MISMATCH if the agent has a domain and the master has none.
     *
     * @param total all of the agent, reserved, volumes and revocable included; it may be less than what is used
     * @param used what tasks already use, per framework, each with its allocation role; frameworks that are not known
     *     yet are charged when they are added
     */
    void addAgent(
            AgentInfo agent,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used);

    /**
     * Removes an agent with everything held and used on it and all filters for it. Later recoveries for it are ignored.
     * Refused: UNKNOWN_AGENT.
     */
    void removeAgent(AgentId agent);

    /**
     * Replaces an agent's description and, where given, its total and capabilities. Only a real change has an effect; it
     * starts a run for the agent. Changed attributes drop all filters for the agent. A total below what is held is
     * legal: nothing is free until enough has come back. Refused: UNKNOWN_AGENT, DOMAIN_MISMATCH.
     */
    void updateAgent(AgentInfo agent, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities);

    /**
     * Adds a resource provider's resources to an agent's total, and what is used of them. Either may be empty. Starts no
     * run. Refused: UNKNOWN_AGENT, NOT_ONE_ROLE.
     */
    void addResourceProvider(AgentId agent, Resources total, Map<FrameworkId, Resources> used);

    /** Makes an agent's free resources eligible again, from the next run on. Refused: UNKNOWN_AGENT. */
    void activateAgent(AgentId agent);

    /**
     * Stops offers from an agent; it keeps its place in totals, shares, filters and inverse offers. Refused:
     * UNKNOWN_AGENT.
     */
    void deactivateAgent(AgentId agent);

    /**
     * Restricts offers to agents with these host names; empty: to all agents. An empty set stops all offers. Totals,
     * shares and inverse offers do not care. Starts no run.
     */
    void updateWhitelist(Optional<Set<String>> hostnames);

    /**
     * Tells what a framework would like. Ignored unless an option makes use of it: with {@code scarceNames}, naming a
     * scarce resource is asking for the agents that have it; with {@code honourRequests} the latest call
     * sets the framework's demand, and it is eligible only while it holds less than it held at the call plus the
     * demand, in some name; an empty list means that it wants nothing. {@link #reviveOffers} forgets the demand. An
     * unknown framework is ignored.
     */
    void requestResources(FrameworkId framework, List<ResourceRequest> requests);

    /**
     * Applies conversions to resources a framework holds, and to the agent's total. Conversions that consume nothing
     * (they only add a copy of a shared resource) leave the total alone. Each conversion keeps the quantities or removes
     * what it consumes. Starts no run.
     *
     * <p>Refused: UNKNOWN_FRAMEWORK, UNKNOWN_AGENT, NOT_ONE_ROLE, UNKNOWN_ROLE, NOT_HELD if {@code offered} is not held,
     * CONVERSION_FAILED.
     */
    void updateAllocation(
            FrameworkId framework, AgentId agent, Resources offered, List<ResourceConversion> conversions);

    /**
     * Applies an operator's operations to what is free on an agent, all or nothing. Shared resources somebody holds are
     * not free. The future fails with CONVERSION_FAILED and the reason if they do not apply, typically because the
     * resources are offered, or if what becomes of them is known only afterwards, as with {@link Operation.CreateDisk} and
     * {@link Operation.DestroyDisk}. Starts no run. Refused: UNKNOWN_AGENT.
     */
    CompletableFuture<Void> updateAvailable(AgentId agent, List<Operation> operations);

    /**
     * Sets or cancels an agent's maintenance. Answers, outstanding inverse offers and inverse-offer filters of the old
     * one are forgotten. Starts a run for the agent. Refused: UNKNOWN_AGENT.
     */
    void updateUnavailability(AgentId agent, Optional<Unavailability> unavailability);

    /**
     * A framework's answer to an inverse offer. The status is kept if an inverse offer is outstanding and ignored as
     * late otherwise. A filter keeps further inverse offers for the agent away for its length, which is not raised to
     * the allocation interval; without one the next run over the agent asks again.
     *
     * <p>Refused: UNKNOWN_FRAMEWORK, UNKNOWN_AGENT, NO_MAINTENANCE, UNKNOWN_ANSWER.
     */
    void updateInverseOffer(
            AgentId agent,
            FrameworkId framework,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters);

    /** The last answer per framework, with an entry, possibly empty, for each agent that has maintenance scheduled. */
    CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses();

    /**
     * Marks held resources as used. Feeds the quota consumption metric only; what is held does not change. Refused:
     * UNKNOWN_AGENT, NOT_ONE_ROLE if something carries no allocation role, NOT_HELD if with it more would be marked than
     * is held on the agent under the role.
     */
    void transitionOfferedToAllocated(AgentId agent, Resources resources);

    /**
     * Gives back what a framework held: a decline, the rest of an accept, a rescinded offer, the end of a task.
     *
     * <p>With filters of a length other than zero the framework is not offered, under that role, anything contained in
     * the given resources on this agent until the filter expires. The length is raised to the allocation interval. Starts
     * no run, unless the option {@code allocateWhenFreed} is on.
     *
     * <p>Empty resources, an unknown framework and an unknown agent are ignored: late calls are normal. If {@code used}
     * is true and the agent is known, the mark of {@link #transitionOfferedToAllocated} is removed even if the framework
     * is gone; and what the agent was added with for a framework that has not come yet is free again.
     *
     * <p>Refused: NOT_ONE_ROLE, NOT_HELD if more is given back than is held, or than is marked as used.
     */
    void recoverResources(
            FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used);

    /**
     * Stops offers to a framework under the given roles; none named: under all it subscribes to. Filters stay. Refused:
     * UNKNOWN_FRAMEWORK, UNSUBSCRIBED_ROLE.
     */
    void suppressOffers(FrameworkId framework, Set<Role> roles);

    /**
     * Ends the suppression of the given roles (none named: all), drops their filters and all inverse-offer filters of
     * the framework, and starts a run over all agents. Refused: UNKNOWN_FRAMEWORK, UNSUBSCRIBED_ROLE.
     */
    void reviveOffers(FrameworkId framework, Set<Role> roles);

    /**
     * Sets a role's guarantees and limits; {@link Quota#NONE} removes them. Holdings above a limit stay. Starts no run.
     * Refused: NESTED_QUOTA for a nested role, unless the option {@code nestedQuota} is on.
     */
    void updateQuota(Role role, Quota quota);

    /** Sets weights; roles that are not named keep theirs. All or nothing. Starts no run. Refused: BAD_WEIGHT. */
    void updateWeights(Map<Role, Double> weights);

    /** Stops all runs until {@link #resume}. Not counted: any number of pauses ends with one resume. */
    void pause();

    /** Ends a pause. Starts nothing by itself. */
    void resume();

    /** A snapshot of all metrics under their Mesos names; empty gauges are zero, also before initialization. */
    CompletableFuture<SortedMap<String, Double>> metrics();

    /** What keeps each framework from seeing which agents: suppressed roles, and agents its constraints exclude. */
    CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug();

    /** One framework's part of {@link #offerConstraintsDebug()}. */
    record ConstraintsView(SortedSet<Role> suppressedRoles, SortedMap<Role, SortedSet<AgentId>> excludedAgents) {}
}
