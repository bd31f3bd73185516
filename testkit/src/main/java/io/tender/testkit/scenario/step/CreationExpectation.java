package io.tender.testkit.scenario.step;

/** What can be expected of asking for an allocator. */
public sealed interface CreationExpectation extends Expectation {

    /** There is none, and the message contains this. */
    record Fails(String because) implements CreationExpectation {}
}
