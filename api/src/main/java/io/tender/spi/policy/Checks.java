package io.tender.spi.policy;

import io.tender.model.AgentInfo;
import io.tender.model.Applied;
import io.tender.model.FrameworkInfo;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Resource;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the contract asks of a call, checked before anything changes. */
final class Checks {

    private Checks() {}

    static AllocatorRefusal refused(Reason reason, String message) {
        return new AllocatorRefusal(reason, message);
    }

    static void subscribed(FrameworkInfo framework, Set<Role> roles) {
        for (Role role : roles) {
            if (!framework.roles().contains(role)) {
                throw refused(
                        Reason.UNSUBSCRIBED_ROLE,
                        "framework '" + framework.id() + "' does not subscribe to role '" + role + "', only to "
                                + framework.roles());
            }
        }
    }

    static void allocated(Resources resources) {
        for (Resource resource : resources) {
            if (resource.allocation().isEmpty()) {
                throw refused(Reason.NOT_ONE_ROLE, resource + " carries no allocation role");
            }
        }
    }

    static Role soleRole(Resources resources) {
        return resources
                .allocatedTo()
                .orElseThrow(() -> refused(
                        Reason.NOT_ONE_ROLE, "expected resources allocated to exactly one role, got " + resources));
    }

    static void held(Agent agent, Claim claim, Resources resources) {
        Resources held = agent.heldBy(claim);
        if (!includes(held, resources)) {
            throw refused(
                    Reason.NOT_HELD,
                    "on agent '" + agent.id() + "' framework '" + claim.framework() + "' holds "
                            + (held.isEmpty() ? "nothing" : held) + " under role '" + claim.role()
                            + "', which does not include " + resources);
        }
    }

    static void used(Agent agent, Resources resources) {
        if (!includes(agent.used, resources)) {
            throw refused(
                    Reason.NOT_HELD,
                    "agent '" + agent.id() + "' has " + (agent.used.isEmpty() ? "nothing" : agent.used)
                            + " in use, which does not include " + resources);
        }
    }

    /** Refuses to mark as used what nobody holds, or what is marked already. */
    static void usable(Agent agent, Resources resources) {
        resources.allocations().forEach((role, part) -> {
            Resources inUse = agent.usedUnder(role).plus(part.unallocate());
            Resources held = agent.heldUnder(role);
            if (!includes(held, inUse)) {
                throw refused(
                        Reason.NOT_HELD,
                        "on agent '" + agent.id() + "' " + (held.isEmpty() ? "nothing" : held)
                                + " is held under role '" + role + "', which does not include the " + inUse
                                + " that would be in use");
            }
        });
    }

    static void knownBeforehand(Operation operation) {
        if (operation instanceof Operation.CreateDisk || operation instanceof Operation.DestroyDisk) {
            throw refused(
                    Reason.CONVERSION_FAILED,
                    "what becomes of " + operation + " is known only when its resource provider has done it: use "
                            + "updateAllocation then");
        }
    }

    /** Whether all of the part is there, each object as often as it is named. */
    static boolean includes(Resources whole, Resources part) {
        return whole.contains(part) && whole.minus(part).plus(part).equals(whole);
    }

    static void domain(AgentInfo agent, AllocatorOptions options) {
        if (agent.domain().isPresent() && options.domain().isEmpty()) {
            throw refused(
                    Reason.DOMAIN_MISMATCH,
                    "agent '" + agent.id() + "' has the domain "
                            + agent.domain().get() + " and the master has none: give the master one");
        }
    }

    static void quota(Role role, Quota quota, AllocatorOptions options) {
        if (!role.isTopLevel() && !options.extensions().nestedQuota()) {
            throw refused(
                    Reason.NESTED_QUOTA,
                    "quota for the nested role '" + role + "': set it on '" + role.topLevel()
                            + "', or switch the option nestedQuota on");
        }
        Amounts.check("the guarantees of role", role, quota.guarantees());
    }

    static void weight(Role role, double weight) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw refused(
                    Reason.BAD_WEIGHT,
                    "weight of role '" + role + "': got " + weight + ", expected a finite number above zero");
        }
    }

    /** What conversions make of what is held, and of the agent's total. */
    record Converted(Resources held, Resources total) {}

    static Converted converted(Agent agent, Claim claim, Resources offered, List<ResourceConversion> conversions) {
        Resources after = ok(ResourceConversion.applyAll(offered, conversions), "what is held");
        List<ResourceConversion> onTotal = new ArrayList<>();
        ResourceQuantities removed = ResourceQuantities.empty();
        for (ResourceConversion conversion : conversions) {
            Resources from = conversion.consumed();
            Resources to = conversion.converted();
            if (to.isEmpty()) {
                removed = removed.plus(from.quantities());
            } else if (!from.isEmpty() && !to.quantities().equals(from.quantities())) {
                throw refused(
                        Reason.CONVERSION_FAILED,
                        "a conversion of " + from + " into " + to
                                + " changes the amounts: keep them, or convert into nothing");
            }
            if (!from.isEmpty()) {
                onTotal.add(new ResourceConversion(from.unallocate(), to.unallocate(), conversion.lastCopy()));
            }
        }
        Resources total = ok(ResourceConversion.applyAll(agent.total(), onTotal), "the agent's total");
        Resources before = agent.heldBy(claim);
        Resources held = before.minus(offered.unallocate()).plus(after.unallocate());
        if (!held.quantities().plus(removed).equals(before.quantities())) {
            throw refused(
                    Reason.CONVERSION_FAILED,
                    "the conversions would turn the " + before + " that is held into " + held
                            + ": amounts may only change by what is removed");
        }
        return new Converted(held, total);
    }

    static Resources ok(Applied applied, String what) {
        return switch (applied) {
            case Applied.Ok ok -> ok.resources();
            case Applied.Refused no ->
                throw refused(Reason.CONVERSION_FAILED, "it does not apply to " + what + ": " + no.reason());
        };
    }
}
