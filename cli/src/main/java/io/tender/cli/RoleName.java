package io.tender.cli;

import io.tender.model.BrokenRule;
import io.tender.model.Role;

/** The name of a role as somebody types it, checked before the daemon is asked. */
final class RoleName {
    private RoleName() {}

    static void check(String typed) {
        try {
            Role.of(typed);
        } catch (BrokenRule broken) {
            throw UserError.usage(String.valueOf(broken.getMessage()));
        }
    }
}
