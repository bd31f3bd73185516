package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** What can be expected of a sorter. */
public sealed interface SorterExpectation extends Expectation {

    /** The active clients in exactly this order. */
    record Order(List<String> clients) implements SorterExpectation {}

    /** The active clients in any order. */
    record Active(Set<String> clients) implements SorterExpectation {}

    record Count(int clients) implements SorterExpectation {}

    record Contains(List<String> clients) implements SorterExpectation {}

    record Lacks(List<String> clients) implements SorterExpectation {}

    /** All a client holds, agent by agent. */
    record Held(SortedMap<String, SortedMap<AgentId, Resources>> holdings) implements SorterExpectation {}

    record Quantities(SortedMap<String, ResourceQuantities> quantities) implements SorterExpectation {}

    /** What all clients hold together. */
    record AllQuantities(ResourceQuantities quantities) implements SorterExpectation {}

    /**
     * How often each client stands at each place.
     *
     * @param table per client, the part of all sorts in which it is first, second, ...
     */
    record Frequencies(int sorts, double tolerance, SortedMap<String, List<Double>> table)
            implements SorterExpectation {}
}
