package io.tender.testkit.scenario;

import java.util.SortedSet;

/** What a scenario is about. */
public sealed interface Subject {

    /** An allocator, alone or behind a master. */
    record AllocatorSubject(Setup setup) implements Subject {}

    /** @param kind as {@link io.tender.core.sorter.SorterKind#parse} reads it */
    record SorterSubject(String kind, SortedSet<String> excludedNames, long seed) implements Subject {}

    /** The tree of roles, by itself. */
    record RoleTreeSubject() implements Subject {}

    /** Calculations with resources. */
    record ResourcesSubject() implements Subject {}

    /** Offer constraints, by themselves. */
    record ConstraintsSubject() implements Subject {}

    /** Getting an allocator by its name. */
    record CreationSubject() implements Subject {}

    /** A service scheduler in a cluster, with an offer-set service if it asks one. */
    record ServicesSubject(ServiceSetup setup) implements Subject {}

    /** A batch scheduler in a cluster, with extenders if it asks some. */
    record BatchSubject(BatchSetup setup) implements Subject {}
}
