package io.tender.spi.policy;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.util.List;

/**
 * One run as a policy sees it: what is free, who may have it, and the way to offer it.
 *
 * <p>Everything here is up to date at any moment of the run: an offer is no longer free in the next line. All lists are
 * in the order of ids, so a policy that goes through them decides the same every time.
 */
public interface Round {

    /** Which run this is, counted from 1. */
    long number();

    /** The agents this run is about that have something free and may be offered. */
    List<AgentInfo> agents();

    /** What is free on an agent; empty for one that this run is not about. */
    Resources free(AgentId agent);

    /** All that may be offered something: active frameworks under each role they subscribe to and have not suppressed. */
    List<Claim> claims();

    /**
     * What a claim may be offered of what is free on an agent, or nothing.
     *
     * <p>Reservations, the framework's capabilities, constraints, minimum and filters, and the limits of its role and of
     * the roles above have been seen to. Guarantees have not: holding back what others are promised is up to the policy.
     */
    Resources offerable(AgentId agent, Claim claim);

    /** Offers all that is {@link #offerable}; returns false, and does nothing, if that is nothing. */
    default boolean offer(AgentId agent, Claim claim) {
        return offer(agent, claim, offerable(agent, claim));
    }

    /**
     * Offers part of what is offerable.
     *
     * @return whether it was offered: a part may be less than the framework's minimum, or be filtered where the whole
     *     would not have been
     * @throws IllegalArgumentException if it is not part of what is offerable
     */
    boolean offer(AgentId agent, Claim claim, Resources part);

    /** The scalar quantities of all agents together, offered and used included. */
    ResourceQuantities total();

    /** What a claim holds anywhere, offered or used, the offers of this run included. */
    ResourceQuantities held(Claim claim);

    /** What was set for a role; {@link Quota#NONE} if nothing was. */
    Quota quota(Role role);

    /** What counts against a role's quota: all held below it, and all that is reserved for it. */
    ResourceQuantities consumed(Role role);

    /** A role's weight, 1 unless it was set. */
    double weight(Role role);

    /** What the framework last said it would like to have; empty if it never did, or took it back by reviving. */
    List<ResourceRequest> requests(Claim claim);

    /** The options the allocator was initialized with, for those that concern the policy, such as scarce names. */
    AllocatorOptions options();

    /** The source of every random choice; ask it by what a draw is for, beginning with the {@link #number} of the run. */
    Chance chance();
}
