package io.tender.testkit.scenario.step;

import io.tender.model.Attribute;
import io.tender.model.Role;
import java.util.List;
import java.util.SortedMap;

/** What can be expected of offer constraints by themselves. */
public sealed interface ConstraintExpectation extends Expectation {

    /** Per role, attributes of agents that will do. */
    record Eligible(SortedMap<Role, List<List<Attribute>>> agents) implements ConstraintExpectation {}

    /** Per role, attributes of agents that will not do. */
    record Ineligible(SortedMap<Role, List<List<Attribute>>> agents) implements ConstraintExpectation {}

    /** They are refused, and the message contains this. */
    record Fails(String because) implements ConstraintExpectation {}
}
