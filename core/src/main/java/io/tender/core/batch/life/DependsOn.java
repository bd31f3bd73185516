package io.tender.core.batch.life;

import java.util.List;

/**
 * The roles whose tasks must run, or have succeeded, before the tasks of another may start.
 *
 * @param any whether one of the roles is enough; otherwise all of them are needed
 */
public record DependsOn(List<String> roles, boolean any) {
    public DependsOn {
        roles = List.copyOf(roles);
    }
}
