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
    private final List<AgentRecord> waiting = new ArrayList<>();
    private boolean everybody;

    /** More roles than these that find no use for many agents are rare, and pay for looking at them. */
    private static final int MOST_WATCHED = 64;

    /** What roles know of the agents that wait; at most {@link #MOST_WATCHED}. */
    private final List<Prospects> watched = new ArrayList<>();

    /** The least surplus headroom under which a waiting agent found no taker; unbounded if headroom had no say. */
    private final Tally leastSurplus = new Tally();

    private boolean bounded;

    void wake(AgentRecord agent) {
        stopWaiting(agent);
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

    /** The agent is gone. */
    void forget(AgentRecord agent) {
        stopWaiting(agent);
    }

    private void stopWaiting(AgentRecord agent) {
        int at = agent.waitingAt;
        if (at < 0) {
            return;
        }
        AgentRecord last = waiting.removeLast();
        if (last != agent) {
            waiting.set(at, last);
            last.waitingAt = at;
        }
        agent.waitingAt = -1;
        for (Prospects each : watched) {
            each.remove(agent);
        }
        if (waiting.isEmpty()) {
            unbind();
        }
    }

    private void unbind() {
        leastSurplus.clear();
        bounded = false;
    }

    /** How many wait for room in a quota; none if all are about to wake. */
    int waitingCount() {
        return everybody ? 0 : waiting.size();
    }

    static boolean isWaiting(AgentRecord agent) {
        return agent.waitingAt >= 0;
    }

    /** Wakes those that waited for room in a quota. */
    void wakeWaiting() {
        while (!waiting.isEmpty()) {
            wake(waiting.getLast());
        }
    }

    /** Those that wait for room in a quota, in no particular order. */
    List<AgentRecord> waiting() {
        return waiting;
    }

    /** An agent that waits was looked at for a role that had room, in vain. */
    void lookedInVain(RoleNode role) {
        role.vainLooks++;
        if (role.vainLooks >= (waiting.size() + 1) / 2) {
            watch(role);
        }
    }

    private void watch(RoleNode role) {
        if (watched.size() == MOST_WATCHED) {
            Prospects idlest = watched.getFirst();
            for (Prospects each : watched) {
                idlest = each.usedIn < idlest.usedIn ? each : idlest;
            }
            watched.remove(idlest);
            idlest.owner.prospects = null;
        }
        Prospects prospects = new Prospects(role);
        waiting.forEach(prospects::add);
        watched.add(prospects);
        role.prospects = prospects;
        role.vainLooks = 0;
    }

    /** What was known of all agents holds no more. */
    private void unwatch() {
        watched.forEach(each -> each.owner.prospects = null);
        watched.clear();
    }

    /** Whether an agent has something free of these names which quota counts. */
    static boolean hasAny(AgentRecord agent, Set<String> names) {
        return hasAny(QuotaCut.quotaPart(agent.available).quantities(), names);
    }

    private static boolean hasAny(ResourceQuantities quantities, Set<String> names) {
        for (int i = 0; i < quantities.size(); i++) {
            if (names.contains(quantities.name(i))) {
                return true;
            }
        }
        return false;
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
            unwatch();
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
        if (agent.waitingAt < 0) {
            agent.waitingAt = waiting.size();
            waiting.add(agent);
            for (Prospects each : watched) {
                each.add(agent);
            }
        }
        foundNoTaker(required, surplus);
    }

    /** Some agent that waits found no taker while the headroom left no more than this. */
    void foundNoTaker(Tally required, ResourceQuantities surplus) {
        if (!required.isEmpty()) {
            if (bounded) {
                Tally less = new Tally();
                less.set(leastSurplus);
                less.subtract(surplus);
                less.clip();
                leastSurplus.subtract(less);
            } else {
                bind(surplus);
            }
        }
    }

    private void bind(ResourceQuantities surplus) {
        leastSurplus.clear();
        leastSurplus.add(surplus);
        bounded = true;
    }

    /** Every agent that waits has just been looked at, and nobody may have what is free there. */
    void stillWaiting(Tally required, ResourceQuantities surplus) {
        if (required.isEmpty()) {
            unbind();
        } else {
            bind(surplus);
        }
    }
}
