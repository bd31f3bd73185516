package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.AgentInfo;
import io.tender.model.FrameworkInfo;
import io.tender.model.Resource;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.AllocatorRefusal.Reason;
import io.tender.spi.Amounts;
import java.util.Set;

/** What every call must hold to; what does not is refused before anything has changed. */
final class Checks {

    private Checks() {}

    static AllocatorRefusal refused(Reason reason, String message) {
        return new AllocatorRefusal(reason, message);
    }

    static AllocatorRefusal notInitialized() {
        return refused(Reason.NOT_INITIALIZED, "the allocator is not initialized: call initialize first");
    }

    static void checkQuotaRole(AllocatorOptions options, Role role) {
        if (!role.isTopLevel() && !options.extensions().nestedQuota()) {
            throw refused(
                    Reason.NESTED_QUOTA,
                    "quota for the nested role '" + role + "': set it on '" + role.topLevel()
                            + "', or switch the option nestedQuota on");
        }
    }

    static void checkDomain(AllocatorOptions options, AgentInfo info) {
        if (info.domain().isPresent() && options.domain().isEmpty()) {
            throw refused(
                    Reason.DOMAIN_MISMATCH,
                    "agent '" + info.id() + "' has the domain " + info.domain().get()
                            + " and the master has none: give the master one");
        }
    }

    static void checkSubscribed(FrameworkInfo info, Set<Role> roles) {
        for (Role role : roles) {
            if (!info.roles().contains(role)) {
                throw refused(
                        Reason.UNSUBSCRIBED_ROLE,
                        "framework '" + info.id() + "' does not subscribe to role '" + role + "', only to "
                                + info.roles());
            }
        }
    }

    /** What the whole cluster would have once an agent's total changed must still be countable. */
    static void checkClusterTotal(Tally all, ResourceQuantities before, ResourceQuantities after) {
        for (int i = 0; i < after.size(); i++) {
            String name = after.name(i);
            Amounts.checkCluster(name, all.millis(name) - before.millis(name), after.millis(i));
        }
    }

    static void checkAllocated(Resources resources) {
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
}
