package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import io.tender.core.sorter.ShareTree;
import io.tender.core.tally.Account;
import io.tender.core.tally.Tally;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.spi.Chance;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A role in the tree, with what is set for it and the sums of what it and the roles below it hold. */
final class RoleNode {

    /** Absent only at the root, which stands for the whole cluster. */
    final @Nullable Role role;

    final String path;

    /** What random choices for this role are addressed by. */
    final long key;

    final @Nullable RoleNode parent;
    final TreeMap<String, RoleNode> children = new TreeMap<>();

    Quota quota = Quota.NONE;
    double weight = 1;

    /** Those that subscribe to exactly this role, or hold something under it. */
    final TreeSet<FrameworkId> frameworks = new TreeSet<>();

    /** Reserved in agents' totals, for this role and those below, held or not. */
    final Tally reservations = new Tally();

    final Tally ownReservations = new Tally();

    /** Held of reserved resources, by the role they are held under. */
    final Account heldReserved = new Account();

    final Account ownHeldReserved = new Account();

    /** Held of what counts against quota beside reservations. */
    final Account heldUnreserved = new Account();

    /** The order of the frameworks and this role's own place among the roles; present while there are frameworks. */
    @Nullable
    ShareTree order;

    @Nullable
    ShareClient share;

    /** Live offer filters of all frameworks under this role. */
    int filters;

    /** What is missing to the guarantees. */
    ResourceQuantities need = ResourceQuantities.empty();

    /** Whether its limits leave nothing at all; kept by {@link OpenRoles}. */
    boolean closed;

    int openIndex = -1;

    /** Where it is, or was last, among the {@link ShortRoles} of a run. */
    int shortIndex;

    /** Consumption as the current run counts it: taken at its start, then only changed by the role's own offers. */
    final Tally runConsumed = new Tally();

    long runStamp;

    // Kept by Relief.
    final Tally relief = new Tally();
    final Tally reliefUsedAt = new Tally();
    boolean relieved;

    /** What is known of the agents that wait, once looking at them in vain has cost enough to be worth it. */
    @Nullable
    Prospects prospects;

    /** Looks in vain at agents that wait, since anything was known of them. */
    int vainLooks;

    RoleNode(@Nullable Role role, @Nullable RoleNode parent) {
        this.role = role;
        this.path = role == null ? "" : role.path();
        this.key = Chance.key(path);
        this.parent = parent;
    }

    boolean hasGuarantees() {
        return !quota.guarantees().isEmpty();
    }

    boolean hasLimits() {
        return !quota.limits().isEmpty();
    }

    boolean isTopLevel() {
        return parent != null && parent.parent == null;
    }

    boolean isNeeded() {
        return !quota.isDefault()
                || weight != 1
                || !frameworks.isEmpty()
                || !reservations.isEmpty()
                || !children.isEmpty();
    }

    /** What counts against the quota: all reservations, and what is held beside them. */
    void consumption(Tally into) {
        into.set(heldUnreserved.sum());
        into.add(reservations);
    }

    @Override
    public String toString() {
        return path;
    }
}
