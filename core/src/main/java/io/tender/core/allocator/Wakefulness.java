package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.ResourceQuantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which agents a run has to look at.
 *
 * <p>An agent for which a whole pass found no taker stays as it is until something changes that could find one: its own
 * free resources, a filter on it, or what a framework may and wants. Such agents sleep, and a run over the whole cluster
 * costs only as much as what is awake. Where a limit or the headroom for guarantees had a say, more room wakes the agent
 * as well; less room never can, since it only makes offers smaller.
 */
final class Wakefulness {

    private List<AgentRecord> awake = new ArrayList<>();
    private List<AgentRecord> waitingForQuota = new ArrayList<>();
    private boolean everybody;

    /** The length of the waiting list at which it is worth looking for agents that are gone. */
    private int forgetAt = FORGET_AT_LEAST;

    private static final int FORGET_AT_LEAST = 1024;

    /** The least surplus headroom under which a waiting agent found no taker; unbounded if headroom had no say. */
    private final Tally leastSurplus = new Tally();

    private boolean bounded;

    void wake(AgentRecord agent) {
        agent.awake = true;
        if (!agent.listed) {
            agent.listed = true;
            awake.add(agent);
        }
    }

    /** Something changed that may concern any agent. */
    void wakeAll() {
        everybody = true;
    }

    /** Wakes those that waited for room in a quota. */
    void wakeWaiting() {
        List<AgentRecord> waiting = waitingForQuota;
        waitingForQuota = new ArrayList<>();
        leastSurplus.clear();
        bounded = false;
        for (AgentRecord agent : waiting) {
            agent.waitsForQuota = false;
            if (!agent.removed) {
                wake(agent);
            }
        }
    }

    /** Wakes those of them that have something of these names which quota counts; for the others nothing has changed. */
    void wakeWaiting(Set<String> names) {
        List<AgentRecord> stillWaiting = new ArrayList<>();
        for (AgentRecord agent : waitingForQuota) {
            if (agent.removed || hasAny(QuotaCut.quotaPart(agent.available).quantities(), names)) {
                agent.waitsForQuota = false;
                if (!agent.removed) {
                    wake(agent);
                }
            } else {
                stillWaiting.add(agent);
            }
        }
        waitingForQuota = stillWaiting;
        if (stillWaiting.isEmpty()) {
            leastSurplus.clear();
            bounded = false;
        }
    }

    private static boolean hasAny(ResourceQuantities quantities, Set<String> names) {
        for (int i = 0; i < quantities.size(); i++) {
            if (names.contains(quantities.name(i))) {
                return true;
            }
        }
        return false;
    }

    /** Agents that went while they waited are let go now and then, so that the list follows the cluster's size. */
    private void forgetRemoved() {
        if (waitingForQuota.size() > forgetAt) {
            waitingForQuota.removeIf(agent -> agent.removed);
            forgetAt = Math.max(FORGET_AT_LEAST, 2 * waitingForQuota.size());
        }
    }

    /** Whether the headroom now leaves more than when some waiting agent found no taker. */
    boolean hasMoreRoom(Tally required, ResourceQuantities surplus) {
        if (!bounded) {
            return false;
        }
        if (required.isEmpty()) {
            return true;
        }
        for (int i = 0; i < surplus.size(); i++) {
            if (surplus.millis(i) > leastSurplus.millis(surplus.name(i))) {
                return true;
            }
        }
        return false;
    }

    /** The agents to look at in a run over all of them; those asleep are forgotten here. */
    List<AgentRecord> takeAwake(Iterable<AgentRecord> all) {
        if (everybody) {
            everybody = false;
            for (AgentRecord agent : all) {
                wake(agent);
            }
        }
        List<AgentRecord> kept = new ArrayList<>(awake.size());
        for (AgentRecord agent : awake) {
            if (agent.awake && !agent.removed) {
                kept.add(agent);
            } else {
                agent.listed = false;
            }
        }
        awake = kept;
        return kept;
    }

    boolean isAwake(AgentRecord agent) {
        return agent.awake || everybody;
    }

    /** Nobody wants what is free here, for now. */
    void sleep(AgentRecord agent) {
        if (!everybody) {
            agent.awake = false;
        }
    }

    /** Nobody may have what is free here under the quotas, for now. */
    void sleepUntilMoreRoom(AgentRecord agent, Tally required, ResourceQuantities surplus) {
        if (everybody) {
            return;
        }
        agent.awake = false;
        if (!agent.waitsForQuota) {
            agent.waitsForQuota = true;
            waitingForQuota.add(agent);
            forgetRemoved();
        }
        if (!required.isEmpty()) {
            if (bounded) {
                Tally less = new Tally();
                less.set(leastSurplus);
                less.subtract(surplus);
                less.clip();
                leastSurplus.subtract(less);
            } else {
                leastSurplus.clear();
                leastSurplus.add(surplus);
                bounded = true;
            }
        }
    }
}
