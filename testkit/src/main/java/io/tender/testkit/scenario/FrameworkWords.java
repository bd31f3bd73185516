package io.tender.testkit.scenario;

import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.text.ConstraintNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What else can be said of a new framework; everything has a default. */
public record FrameworkWords(
        FrameworkId id,
        SortedSet<Role> roles,
        Set<FrameworkCapability> capabilities,
        SortedMap<Role, List<ResourceQuantities>> minima,
        SortedSet<Role> suppressed,
        OfferConstraints constraints,
        boolean active) {

    static FrameworkWords of(FrameworkId id, SortedSet<Role> roles) {
        return new FrameworkWords(
                id,
                roles,
                EnumSet.of(FrameworkCapability.MULTI_ROLE),
                new TreeMap<>(),
                new TreeSet<>(),
                OfferConstraints.none(),
                true);
    }

    /** Capabilities beside MULTI_ROLE. */
    public FrameworkWords with(FrameworkCapability... further) {
        EnumSet<FrameworkCapability> more = EnumSet.noneOf(FrameworkCapability.class);
        more.addAll(capabilities);
        more.addAll(List.of(further));
        return new FrameworkWords(id, roles, more, minima, suppressed, constraints, active);
    }

    public FrameworkWords withoutMultiRole() {
        EnumSet<FrameworkCapability> fewer = EnumSet.copyOf(capabilities);
        fewer.remove(FrameworkCapability.MULTI_ROLE);
        return new FrameworkWords(id, roles, fewer, minima, suppressed, constraints, active);
    }

    /** The least it wants under a role: {@code cpus:2|mem:64}, or {@code anything}. */
    public FrameworkWords atLeast(String role, String minimum) {
        TreeMap<Role, List<ResourceQuantities>> more = new TreeMap<>(minima);
        more.put(Role.of(role), ResourceNotation.minima(minimum));
        return new FrameworkWords(id, roles, capabilities, more, suppressed, constraints, active);
    }

    public FrameworkWords suppressing(String... named) {
        TreeSet<Role> quiet = new TreeSet<>();
        for (String role : named) {
            quiet.add(Role.of(role));
        }
        return new FrameworkWords(id, roles, capabilities, minima, quiet, constraints, active);
    }

    /** Under a role it wants agents for which all of these hold, such as {@code rack exists}. */
    public FrameworkWords wanting(String role, String... all) {
        OfferConstraints wanted = ConstraintNotation.constraints(Map.of(role, List.of(List.of(all))));
        return new FrameworkWords(id, roles, capabilities, minima, suppressed, wanted, active);
    }

    /** It is known, but not connected. */
    public FrameworkWords inactive() {
        return new FrameworkWords(id, roles, capabilities, minima, suppressed, constraints, false);
    }

    FrameworkCommand.Add command() {
        return new FrameworkCommand.Add(
                new FrameworkInfo(id, id.value(), roles, capabilities, minima),
                Map.of(),
                active,
                new FrameworkOptions(suppressed, constraints));
    }
}
