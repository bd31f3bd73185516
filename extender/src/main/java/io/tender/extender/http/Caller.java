package io.tender.extender.http;

import io.tender.model.Role;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Somebody who calls, once it is known who.
 *
 * @param name who it is, for messages and the journal
 * @param permissions what it may do
 * @param roles the roles it may be a framework in; empty for any
 */
public record Caller(String name, Set<Permission> permissions, SortedSet<Role> roles) {
    public Caller {
        permissions = permissions.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(permissions));
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
    }

    /** Whoever reaches a program that nobody but its own machine can reach. */
    public static Caller local() {
        return new Caller("local", EnumSet.allOf(Permission.class), new TreeSet<>());
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission) || (permission == Permission.VIEWER && !permissions.isEmpty());
    }

    /** Whether it may be a framework in all of these roles. */
    public boolean mayUse(Collection<Role> wanted) {
        return may(Permission.FRAMEWORK) && (roles.isEmpty() || roles.containsAll(wanted));
    }
}
