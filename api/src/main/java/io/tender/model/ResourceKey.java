package io.tender.model;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All of a resource but how much of it and for whom it is allocated: what two objects must share to become one.
 *
 * <p>Objects cut from one another keep the same key instance, so comparing them is usually one pointer comparison.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
final class ResourceKey implements Comparable<ResourceKey> {
    /** The kinds of value; scalars first, as the most common. */
    enum Kind {
        SCALAR,
        RANGES,
        SET
    }

    final String name;
    final Kind kind;
    final List<Reservation> reservations;
    final @Nullable Disk disk;
    final @Nullable String providerId;
    final boolean revocable;
    final boolean shared;

    /** The role whose frameworks may use it, which is that of the last reservation; null if unreserved. */
    final @Nullable Role top;

    /** The {@link Traits} of every object with this key. */
    final int traits;

    private final int hash;

    /** The keys of plain scalars met so far; bounded as {@link Names} is. */
    private static final ConcurrentHashMap<String, ResourceKey> PLAIN = new ConcurrentHashMap<>();

    private static final int PLAIN_BOUND = 1024;

    /** The key of so much of a name and nothing else. */
    static ResourceKey plain(String name) {
        ResourceKey known = PLAIN.get(name);
        if (known == null) {
            known = new ResourceKey(name, Kind.SCALAR, List.of(), null, null, false, false);
            if (PLAIN.size() < PLAIN_BOUND) {
                PLAIN.put(known.name, known);
            }
        }
        return known;
    }

    ResourceKey(
            String name,
            Kind kind,
            List<Reservation> reservations,
            @Nullable Disk disk,
            @Nullable String providerId,
            boolean revocable,
            boolean shared) {
        this.name = Names.intern(name);
        this.kind = kind;
        this.reservations = List.copyOf(reservations);
        this.disk = disk;
        this.providerId = providerId;
        this.revocable = revocable;
        this.shared = shared;
        this.top = reservations.isEmpty()
                ? null
                : reservations.get(reservations.size() - 1).role();
        check();
        this.traits = Traits.of(this);
        this.hash = computeHash();
    }

    private void check() {
        if (name.isEmpty()) {
            throw BrokenRule.of("A resource has no name.", "''", "a name such as 'cpus'", "name it");
        }
        Reservation.checkStack(reservations);
        if (disk != null && (!name.equals("disk") || kind != Kind.SCALAR)) {
            throw BrokenRule.of(
                    "Only the scalar 'disk' carries disk information.",
                    "disk information on '" + name + "'",
                    "disk information on the scalar 'disk' only",
                    "name the resource 'disk', or leave the disk information out");
        }
        if (shared && (disk == null || disk.persistence().isEmpty())) {
            throw BrokenRule.of(
                    "Only persistent volumes can be shared.",
                    "a shared '" + name + "' without persistence",
                    "sharing of persistent volumes only, such as 'disk[v1:data]<SHARED>:5'",
                    "give it a persistence id, or leave the sharing out");
        }
    }

    /** Whether it is nothing but an amount: those live in arrays of numbers, not in objects. */
    boolean isPlain() {
        return (traits & Traits.PLAIN) != 0;
    }

    /** Whether amounts of it may be cut and glued. */
    boolean isDivisible() {
        return (traits & Traits.DIVISIBLE) != 0;
    }

    boolean isPersistent() {
        return (traits & Traits.PERSISTENT) != 0;
    }

    boolean allocatableTo(Role role) {
        return top == null || top.equals(role) || role.isDescendantOf(top);
    }

    boolean isReservedTo(Role role) {
        return top != null && top.equals(role);
    }

    ResourceKey with(List<Reservation> stack) {
        return new ResourceKey(name, kind, stack, disk, providerId, revocable, shared);
    }

    ResourceKey with(@Nullable Disk changed, boolean nowShared) {
        return new ResourceKey(name, kind, reservations, changed, providerId, revocable, nowShared);
    }

    @Override
    public int compareTo(ResourceKey other) {
        if (this == other) {
            return 0;
        }
        int order = Names.compare(name, other.name);
        order = order != 0 ? order : Order.lists(reservations, other.reservations);
        if (order != 0) {
            return order;
        }
        order = compareDisks(disk, other.disk);
        order = order != 0 ? order : compareProviders(providerId, other.providerId);
        order = order != 0 ? order : Boolean.compare(revocable, other.revocable);
        order = order != 0 ? order : Boolean.compare(shared, other.shared);
        return order != 0 ? order : kind.compareTo(other.kind);
    }

    private static int compareDisks(@Nullable Disk a, @Nullable Disk b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return a == b ? 0 : Disk.compareForMerging(a, b);
    }

    private static int compareProviders(@Nullable String a, @Nullable String b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return a.compareTo(b);
    }

    private int computeHash() {
        int result = 31 * name.hashCode() + reservations.hashCode();
        result = 31 * result + (disk == null ? 0 : disk.mergingHash());
        result = 31 * result + (providerId == null ? 0 : providerId.hashCode());
        return 31 * result + traits;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object || (object instanceof ResourceKey other && hash == other.hash && compareTo(other) == 0);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
