package io.tender.testkit.scenario.step;

import java.util.List;
import java.util.SortedMap;

/** What can be expected of the last calculation with resources. */
public sealed interface ResourceExpectation extends Expectation {

    record Gives(String text) implements ResourceExpectation {}

    /** Its text in canonical form. */
    record Prints(String text) implements ResourceExpectation {}

    record Objects(int count) implements ResourceExpectation {}

    record Contains(List<String> texts) implements ResourceExpectation {}

    record Lacks(List<String> texts) implements ResourceExpectation {}

    /** Its scalar quantities. */
    record QuantitiesAre(String text) implements ResourceExpectation {}

    /** The part of it that each role may have. */
    record Allocatable(SortedMap<String, String> byRole) implements ResourceExpectation {}

    /** It fails, and the message contains this. */
    record Fails(String because) implements ResourceExpectation {}
}
