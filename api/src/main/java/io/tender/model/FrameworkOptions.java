package io.tender.model;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a framework asks of the allocator beside its description.
 *
 * @param suppressedRoles roles it wants no offers for until it revives them
 * @param constraints which agents it wants at all, per role
 */
public record FrameworkOptions(SortedSet<Role> suppressedRoles, OfferConstraints constraints) {

    public FrameworkOptions {
        suppressedRoles = Collections.unmodifiableSortedSet(new TreeSet<>(suppressedRoles));
    }

    /** Nothing suppressed, every agent welcome. */
    public static FrameworkOptions none() {
        return new FrameworkOptions(new TreeSet<>(), OfferConstraints.none());
    }

    public static FrameworkOptions suppressing(Set<Role> roles) {
        return new FrameworkOptions(new TreeSet<>(roles), OfferConstraints.none());
    }

    public FrameworkOptions withConstraints(OfferConstraints newConstraints) {
        return new FrameworkOptions(suppressedRoles, newConstraints);
    }
}
