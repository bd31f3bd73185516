package io.tender.core.operator;

import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.Collection;

/** What a role counts as having consumed of its quota, and what there is to consume. */
public final class Consumption {

    /** What somebody uses under a role on one agent. */
    public record Used(Role role, Resources resources) {}

    private Consumption() {}

    /**
     * The consumption of a role and all roles below it: everything reserved for them, used or not, and what they use
     * that is neither reserved nor revocable.
     *
     * @param totals the total of each agent
     * @param used what is used, one entry per role and agent
     */
    public static ResourceQuantities of(Role role, Collection<Resources> totals, Collection<Used> used) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Resources total : totals) {
            sum = sum.plus(total.filter(resource -> resource.reservationRole()
                            .filter(owner -> within(owner, role))
                            .isPresent())
                    .quantities());
        }
        for (Used part : used) {
            if (within(part.role(), role)) {
                sum = sum.plus(counted(part.resources()));
            }
        }
        return sum;
    }

    /** What quotas can promise: all scalars that are not revocable, reserved ones included, of every agent. */
    public static ResourceQuantities capacity(Collection<Resources> totals) {
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Resources total : totals) {
            sum = sum.plus(total.nonRevocable().quantities());
        }
        return sum;
    }

    /** The part of held resources that counts against quota when it is held. */
    static ResourceQuantities counted(Resources resources) {
        return resources.unreserved().nonRevocable().quantities();
    }

    static boolean within(Role role, Role top) {
        return role.equals(top) || role.isDescendantOf(top);
    }
}
