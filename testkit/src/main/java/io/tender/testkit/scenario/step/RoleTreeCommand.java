package io.tender.testkit.scenario.step;

import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Resources;
import io.tender.model.Role;

/** What happens to a tree of roles. */
public sealed interface RoleTreeCommand extends Command {

    record Weight(Role role, double weight) implements RoleTreeCommand {}

    record SetQuota(Role role, Quota quota) implements RoleTreeCommand {}

    record Track(Resources reservations) implements RoleTreeCommand {}

    record Untrack(Resources reservations) implements RoleTreeCommand {}

    record TrackFramework(FrameworkId framework, Role role) implements RoleTreeCommand {}

    record UntrackFramework(FrameworkId framework, Role role) implements RoleTreeCommand {}
}
