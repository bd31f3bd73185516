package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.ResourceQuantities;
import java.util.BitSet;

/**
 * Which of the agents that wait for room are worth a look when a role gets some back.
 *
 * <p>Two kinds are not. An agent that no framework of the role would take whole, had the role all the room there is, is
 * {@link #dismiss dismissed} until something about the agent itself changes, for cutting only makes offers smaller. One
 * for which the room was too small is {@link #putOff put off} until the role has more room than it had then. So room that
 * nobody takes is shown to an agent once, and not whenever the role gives back what it was just given.
 */
final class Prospects {

    /** By number: all that wait, but for those dismissed. */
    private final BitSet hopeful = new BitSet();

    /** Those of them that are put off. */
    private final BitSet later = new BitSet();

    private int hopefulCount;
    private int laterCount;

    /** What the role consumed, or more, when those were looked at that are put off. */
    private ResourceQuantities putOffAt = ResourceQuantities.empty();

    final RoleNode owner;

    /** The last run in which the role had room. */
    long usedIn;

    Prospects(RoleNode owner) {
        this.owner = owner;
    }

    /** An agent begins to wait: nothing is known of it. */
    void add(AgentRecord agent) {
        if (!hopeful.get(agent.number)) {
            hopeful.set(agent.number);
            hopefulCount++;
        }
    }

    /** An agent waits no longer. */
    void remove(AgentRecord agent) {
        recall(agent);
        if (hopeful.get(agent.number)) {
            hopeful.clear(agent.number);
            hopefulCount--;
        }
    }

    private void recall(AgentRecord agent) {
        if (later.get(agent.number)) {
            later.clear(agent.number);
            laterCount--;
        }
    }

    /** The role has room, and consumes so much by now. */
    void begin(long run, Tally consumed) {
        usedIn = run;
        if (laterCount > 0 && !consumed.covers(putOffAt)) {
            later.clear();
            laterCount = 0;
        }
    }

    /** Nobody under the role would take the agent, however much room there is. */
    void dismiss(AgentRecord agent) {
        remove(agent);
    }

    /** Somebody under the role might take the agent, but not while the role consumes so much. */
    void putOff(AgentRecord agent, Tally consumed) {
        ResourceQuantities now = consumed.toQuantities();
        if (laterCount == 0) {
            putOffAt = now;
        }
        if (putOffAt.contains(now) && isWorthALook(agent)) {
            later.set(agent.number);
            laterCount++;
        }
    }

    boolean isWorthALook(AgentRecord agent) {
        return hopeful.get(agent.number) && !later.get(agent.number);
    }

    /** How many are worth a look. */
    int count() {
        return hopefulCount - laterCount;
    }

    /** Adds the numbers of those that are worth a look. */
    void addTo(BitSet numbers) {
        BitSet now = (BitSet) hopeful.clone();
        now.andNot(later);
        numbers.or(now);
    }
}
