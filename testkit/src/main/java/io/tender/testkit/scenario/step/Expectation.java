package io.tender.testkit.scenario.step;

/** What can be expected in a scenario. */
public sealed interface Expectation
        permits AllocatorExpectation,
                SorterExpectation,
                RoleTreeExpectation,
                ResourceExpectation,
                ConstraintExpectation,
                CreationExpectation,
                ServiceExpectation,
                BatchExpectation {}
