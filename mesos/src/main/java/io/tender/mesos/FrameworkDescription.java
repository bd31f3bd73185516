package io.tender.mesos;

import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.Label;
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
 * All that a framework says of itself when it subscribes.
 *
 * @param id empty for a framework that is new
 * @param failoverTimeout how long its tasks live on without it
 * @param checkpoint whether its tasks are to survive a restart of their agent's software
 * @param capabilities those that the allocator looks at
 * @param partitionAware wants to know that a task is unreachable, rather than lost
 * @param killingState wants to be told while a task is being killed
 * @param minAllocatable per role, the least it wants to be offered
 */
public record FrameworkDescription(
        Optional<FrameworkId> id,
        String user,
        String name,
        Duration failoverTimeout,
        boolean checkpoint,
        SortedSet<Role> roles,
        Optional<String> hostname,
        Optional<String> principal,
        Optional<String> webuiUrl,
        Set<FrameworkCapability> capabilities,
        boolean partitionAware,
        boolean killingState,
        List<Label> labels,
        SortedMap<Role, List<ResourceQuantities>> minAllocatable) {

    public FrameworkDescription {
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        capabilities = capabilities.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
        labels = List.copyOf(labels);
        minAllocatable = Collections.unmodifiableSortedMap(new TreeMap<>(minAllocatable));
    }

    /** What the allocator needs to know, under the id that the master gave. */
    public FrameworkInfo known(FrameworkId given) {
        return new FrameworkInfo(given, name, roles, capabilities, minAllocatable);
    }

    /** The form in which it understands reservations. */
    public ReservationForm reservationForm() {
        return capabilities.contains(FrameworkCapability.RESERVATION_REFINEMENT)
                ? ReservationForm.STACK
                : ReservationForm.ROLE;
    }
}
