package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** What can be expected of an allocator, alone or behind a master. */
public sealed interface AllocatorExpectation extends Expectation {

    /** Exactly these offers have come since the last such expectation; an empty list: none. */
    record Offers(List<ExpectedOffer> offers) implements AllocatorExpectation {}

    /** Offers came in so many callbacks since the last call. */
    record Callbacks(int count) implements AllocatorExpectation {}

    /** Whatever has been offered, inversely offered or rescinded is fine. */
    record Anything() implements AllocatorExpectation {}

    /** Exactly these inverse offers have come since the last such expectation. */
    record InverseOffers(List<ExpectedInverseOffer> offers) implements AllocatorExpectation {}

    /** The master has rescinded exactly these offers since the last such expectation. */
    record Rescinded(List<ExpectedOffer> offers) implements AllocatorExpectation {}

    /** Exactly these offers wait for an answer. */
    record Outstanding(List<Detail> offers) implements AllocatorExpectation {
        /** An outer empty means that it does not matter, an inner one that there must be none. */
        public record Detail(
                ExpectedOffer offer,
                Optional<Optional<Unavailability>> unavailability,
                Optional<Optional<Domain>> domain) {}
    }

    record Metrics(SortedMap<String, Condition> conditions) implements AllocatorExpectation {}

    /** The dominant shares of roles. */
    record Shares(SortedMap<Role, Condition> conditions) implements AllocatorExpectation {}

    /** The answers to inverse offers, all of them. */
    record Statuses(SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus.Answer>> answers)
            implements AllocatorExpectation {}

    /** How many offers frameworks have got since the last such expectation. */
    record Counts(SortedMap<FrameworkId, Integer> counts) implements AllocatorExpectation {}

    /** The hosts the allocator was last told of; empty: all. */
    record Whitelisted(Optional<Set<String>> hostnames) implements AllocatorExpectation {}

    /** Which agents offer constraints keep from frameworks, for the given frameworks and roles. */
    record Excluded(SortedMap<FrameworkId, Map<Role, Set<AgentId>>> agents) implements AllocatorExpectation {}

    /** What the master's view of roles says. */
    record Roles(SortedMap<Role, View> views) implements AllocatorExpectation {
        public record View(
                Optional<ResourceQuantities> guarantees,
                Optional<ResourceLimits> limits,
                Optional<ResourceQuantities> consumed,
                Optional<Double> weight) {}
    }
}
