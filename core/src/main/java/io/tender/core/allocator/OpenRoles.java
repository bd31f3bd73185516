package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The sorted roles that may still get something. Roles that have used up every one of their limits are left out, since
 * in a cluster that lives on quota most roles are full most of the time and need not be asked for every agent.
 */
final class OpenRoles {

    private final List<RoleNode> open = new ArrayList<>();
    private final List<ShareClient> clients = new ArrayList<>();

    /** How many closed roles limit exactly these names. */
    private final Map<List<String>, Integer> closedByNames = new HashMap<>();

    void add(RoleNode role) {
        if (role.closed) {
            closedByNames.merge(limitedNames(role), 1, Integer::sum);
        } else {
            role.openIndex = open.size();
            open.add(role);
            clients.add(Objects.requireNonNull(role.share));
        }
    }

    void remove(RoleNode role) {
        if (role.closed) {
            closedByNames.computeIfPresent(limitedNames(role), (names, count) -> count == 1 ? null : count - 1);
        } else {
            RoleNode last = open.removeLast();
            ShareClient lastClient = clients.removeLast();
            if (last != role) {
                open.set(role.openIndex, last);
                clients.set(role.openIndex, lastClient);
                last.openIndex = role.openIndex;
            }
            role.openIndex = -1;
        }
    }

    private static List<String> limitedNames(RoleNode role) {
        ResourceLimits limits = role.quota.limits();
        List<String> names = new ArrayList<>(limits.size());
        for (int i = 0; i < limits.size(); i++) {
            names.add(limits.name(i));
        }
        return names;
    }

    List<ShareClient> clients() {
        return clients;
    }

    boolean hasClosed() {
        return !closedByNames.isEmpty();
    }

    /** Whether no closed role could have any of these: all their limits cover every name. */
    boolean nobodyElseMayHave(ResourceQuantities quantities) {
        for (List<String> limited : closedByNames.keySet()) {
            for (int i = 0; i < quantities.size(); i++) {
                if (!limited.contains(quantities.name(i))) {
                    return false;
                }
            }
        }
        return true;
    }
}
