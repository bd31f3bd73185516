package io.tender.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A collection of resource objects in which everything that can be one object is one.
 *
 * <p>Operations that change nothing return an operand, and {@link #allocate} and {@link #unallocate} share all inner
 * arrays, so that comparing a holding with what it was cut from is often a pointer comparison.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
public final class Resources implements Iterable<Resource> {
    private static final Resources EMPTY = new Resources(null, Bag.EMPTY, null);

    private final @Nullable Role role;
    private final Bag bag;

    /** Set where there are several allocation roles; then {@code role} and {@code bag} say nothing. */
    private final @Nullable Split split;

    private Resources(@Nullable Role role, Bag bag, @Nullable Split split) {
        this.role = role;
        this.bag = bag;
        this.split = split;
    }

    private static Resources of(@Nullable Role role, Bag bag) {
        return bag.isEmpty() ? EMPTY : new Resources(role, bag, null);
    }

    static Resources ofParts(List<Split.Part> parts) {
        return switch (parts.size()) {
            case 0 -> EMPTY;
            case 1 -> of(parts.get(0).role(), parts.get(0).bag());
            default -> new Resources(null, Bag.EMPTY, Split.of(parts));
        };
    }

    public static Resources empty() {
        return EMPTY;
    }

    public static Resources of(Resource... resources) {
        return of(Arrays.asList(resources));
    }

    public static Resources of(Iterable<Resource> resources) {
        if (resources instanceof Resources already) {
            return already;
        }
        ResourcesBuilder builder = new ResourcesBuilder();
        resources.forEach(builder::add);
        return builder.build();
    }

    /** That many copies of one object. */
    static Resources of(Resource resource, int copies) {
        return of(resource.allocationOrNull(), Bag.of(resource, copies));
    }

    /** Plain scalars. */
    public static Resources of(ResourceQuantities quantities) {
        return of(null, Bag.of(quantities));
    }

    /** Reads the text form, see {@link ResourceText}. */
    public static Resources parse(String text) {
        return ResourceText.parse(text);
    }

    /** Reads the text form; items that name no role are reserved for the given one, unless it is {@link Role#ANY}. */
    public static Resources parse(String text, Role defaultRole) {
        return ResourceText.parse(text, defaultRole);
    }

    public boolean isEmpty() {
        return this == EMPTY;
    }

    /** The number of objects, a shared one counting once however many copies there are. */
    public int size() {
        if (split == null) {
            return bag.size();
        }
        int size = 0;
        for (Split.Part part : split.parts) {
            size += part.bag().size();
        }
        return size;
    }

    private int traits() {
        return split == null ? bag.traits() : split.traits;
    }

    private Split.Part[] parts() {
        if (split != null) {
            return split.parts;
        }
        return isEmpty() ? new Split.Part[0] : new Split.Part[] {new Split.Part(role, bag)};
    }

    private boolean alignedWith(Resources other) {
        return split == null
                && other.split == null
                && (role == other.role || (role != null && role.equals(other.role)));
    }

    public Resources plus(Resources other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        if (alignedWith(other)) {
            Bag sum = bag.plus(other.bag);
            return sum == bag ? this : new Resources(role, sum, null);
        }
        return ofParts(Split.plus(parts(), other.parts()));
    }

    public Resources plus(Resource resource) {
        return plus(of(resource, 1));
    }

    /** What is left; more is never taken than there is, and what does not match is ignored. */
    public Resources minus(Resources other) {
        if (other.isEmpty()) {
            return this;
        }
        if (this == other) {
            return EMPTY;
        }
        if (alignedWith(other)) {
            Bag left = bag.minus(other.bag);
            return left == bag ? this : of(role, left);
        }
        List<Split.Part> left = Split.minus(parts(), other.parts());
        return left == null ? this : ofParts(left);
    }

    public Resources minus(Resource resource) {
        return minus(of(resource, 1));
    }

    /**
     * Whether each object of the other is contained in one of these. Only persistent volumes are used up while
     * checking, and of shared objects there must be as many copies.
     */
    public boolean contains(Resources other) {
        if (this == other || other.isEmpty()) {
            return true;
        }
        return alignedWith(other) ? bag.contains(other.bag) : Split.contains(parts(), other.parts());
    }

    public boolean contains(Resource resource) {
        return contains(of(resource, 1));
    }

    /** How many objects equal to this one there are, counting the copies of a shared one. */
    public int copies(Resource resource) {
        for (Split.Part part : parts()) {
            if (Resource.compareRoles(part.role(), resource.allocationOrNull()) == 0) {
                return part.bag().copies(resource);
            }
        }
        return 0;
    }

    /** Scalar quantities of everything, shared copies counted once. */
    public ResourceQuantities quantities() {
        return split == null ? bag.quantities() : split.quantities();
    }

    /** The plain scalars, whoever they are allocated to. */
    public ResourceQuantities plain() {
        if (split == null) {
            return bag.plain;
        }
        ResourceQuantities sum = ResourceQuantities.empty();
        for (Split.Part part : split.parts) {
            sum = sum.plus(part.bag().plain);
        }
        return sum;
    }

    /** Whether there is nothing but plain scalars. */
    public boolean isPlainOnly() {
        return restTraits() == 0;
    }

    private int restTraits() {
        if (split == null) {
            return bag.restTraits;
        }
        int traits = 0;
        for (Split.Part part : split.parts) {
            traits |= part.bag().restTraits;
        }
        return traits;
    }

    public boolean hasReserved() {
        return (traits() & Traits.RESERVED) != 0;
    }

    public boolean hasRefined() {
        return (traits() & Traits.REFINED) != 0;
    }

    public boolean hasRevocable() {
        return (traits() & Traits.REVOCABLE) != 0;
    }

    public boolean hasShared() {
        return (traits() & Traits.SHARED) != 0;
    }

    public boolean hasNonScalars() {
        return (traits() & Traits.NON_SCALAR) != 0;
    }

    /** Whether some scalar is more than a plain amount. */
    public boolean hasSpecialScalars() {
        return (restTraits() & Traits.SCALAR) != 0;
    }

    private Resources map(UnaryOperator<Bag> change) {
        if (split == null) {
            Bag changed = change.apply(bag);
            return changed == bag ? this : of(role, changed);
        }
        List<Split.Part> changed = Split.map(split.parts, change);
        return changed == null ? this : ofParts(changed);
    }

    private Resources select(int trait) {
        int traits = traits();
        if ((traits & trait) == 0) {
            return EMPTY;
        }
        return (traits & Traits.opposite(trait)) == 0 ? this : map(part -> part.select(trait));
    }

    public Resources reserved() {
        return select(Traits.RESERVED);
    }

    /** What is reserved for exactly that role. */
    public Resources reserved(Role owner) {
        return hasReserved() ? map(part -> part.reservedTo(owner)) : EMPTY;
    }

    public Resources unreserved() {
        return select(Traits.UNRESERVED);
    }

    public Resources revocable() {
        return select(Traits.REVOCABLE);
    }

    public Resources nonRevocable() {
        return select(Traits.NON_REVOCABLE);
    }

    public Resources shared() {
        return select(Traits.SHARED);
    }

    public Resources nonShared() {
        return select(Traits.NON_SHARED);
    }

    public Resources scalars() {
        return select(Traits.SCALAR);
    }

    public Resources nonScalars() {
        return select(Traits.NON_SCALAR);
    }

    public Resources persistentVolumes() {
        return select(Traits.PERSISTENT);
    }

    /** Without the objects whose reservation was refined. */
    public Resources nonRefined() {
        return select(Traits.NON_REFINED);
    }

    /** What may be offered under that role. */
    public Resources allocatableTo(Role taker) {
        return hasReserved() ? map(part -> part.allocatableTo(taker)) : this;
    }

    public Resources filter(Predicate<Resource> passes) {
        List<Resource> kept = new ArrayList<>();
        Resource[] objects = objects();
        for (Resource resource : objects) {
            if (passes.test(resource)) {
                kept.add(resource);
            }
        }
        return kept.size() == objects.length ? this : ofObjects(kept);
    }

    /** Some objects of this collection, with as many copies as there are here. */
    Resources ofObjects(List<Resource> objects) {
        ResourcesBuilder builder = new ResourcesBuilder();
        objects.forEach(object -> builder.add(object, object.isShared() ? copies(object) : 1));
        return builder.build();
    }

    /** What each role was allocated, still marked with it; all objects must be allocated. */
    public SortedMap<Role, Resources> allocations() {
        SortedMap<Role, Resources> byRole = new TreeMap<>();
        for (Split.Part part : parts()) {
            if (part.role() == null) {
                throw new IllegalStateException("Got resources without an allocation role, '" + of(null, part.bag())
                        + "'; expected all to be allocated: use allocate(role) first");
            }
            byRole.put(part.role(), split == null ? this : of(part.role(), part.bag()));
        }
        return Collections.unmodifiableSortedMap(byRole);
    }

    /** What one role was allocated, still marked with it. */
    public Resources allocation(Role holder) {
        if (split == null) {
            return holder.equals(role) ? this : EMPTY;
        }
        for (Split.Part part : split.parts) {
            if (holder.equals(part.role())) {
                return of(holder, part.bag());
            }
        }
        return EMPTY;
    }

    /** The role that everything here is allocated to, if there is one such. */
    public Optional<Role> allocatedTo() {
        return split == null ? Optional.ofNullable(role) : Optional.empty();
    }

    /** Everything, allocated to that role. */
    public Resources allocate(Role holder) {
        if (split != null) {
            return of(holder, split.merged());
        }
        return isEmpty() || holder.equals(role) ? this : new Resources(holder, bag, null);
    }

    /** Everything, allocated to nobody. */
    public Resources unallocate() {
        if (split != null) {
            return of(null, split.merged());
        }
        return role == null ? this : new Resources(null, bag, null);
    }

    /** Everything, with all reservations taken away. */
    public Resources toUnreserved() {
        return hasReserved() ? changed(Resource::toUnreserved) : this;
    }

    public Resources pushReservation(Reservation reservation) {
        return changed(resource -> resource.pushReservation(reservation));
    }

    /** Everything without its innermost reservation; unreserved objects are refused. */
    public Resources popReservation() {
        return changed(Resource::popReservation);
    }

    private Resources changed(UnaryOperator<Resource> change) {
        ResourcesBuilder builder = new ResourcesBuilder();
        for (Resource resource : this) {
            builder.add(change.apply(resource), resource.isShared() ? copies(resource) : 1);
        }
        return builder.build();
    }

    /**
     * How much there is of a name, reserved or not: thousandths of scalars, a thousand for each number of a range and
     * each item of a set.
     */
    public long amount(String name) {
        if (split == null) {
            return bag.amount(name);
        }
        long amount = 0;
        for (Split.Part part : split.parts) {
            amount = ResourceValues.boundedSum(amount, part.bag().amount(name));
        }
        return amount;
    }

    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        forEach(resource -> names.add(resource.name()));
        return Collections.unmodifiableSortedSet(names);
    }

    /** At most this much of each name, nothing of names that are absent, and no ranges or sets; see {@link Shrink}. */
    public Resources shrunkTo(ResourceQuantities target, LongUnaryOperator draw) {
        if (split == null && bag.restTraits == 0) {
            return map(part -> part.withPlain(part.plain.cappedBy(target)));
        }
        return Shrink.toQuantities(this, target, draw);
    }

    /** At most this much of each limited name, and all of the others; see {@link Shrink}. */
    public Resources shrunkTo(ResourceLimits limits, LongUnaryOperator draw) {
        if (split == null && bag.restTraits == 0) {
            return map(part -> part.withPlain(part.plain.cappedBy(limits)));
        }
        return Shrink.toLimits(this, limits, draw);
    }

    /** The objects in canonical order, each shared one once. */
    Resource[] objects() {
        if (split == null) {
            return bag.objects(role);
        }
        Resource[] objects = new Resource[size()];
        int next = 0;
        for (Split.Part part : split.parts) {
            Resource[] some = part.bag().objects(part.role());
            System.arraycopy(some, 0, objects, next, some.length);
            next += some.length;
        }
        Arrays.sort(objects);
        return objects;
    }

    /** The objects in canonical order, each shared one once: {@link #copies} tells how many there are of it. */
    @Override
    public Iterator<Resource> iterator() {
        Resource[] objects = objects();
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < objects.length;
            }

            @Override
            public Resource next() {
                if (next == objects.length) {
                    throw new NoSuchElementException();
                }
                return objects[next++];
            }
        };
    }

    public Stream<Resource> stream() {
        return Arrays.stream(objects());
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object
                || (object instanceof Resources other
                        && (alignedWith(other) ? bag.equals(other.bag) : Arrays.equals(parts(), other.parts())));
    }

    @Override
    public int hashCode() {
        return split == null
                ? 31 * bag.hashCode() + (role == null ? 0 : role.hashCode())
                : Arrays.hashCode(split.parts);
    }

    /** The canonical text, which parses back to equal resources; see {@link ResourceText}. */
    @Override
    public String toString() {
        return ResourceText.print(this);
    }
}
