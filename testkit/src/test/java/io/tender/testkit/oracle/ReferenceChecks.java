package io.tender.testkit.oracle;

import io.tender.model.Applied;
import io.tender.model.Resource;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import java.util.List;
import java.util.Optional;

/** What the reference demands of its callers' resources. */
final class ReferenceChecks {
    private ReferenceChecks() {}

    static void refuseUnless(boolean holds, Reason reason, Object got) {
        if (!holds) {
            throw new AllocatorRefusal(reason, reason + ": " + got);
        }
    }

    /** Every object must carry an allocation role. */
    static void requireRoles(Resources resources) {
        for (Resource resource : resources) {
            refuseUnless(resource.allocation().isPresent(), Reason.NOT_ONE_ROLE, resources);
        }
    }

    /** All objects must carry the same role, and there must be some. */
    static Role requireOneRole(Resources resources) {
        Optional<Role> role = resources.allocatedTo();
        refuseUnless(role.isPresent(), Reason.NOT_ONE_ROLE, resources);
        return role.orElseThrow();
    }

    /** Containment alone would let an indivisible disk be named twice. */
    static void requireHeld(Resources held, Resources part) {
        refuseUnless(holds(held, part), Reason.NOT_HELD, part + " of " + held);
    }

    static boolean holds(Resources held, Resources part) {
        return held.contains(part) && held.minus(part).plus(part).equals(held);
    }

    static Resources require(Applied applied) {
        return switch (applied) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused refused -> throw new AllocatorRefusal(Reason.CONVERSION_FAILED, refused.reason());
        };
    }

    /** A conversion keeps quantities, or removes all it consumes, or consumes nothing. */
    static void requireQuantitiesKept(List<ResourceConversion> conversions) {
        for (ResourceConversion conversion : conversions) {
            boolean kept = conversion
                    .consumed()
                    .quantities()
                    .equals(conversion.converted().quantities());
            refuseUnless(
                    kept
                            || conversion.converted().isEmpty()
                            || conversion.consumed().isEmpty(),
                    Reason.CONVERSION_FAILED,
                    conversion);
        }
    }

    static ResourceQuantities removedQuantities(List<ResourceConversion> conversions) {
        ResourceQuantities removed = ResourceQuantities.empty();
        for (ResourceConversion conversion : conversions) {
            if (conversion.converted().isEmpty()) {
                removed = removed.plus(conversion.consumed().quantities());
            }
        }
        return removed;
    }
}
