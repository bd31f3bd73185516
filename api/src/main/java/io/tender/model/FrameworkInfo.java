package io.tender.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a framework says of itself.
 *
 * @param id its identity, which survives a fail-over
 * @param name a name for people
 * @param roles the roles it subscribes to; exactly one unless it has {@link FrameworkCapability#MULTI_ROLE}
 * @param capabilities what it can cope with
 * @param minAllocatable per role, the least it wants to be offered: any one entry must be met in all its names. A role
 *     without an entry follows the cluster's setting; an empty list accepts anything
 */
public record FrameworkInfo(
        FrameworkId id,
        String name,
        SortedSet<Role> roles,
        Set<FrameworkCapability> capabilities,
        SortedMap<Role, List<ResourceQuantities>> minAllocatable) {

    public FrameworkInfo {
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        capabilities = capabilities.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(capabilities));
        TreeMap<Role, List<ResourceQuantities>> minima = new TreeMap<>();
        minAllocatable.forEach((role, any) -> minima.put(role, List.copyOf(any)));
        minAllocatable = Collections.unmodifiableSortedMap(minima);
        if (!capabilities.contains(FrameworkCapability.MULTI_ROLE) && roles.size() != 1) {
            throw new IllegalArgumentException("Framework '" + id + "' without MULTI_ROLE needs exactly one role, got "
                    + roles + ": add the capability or name one role");
        }
    }

    /** A framework with MULTI_ROLE, the given further capabilities and no minima of its own. */
    public static FrameworkInfo of(FrameworkId id, Set<Role> roles, FrameworkCapability... further) {
        EnumSet<FrameworkCapability> capabilities = EnumSet.of(FrameworkCapability.MULTI_ROLE, further);
        return new FrameworkInfo(id, id.value(), new TreeSet<>(roles), capabilities, new TreeMap<>());
    }

    public boolean can(FrameworkCapability capability) {
        return capabilities.contains(capability);
    }

    public FrameworkInfo withRoles(Set<Role> newRoles) {
        return new FrameworkInfo(id, name, new TreeSet<>(newRoles), capabilities, minAllocatable);
    }

    public FrameworkInfo withCapabilities(Set<FrameworkCapability> newCapabilities) {
        return new FrameworkInfo(id, name, roles, newCapabilities, minAllocatable);
    }

    public FrameworkInfo withMinAllocatable(Map<Role, List<ResourceQuantities>> minima) {
        return new FrameworkInfo(id, name, roles, capabilities, new TreeMap<>(minima));
    }
}
