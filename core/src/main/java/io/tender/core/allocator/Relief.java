package io.tender.core.allocator;

import io.tender.model.ResourceQuantities;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The room that roles with a quota got back since the agents that wait for room were last looked at.
 *
 * <p>No taker was found for those at what the roles consumed then. Once a run has given away what came back, every role
 * consumes as much again, and none would be found now: the run need not look at the rest of them.
 */
final class Relief {

    private final List<RoleNode> relieved = new ArrayList<>();

    // Valid within one run.
    private final List<RoleNode> open = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** A role consumes less; what its quota does not speak of is no relief. */
    void add(RoleNode node, ResourceQuantities less) {
        for (int i = 0; i < less.size(); i++) {
            String name = less.name(i);
            if (node.quota.limits().limit(name).isPresent()
                    || node.quota.guarantees().millis(name) > 0) {
                node.relief.add(ResourceQuantities.of(name, less.millis(i)));
                if (!node.relieved) {
                    node.relieved = true;
                    relieved.add(node);
                }
            }
        }
    }

    /** A role that was relieved consumes more. */
    void subtract(RoleNode node, ResourceQuantities more) {
        node.relief.subtractToZero(more);
    }

    /**
     * Looks at the start of a run where there is relief. What roles consume less of while nobody there wants anything is left
     * out: once somebody does, every agent is looked at anyway.
     *
     * @param nestedQuota whether limits hold for the roles below as well
     */
    void begin(long run, RoleTree roles, boolean nestedQuota) {
        open.clear();
        names.clear();
        for (RoleNode node : relieved) {
            if (isListening(node, nestedQuota)) {
                node.reliefUsedAt.clear();
                for (int i = 0; i < node.relief.size(); i++) {
                    String name = node.relief.name(i);
                    long amount = node.relief.millis(i);
                    if (amount > 0) {
                        long consumed = roles.runConsumed(node).millis(name);
                        node.reliefUsedAt.add(ResourceQuantities.of(name, consumed + amount));
                        names.add(name);
                    }
                }
                open.add(node);
                if (node.prospects != null) {
                    node.prospects.begin(run, roles.runConsumed(node));
                }
            }
        }
    }

    private static boolean isListening(RoleNode node, boolean orBelow) {
        return (node.order != null && node.order.activeCount() > 0)
                || (orBelow && node.children.values().stream().anyMatch(child -> isListening(child, true)));
    }

    /** Whether the run has not yet given away all of it. */
    boolean isLeft(RoleTree roles) {
        while (!open.isEmpty()) {
            if (isLeft(roles, open.getLast())) {
                return true;
            }
            open.removeLast();
        }
        return false;
    }

    private static boolean isLeft(RoleTree roles, RoleNode node) {
        for (int i = 0; i < node.reliefUsedAt.size(); i++) {
            if (roles.runConsumed(node).millis(node.reliefUsedAt.name(i)) < node.reliefUsedAt.millis(i)) {
                return true;
            }
        }
        return false;
    }

    /** What there was relief of as the run began. */
    Set<String> names() {
        return names;
    }

    /** Whose relief the run has not yet given away, as far as that was asked. */
    List<RoleNode> open() {
        return open;
    }

    /** Whether an agent that waits has what there is relief of, and somebody relieved might take it. */
    boolean concerns(AgentRecord agent) {
        for (RoleNode node : open) {
            if (node.prospects == null || node.prospects.isWorthALook(agent)) {
                return Wakefulness.hasAny(agent, names);
            }
        }
        return false;
    }

    /** How many agents it concerns, or more, of so many that wait. */
    int concerned(int waiting) {
        long sum = 0;
        for (RoleNode node : open) {
            sum += node.prospects == null ? waiting : node.prospects.count();
        }
        return (int) Math.min(waiting, sum);
    }

    /** Nobody waits any more for what came back so far. */
    void end() {
        for (RoleNode node : relieved) {
            node.relieved = false;
            node.relief.clear();
        }
        relieved.clear();
        open.clear();
    }
}
