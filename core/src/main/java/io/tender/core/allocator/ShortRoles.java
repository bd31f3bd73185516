package io.tender.core.allocator;

import io.tender.core.sorter.ShareClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The roles with frameworks that still lack guaranteed resources, as a run goes on. Taking one out costs the same however
 * many there are: in a cluster that lives on quota every other offer satisfies one.
 */
final class ShortRoles {

    private final List<ShareClient> clients = new ArrayList<>();

    void clear() {
        clients.clear();
    }

    void add(RoleNode role) {
        role.shortIndex = clients.size();
        clients.add(Objects.requireNonNull(role.share));
    }

    /** Takes out a role if it is in here; another may take its place, but no order depends on places. */
    void remove(RoleNode role) {
        int at = role.shortIndex;
        if (at >= clients.size() || clients.get(at) != role.share) {
            return;
        }
        ShareClient last = clients.removeLast();
        if (at < clients.size()) {
            clients.set(at, last);
            ((RoleNode) last.owner()).shortIndex = at;
        }
    }

    void removeIf(Predicate<RoleNode> isSatisfied) {
        for (int i = clients.size() - 1; i >= 0; i--) {
            RoleNode role = (RoleNode) clients.get(i).owner();
            if (isSatisfied.test(role)) {
                remove(role);
            }
        }
    }

    boolean isEmpty() {
        return clients.isEmpty();
    }

    int size() {
        return clients.size();
    }

    List<ShareClient> clients() {
        return clients;
    }
}
