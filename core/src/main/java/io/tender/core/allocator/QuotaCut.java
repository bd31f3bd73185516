package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.Resource;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** What quota leaves of an offer: limits of the role, and the headroom that others' guarantees need. */
final class QuotaCut {

    private final Books books;
    private final Headroom headroom;
    private final boolean nestedQuota;

    QuotaCut(Books books, Headroom headroom, boolean nestedQuota) {
        this.books = books;
        this.headroom = headroom;
        this.nestedQuota = nestedQuota;
    }

    /** Whether anything could be cut from an offer to the role. */
    boolean isCut(RoleNode role) {
        if (headroom.isRequired() || role.hasLimits()) {
            return true;
        }
        if (nestedQuota) {
            for (RoleNode above = role.parent; above != null; above = above.parent) {
                if (above.hasLimits()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether quota counts it when it is held; what is reserved counts always, and what is revocable never. */
    static boolean countsAgainstQuota(Resource resource) {
        return resource.isScalar() && !resource.isReserved() && !resource.isRevocable();
    }

    /** All that {@link #countsAgainstQuota counts}. */
    static Resources quotaPart(Resources resources) {
        return resources.scalars().unreserved().nonRevocable();
    }

    /** What of the resources the limits and the headroom leave, once the guaranteed part is taken. */
    Resources cut(RoleNode role, Resources resources, ResourceQuantities guaranteed, LongUnaryOperator draw) {
        Resources left = resources;
        Optional<ResourceLimits> limits = nestedQuota ? pathLimits(role) : ownLimits(role);
        if (limits.isPresent()) {
            left = left.shrunkTo(limits.get().minus(guaranteed), draw);
        }
        if (headroom.isRequired()) {
            left = left.shrunkTo(headroom.surplus(), draw);
        }
        return left;
    }

    private Optional<ResourceLimits> ownLimits(RoleNode role) {
        return role.hasLimits()
                ? Optional.of(books.roles.runConsumed(role).remainderOf(role.quota.limits()))
                : Optional.empty();
    }

    /** What the tightest of the limits from the role up to its top level leaves, name by name. */
    private Optional<ResourceLimits> pathLimits(RoleNode role) {
        Map<String, Long> least = new HashMap<>();
        for (RoleNode node = role; node != null; node = node.parent) {
            ownLimits(node).ifPresent(limits -> {
                for (int i = 0; i < limits.size(); i++) {
                    least.merge(limits.name(i), limits.millis(i), Math::min);
                }
            });
        }
        return least.isEmpty() ? Optional.empty() : Optional.of(ResourceLimits.of(least));
    }

    /** Counts what was just given against the quotas, as the run sees them. */
    void consume(RoleNode role, ResourceQuantities counted) {
        for (RoleNode node = role; node != null; node = nestedQuota ? node.parent : null) {
            if (!node.quota.isDefault()) {
                books.roles.runConsumed(node).add(counted);
            }
        }
    }

    /** A guarantee is not cut by the role's own limits, but with nested quota no limit above may be exceeded. */
    Resources guarantee(RoleNode role, Resources wanted, LongUnaryOperator draw) {
        Optional<ResourceLimits> limits = nestedQuota ? pathLimits(role) : Optional.empty();
        return limits.isPresent() ? wanted.shrunkTo(limits.get(), draw) : wanted;
    }

    /** A quick look that spares the long one: no framework is listening, or the limits leave nothing of this agent. */
    boolean mayGetSome(AgentRecord agent, RoleNode role) {
        if (role.order == null || role.order.activeCount() == 0) {
            return false;
        }
        Resources free = agent.available;
        if (!role.hasLimits() || !free.isPlainOnly()) {
            return true;
        }
        agent.quotaMattered = true;
        ResourceLimits limits = role.quota.limits();
        Tally consumed = books.roles.runConsumed(role);
        ResourceQuantities plain = free.plain();
        for (int i = 0; i < plain.size(); i++) {
            String name = plain.name(i);
            long limit = limitOf(limits, name);
            if (limit < 0 || limit > consumed.millis(name)) {
                return true;
            }
        }
        return false;
    }

    /** The limit of a name, or -1 if there is none. */
    private static long limitOf(ResourceLimits limits, String name) {
        for (int i = 0; i < limits.size(); i++) {
            if (limits.name(i).equals(name)) {
                return limits.millis(i);
            }
        }
        return -1;
    }
}
