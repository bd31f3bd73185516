package io.tender.spi.policy;

/**
 * Says who is offered what is free; a {@link PolicyAllocator} does all the rest.
 *
 * <p>A policy may remember things between rounds, since it is only ever called on the allocator's turns. It has no clock
 * and no dice of its own: {@link Round#chance} is the only source of chance, so that a seed replays every decision.
 */
@FunctionalInterface
public interface AllocationPolicy {

    /**
     * Makes the offers of one run through the round. Called once per run, at ticks also when nothing is free.
     *
     * <p>If it throws, the offers it has made so far stand and reach their frameworks, the exception goes to the host,
     * and the next run comes as if nothing had happened.
     */
    void allocate(Round round);
}
