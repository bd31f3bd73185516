package io.tender.mesos;

import io.tender.model.Role;

/** How much a role counts when resources are shared. */
public record RoleWeight(Role role, double weight) {
    public RoleWeight {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(
                    "Got the weight " + weight + " for the role '" + role + "', expected a number above 0");
        }
    }
}
