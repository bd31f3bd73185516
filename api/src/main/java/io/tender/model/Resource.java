package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One resource object: so much of a name, with all that restricts who may use it and how.
 *
 * <p>Two objects that differ only in the volume of their disk, or in who created it, are equal: where a task mounts a
 * disk does not make it another disk.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
public final class Resource implements Comparable<Resource> {
    final ResourceKey key;
    private final Value value;
    private final @Nullable Role allocation;

    Resource(ResourceKey key, Value value, @Nullable Role allocation) {
        this.key = key;
        this.value = value;
        this.allocation = allocation;
    }

    public static Resource scalar(String name, long millis) {
        return of(name, new Value.Scalar(millis));
    }

    public static Resource ranges(String name, Value.Ranges ranges) {
        return of(name, ranges);
    }

    public static Resource ranges(String name, long begin, long end) {
        return of(name, Value.Ranges.of(begin, end));
    }

    public static Resource set(String name, String... items) {
        return of(name, Value.Items.of(items));
    }

    public static Resource of(String name, Value value) {
        ResourceKey.Kind kind = ResourceValues.kind(value);
        ResourceKey key = kind == ResourceKey.Kind.SCALAR
                ? ResourceKey.plain(name)
                : new ResourceKey(name, kind, List.of(), null, null, false, false);
        return new Resource(key, value, null);
    }

    public String name() {
        return key.name;
    }

    public Value value() {
        return value;
    }

    /** The amount if it is a scalar, else zero. */
    public long millis() {
        return value instanceof Value.Scalar scalar ? scalar.millis() : 0;
    }

    public List<Reservation> reservations() {
        return key.reservations;
    }

    public Optional<Disk> disk() {
        return Optional.ofNullable(key.disk);
    }

    public boolean isRevocable() {
        return key.revocable;
    }

    public boolean isShared() {
        return key.shared;
    }

    public Optional<String> providerId() {
        return Optional.ofNullable(key.providerId);
    }

    /** The role it is allocated to, if it is. */
    public Optional<Role> allocation() {
        return Optional.ofNullable(allocation);
    }

    @Nullable
    Role allocationOrNull() {
        return allocation;
    }

    public boolean isScalar() {
        return key.kind == ResourceKey.Kind.SCALAR;
    }

    /** The role it is reserved for: the one on top of the stack. */
    public Optional<Role> reservationRole() {
        return Optional.ofNullable(key.top);
    }

    /** Whether it may be offered under that role: it is unreserved, or reserved for the role or one above it. */
    public boolean allocatableTo(Role role) {
        return key.allocatableTo(role);
    }

    public boolean isReserved() {
        return !key.reservations.isEmpty();
    }

    /** Whether it is reserved for exactly that role. */
    public boolean isReservedTo(Role role) {
        return key.isReservedTo(role);
    }

    public boolean hasRefinedReservations() {
        return key.reservations.size() > 1;
    }

    public boolean isPersistentVolume() {
        return key.isPersistent();
    }

    /** Whether nothing is left of it: such an object vanishes when added to a collection. */
    public boolean isEmpty() {
        return ResourceValues.isEmpty(value);
    }

    public Resource withValue(Value changed) {
        if (ResourceValues.kind(changed) != key.kind) {
            throw new IllegalArgumentException(
                    "Resource '" + key.name + "' is of type " + key.kind + "; got the value " + changed);
        }
        return changed == value ? this : new Resource(key, changed, allocation);
    }

    public Resource withMillis(long millis) {
        return withValue(new Value.Scalar(millis));
    }

    public Resource withReservations(List<Reservation> stack) {
        return new Resource(key.with(stack), value, allocation);
    }

    public Resource withReservations(Reservation... stack) {
        return withReservations(List.of(stack));
    }

    public Resource pushReservation(Reservation reservation) {
        List<Reservation> stack = new ArrayList<>(key.reservations);
        stack.add(reservation);
        return withReservations(stack);
    }

    /** Without its innermost reservation; an unreserved resource is refused. */
    public Resource popReservation() {
        if (key.reservations.isEmpty()) {
            throw BrokenRule.of(
                    "Resource '" + this + "' is not reserved.",
                    "no reservation to take away",
                    "a resource with at least one reservation",
                    "name the reserved resources only");
        }
        return withReservations(key.reservations.subList(0, key.reservations.size() - 1));
    }

    public Resource toUnreserved() {
        return key.reservations.isEmpty() ? this : withReservations(List.of());
    }

    public Resource withDisk(Disk disk) {
        return new Resource(key.with(disk, key.shared), value, allocation);
    }

    /** As plain disk space: without disk information, and so no longer shared. */
    public Resource withoutDisk() {
        return new Resource(key.with(null, false), value, allocation);
    }

    /** The disk a persistent volume was made of: no data, no mount point, not shared, but still on its source. */
    public Resource withoutVolume() {
        Disk below = key.disk == null ? null : key.disk.withoutVolume().orElse(null);
        return new Resource(key.with(below, false), value, allocation);
    }

    public Resource asRevocable() {
        return new Resource(
                new ResourceKey(key.name, key.kind, key.reservations, key.disk, key.providerId, true, key.shared),
                value,
                allocation);
    }

    public Resource asShared() {
        return new Resource(key.with(key.disk, true), value, allocation);
    }

    public Resource withProvider(String id) {
        return new Resource(
                new ResourceKey(key.name, key.kind, key.reservations, key.disk, id, key.revocable, key.shared),
                value,
                allocation);
    }

    public Resource withAllocation(Role role) {
        return new Resource(key, value, role);
    }

    Resource heldBy(@Nullable Role role) {
        return allocation == role ? this : new Resource(key, value, role);
    }

    public Resource withoutAllocation() {
        return allocation == null ? this : new Resource(key, value, null);
    }

    @Override
    public int compareTo(Resource other) {
        int order = key.compareTo(other.key);
        order = order != 0 ? order : compareRoles(allocation, other.allocation);
        return order != 0 ? order : ResourceValues.compare(value, other.value);
    }

    static int compareRoles(@Nullable Role a, @Nullable Role b) {
        if (a == null || b == null) {
            return Boolean.compare(a != null, b != null);
        }
        return a.compareTo(b);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object
                || (object instanceof Resource other
                        && key.equals(other.key)
                        && compareRoles(allocation, other.allocation) == 0
                        && value.equals(other.value));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * key.hashCode() + value.hashCode()) + (allocation == null ? 0 : allocation.hashCode());
    }

    /** The canonical text of this one object. */
    @Override
    public String toString() {
        return ResourceText.print(this);
    }
}
