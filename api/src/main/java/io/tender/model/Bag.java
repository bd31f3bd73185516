package io.tender.model;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Resources of one allocation role: plain scalars as numbers, everything rarer as objects in canonical order.
 *
 * <p>The objects carry no allocation role, so the same bag serves before and after an allocation.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
final class Bag {
    /** Room for what a filter lets pass: of hundreds of reservations a role may use but a handful. */
    private static final int FEW = 8;

    private static final Resource[] NO_OBJECTS = new Resource[0];

    static final Bag EMPTY = new Bag(ResourceQuantities.empty(), NO_OBJECTS, null, 0);

    final ResourceQuantities plain;

    /** Objects by {@link RestMerge#slot slot}, with all that merges merged; the same array has the same copies. */
    final Resource[] rest;

    /** How many copies of each object; null where nothing is shared. */
    final int @Nullable [] copies;

    /** The {@link Traits} of the objects in {@code rest}. */
    final int restTraits;

    private @Nullable ResourceQuantities quantities;
    private @Nullable Bag unreserved;

    private Bag(ResourceQuantities plain, Resource[] rest, int @Nullable [] copies, int restTraits) {
        this.plain = plain;
        this.rest = rest;
        this.copies = copies;
        this.restTraits = restTraits;
    }

    static Bag of(ResourceQuantities plain, Resource[] rest, int @Nullable [] copies, int restTraits) {
        return plain.isEmpty() && rest.length == 0 ? EMPTY : new Bag(plain, rest, copies, restTraits);
    }

    /** A bag of some objects whose traits are among the given ones. */
    static Bag among(ResourceQuantities plain, Resource[] rest, int @Nullable [] copies, int possible) {
        int traits = 0;
        // From both ends: neighbours are of one name and much alike.
        for (int i = 0, j = rest.length - 1; i <= j && traits != possible; i++, j--) {
            traits |= rest[i].key.traits | rest[j].key.traits;
        }
        return of(plain, rest, (traits & Traits.SHARED) == 0 ? null : copies, traits);
    }

    static Bag of(ResourceQuantities plain) {
        return of(plain, NO_OBJECTS, null, 0);
    }

    /** A bag of one object, leaving out its allocation role. */
    static Bag of(Resource resource, int copies) {
        if (resource.isEmpty()) {
            return EMPTY;
        }
        ResourceKey key = resource.key;
        if (key.isPlain()) {
            return of(ResourceQuantities.ofSorted(new String[] {key.name}, new long[] {resource.millis()}, 1));
        }
        int[] counts = key.shared ? new int[] {copies} : null;
        return of(ResourceQuantities.empty(), new Resource[] {resource.withoutAllocation()}, counts, key.traits);
    }

    /** A bag of objects in any order, none of them shared, leaving out their allocation roles. */
    static Bag collect(List<Resource> resources) {
        Map<String, Long> amounts = new TreeMap<>();
        Resource[] objects = new Resource[resources.size()];
        int size = 0;
        for (Resource resource : resources) {
            if (resource.isEmpty()) {
                continue;
            }
            if (resource.key.isPlain()) {
                amounts.merge(resource.name(), resource.millis(), Math::addExact);
            } else {
                objects[size++] = resource.withoutAllocation();
            }
        }
        ResourceQuantities plain = amounts.isEmpty() ? ResourceQuantities.empty() : ResourceQuantities.of(amounts);
        return size == 0 ? of(plain) : RestMerge.collect(plain, Arrays.copyOf(objects, size));
    }

    boolean isEmpty() {
        return this == EMPTY;
    }

    int size() {
        return plain.size() + rest.length;
    }

    int traits() {
        return plain.isEmpty() ? restTraits : restTraits | Traits.OF_PLAIN;
    }

    int copies(int index) {
        return copies == null ? 1 : copies[index];
    }

    /** How many objects equal this one, leaving its allocation role aside. */
    int copies(Resource resource) {
        if (resource.key.isPlain()) {
            return !resource.isEmpty() && plain.millis(resource.name()) == resource.millis() ? 1 : 0;
        }
        return RestMerge.copies(this, resource);
    }

    /** How much there is of a name, bounded instead of overflowing. */
    long amount(String name) {
        long amount = plain.millis(name);
        for (int i = RestMerge.firstOf(rest, name); i < rest.length && Names.same(rest[i].name(), name); i++) {
            amount = ResourceValues.boundedSum(amount, ResourceValues.amount(rest[i].value()));
        }
        return amount;
    }

    Bag withPlain(ResourceQuantities changed) {
        return changed == plain ? this : of(changed, rest, copies, restTraits);
    }

    Bag plus(Bag other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        ResourceQuantities sum = plain.plus(other.plain);
        if (other.rest.length == 0) {
            return withPlain(sum);
        }
        return rest.length == 0 ? other.withPlain(sum) : RestMerge.plus(sum, this, other);
    }

