package io.tender.daemon.master;

import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.Label;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a framework says of itself and wants when it subscribes.
 *
 * @param id the id it was given before; empty if it is new
 * @param user as whom its tasks run, unless they say otherwise
 * @param failoverTimeout how long its tasks outlive its connection; zero: not at all
 * @param checkpoint whether its tasks outlive their agent's software; told on, since all do here
 * @param capabilities what level 1 has to know
 * @param further capabilities by their Mesos names that only the master or nobody looks at, such as PARTITION_AWARE
 * @param suppressedRoles roles it wants no offers for until it revives them
 * @param minAllocatable per role, the least it wants to be offered: any one entry must be met
 */
public record Subscription(
        Optional<FrameworkId> id,
        String user,
        String name,
        Duration failoverTimeout,
        boolean checkpoint,
        String hostname,
        Optional<String> principal,
        Optional<String> webuiUrl,
        SortedSet<Role> roles,
        Set<FrameworkCapability> capabilities,
        SortedSet<String> further,
        List<Label> labels,
        SortedSet<Role> suppressedRoles,
        OfferConstraints constraints,
        SortedMap<Role, List<ResourceQuantities>> minAllocatable) {
    /** The capability of those that are told UNREACHABLE, GONE and the like instead of LOST. */
    public static final String PARTITION_AWARE = "PARTITION_AWARE";

    /** The capability of those that are told KILLING. */
    public static final String TASK_KILLING_STATE = "TASK_KILLING_STATE";

    public Subscription {
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        capabilities = capabilities.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
        further = Collections.unmodifiableSortedSet(new TreeSet<>(further));
        labels = List.copyOf(labels);
        suppressedRoles = Collections.unmodifiableSortedSet(new TreeSet<>(suppressedRoles));
        TreeMap<Role, List<ResourceQuantities>> minima = new TreeMap<>();
        minAllocatable.forEach((role, any) -> minima.put(role, List.copyOf(any)));
        minAllocatable = Collections.unmodifiableSortedMap(minima);
    }

    /** A new framework with MULTI_ROLE that copes with partitions and has an hour to come back. */
    public static Subscription of(String name, Role... roles) {
        return new Subscription(
                Optional.empty(),
                "",
                name,
                Duration.ofHours(1),
                true,
                "",
                Optional.empty(),
                Optional.empty(),
                new TreeSet<>(List.of(roles)),
                EnumSet.of(FrameworkCapability.MULTI_ROLE),
                new TreeSet<>(List.of(PARTITION_AWARE, TASK_KILLING_STATE)),
                List.of(),
                new TreeSet<>(),
                OfferConstraints.none(),
                new TreeMap<>());
    }

    public Subscription withId(FrameworkId known) {
        return with(Optional.of(known), failoverTimeout, principal, roles, further, suppressedRoles);
    }

    public Subscription withPrincipal(String owner) {
        return with(id, failoverTimeout, Optional.of(owner), roles, further, suppressedRoles);
    }

    public Subscription withFailoverTimeout(Duration timeout) {
        return with(id, timeout, principal, roles, further, suppressedRoles);
    }

    public Subscription withFurther(SortedSet<String> names) {
        return with(id, failoverTimeout, principal, roles, names, suppressedRoles);
    }

    public Subscription withRoles(SortedSet<Role> changed, SortedSet<Role> suppressed) {
        return with(id, failoverTimeout, principal, changed, further, suppressed);
    }

    private Subscription with(
            Optional<FrameworkId> known,
            Duration timeout,
            Optional<String> owner,
            SortedSet<Role> subscribed,
            SortedSet<String> names,
            SortedSet<Role> suppressed) {
        return new Subscription(
                known,
                user,
                name,
                timeout,
                checkpoint,
                hostname,
                owner,
                webuiUrl,
                subscribed,
                capabilities,
                names,
                labels,
                suppressed,
                constraints,
                minAllocatable);
    }

    public boolean isPartitionAware() {
        return further.contains(PARTITION_AWARE);
    }

    /** What the allocator is told of it. */
    FrameworkInfo description(FrameworkId as) {
        return new FrameworkInfo(as, name, roles, capabilities, minAllocatable);
    }

    FrameworkOptions options() {
        return new FrameworkOptions(suppressedRoles, constraints);
    }
}
