package io.tender.testkit.scenario.step;

import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.Set;
import java.util.SortedMap;

/** What can be expected of a tree of roles. */
public sealed interface RoleTreeExpectation extends Expectation {

    /** Exactly these roles are known. */
    record Known(Set<Role> roles) implements RoleTreeExpectation {}

    record Weights(SortedMap<Role, Double> weights) implements RoleTreeExpectation {}

    record Quotas(SortedMap<Role, Quota> quotas) implements RoleTreeExpectation {}

    record Reservations(SortedMap<Role, ResourceQuantities> quantities) implements RoleTreeExpectation {}

    record Frameworks(SortedMap<Role, Set<FrameworkId>> frameworks) implements RoleTreeExpectation {}
}