    Bag minus(Bag other) {
        if (this == other || (rest == other.rest && plain == other.plain)) {
            return EMPTY;
        }
        ResourceQuantities left = plain.minus(other.plain);
        if (rest.length == 0 || other.rest.length == 0) {
            return withPlain(left);
        }
        if (rest == other.rest) {
            return of(left);
        }
        return RestMerge.minus(left, this, other);
    }

    boolean contains(Bag other) {
        return this == other
                || (plain.contains(other.plain)
                        && (other.rest.length == 0 || rest == other.rest || RestMerge.contains(this, other)));
    }

    /** The objects that have a trait; this bag if all do. */
    Bag select(int trait) {
        int traits = traits();
        if ((traits & trait) == 0) {
            return EMPTY;
        }
        if ((traits & Traits.opposite(trait)) == 0) {
            return this;
        }
        ResourceQuantities kept = (Traits.OF_PLAIN & trait) == 0 ? ResourceQuantities.empty() : plain;
        return (restTraits & Traits.opposite(trait)) == 0
                ? withPlain(kept)
                : keep(kept, resource -> (resource.key.traits & trait) != 0);
    }

    /** What may be offered under that role; for most roles that is what is reserved for nobody. */
    Bag allocatableTo(Role role) {
        if ((restTraits & Traits.RESERVED) == 0) {
            return this;
        }
        for (Resource resource : rest) {
            if ((resource.key.traits & Traits.RESERVED) != 0 && resource.key.allocatableTo(role)) {
                return keep(plain, candidate -> candidate.key.allocatableTo(role));
            }
        }
        return unreserved();
    }

    Bag unreserved() {
        Bag known = unreserved;
        if (known == null) {
            known = select(Traits.UNRESERVED);
            unreserved = known;
        }
        return known;
    }

    Bag reservedTo(Role role) {
        return (restTraits & Traits.RESERVED) == 0
                ? EMPTY
                : keep(ResourceQuantities.empty(), resource -> resource.key.isReservedTo(role));
    }

    /** These plain scalars, and the objects that pass. */
    Bag keep(ResourceQuantities kept, Predicate<Resource> passes) {
        int first = 0;
        while (first < rest.length && passes.test(rest[first])) {
            first++;
        }
        if (first == rest.length) {
            return withPlain(kept);
        }
        Resource[] objects = new Resource[Math.min(rest.length - 1, first + FEW)];
        int[] counts = copies == null ? null : new int[rest.length - 1];
        int size = 0;
        for (int i = 0; i < rest.length; i++) {
            if (i < first || (i > first && passes.test(rest[i]))) {
                if (copies != null && counts != null) {
                    counts[size] = copies[i];
                }
                objects = size < objects.length ? objects : Arrays.copyOf(objects, 2 * size);
                objects[size++] = rest[i];
            }
        }
        if (size == 0) {
            return of(kept);
        }
        return among(
                kept,
                size == objects.length ? objects : Arrays.copyOf(objects, size),
                counts == null ? null : Arrays.copyOf(counts, size),
                restTraits);
    }

    /** The objects in canonical order, as seen by their holder. */
    Resource[] objects(@Nullable Role holder) {
        Resource[] objects = new Resource[size()];
        int next = 0;
        int j = 0;
        for (int i = 0; i < plain.size(); i++) {
            // Of its name, the plain scalar comes first.
            while (j < rest.length && Names.compare(rest[j].name(), plain.name(i)) < 0) {
                objects[next++] = rest[j++].heldBy(holder);
            }
            objects[next++] = new Resource(ResourceKey.plain(plain.name(i)), new Value.Scalar(plain.millis(i)), holder);
        }
        while (j < rest.length) {
            objects[next++] = rest[j++].heldBy(holder);
        }
        return objects;
    }

    /** Scalars of everything by name, shared copies counted once. */
    ResourceQuantities quantities() {
        ResourceQuantities known = quantities;
        if (known == null) {
            known = (restTraits & Traits.SCALAR) == 0 ? plain : plain.plus(restQuantities());
            quantities = known;
        }
        return known;
    }

    private ResourceQuantities restQuantities() {
        String[] names = new String[rest.length];
        long[] sums = new long[rest.length];
        int size = 0;
        for (Resource resource : rest) {
            if (!resource.isScalar()) {
                continue;
            }
            // The objects are sorted by name, so equal names follow each other.
            if (size > 0 && Names.same(names[size - 1], resource.name())) {
                sums[size - 1] = Math.addExact(sums[size - 1], resource.millis());
            } else {
                names[size] = resource.name();
                sums[size++] = resource.millis();
            }
        }
        return ResourceQuantities.ofSorted(names, sums, size);
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return this == object
                || (object instanceof Bag other
                        && plain.equals(other.plain)
                        && (rest == other.rest || Arrays.equals(rest, other.rest))
                        && Arrays.equals(copies, other.copies));
    }

    @Override
    public int hashCode() {
        return 31 * plain.hashCode() + Arrays.hashCode(rest);
    }
}
