package io.tender.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Merges the object lists of two bags, both in slot order, leaping over long stretches that only one of them has.
 *
 * <p>A few objects added to or taken from many cost a few binary searches and one copy of the array.
 */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
final class RestMerge {
    private RestMerge() {}

    /**
     * The order of objects in a bag: by key, and where amounts may not be glued together by value too. Two objects of
     * the same slot merge, unless they are indivisible and not shared: those stand beside each other.
     */
    static int slot(Resource a, Resource b) {
        int order = a.key.compareTo(b.key);
        return order != 0 || a.key.isDivisible() ? order : ResourceValues.compare(a.value(), b.value());
    }

    /** The first index from {@code from} on with the slot of the target, or the complement of where it would go. */
    private static int seek(Resource[] objects, int from, Resource target) {
        int low = from;
        int high = from;
        int step = 1;
        int order = 1;
        while (high < objects.length) {
            order = slot(objects[high], target);
            if (order >= 0) {
                break;
            }
            low = high + 1;
            high += step;
            step <<= 1;
        }
        boolean found = high < objects.length && order == 0;
        high = Math.min(high, objects.length);
        while (low < high) {
            int middle = (low + high) >>> 1;
            order = slot(objects[middle], target);
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
                found = order == 0;
            }
        }
        return found ? low : ~low;
    }

    /** The first index whose object has that name, or one not below it. */
    static int firstOf(Resource[] objects, String name) {
        int low = 0;
        int high = objects.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Names.compare(objects[middle].name(), name) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static int copies(Bag bag, Resource resource) {
        int copies = 0;
        int at = seek(bag.rest, 0, resource);
        for (int i = at; i >= 0 && i < bag.rest.length && slot(bag.rest[i], resource) == 0; i++) {
            copies += bag.rest[i].value().equals(resource.value()) ? bag.copies(i) : 0;
        }
        return copies;
    }

    /** Sorts and merges objects, none of them shared. */
    static Bag collect(ResourceQuantities plain, Resource[] objects) {
        Arrays.sort(objects, RestMerge::slot);
        Output out = new Output(objects.length, false);
        for (Resource object : objects) {
            if (out.size > 0 && slot(out.objects[out.size - 1], object) == 0 && out.join(object)) {
                continue;
            }
            out.add(object, 1);
        }
        return out.bagAmong(plain, Traits.ANY);
    }

    static Bag plus(ResourceQuantities plain, Bag a, Bag b) {
        Output out = new Output(a.rest.length + b.rest.length, a.copies != null || b.copies != null);
        boolean changed = false;
        int next = 0;
        for (int j = 0; j < b.rest.length; j++) {
            Resource added = b.rest[j];
            int at = seek(a.rest, next, added);
            int until = at < 0 ? ~at : at;
            out.addAll(a, next, until);
            next = until;
            if (at < 0 || (!added.key.isDivisible() && !added.key.shared)) {
                out.add(added, b.copies(j));
                changed = true;
                continue;
            }
            Resource mine = a.rest[at];
            Resource sum = added.key.shared ? mine : mine.withValue(ResourceValues.plus(mine.value(), added.value()));
            changed |= added.key.shared || sum != mine;
            out.add(sum, added.key.shared ? Math.addExact(a.copies(at), b.copies(j)) : 1);
            next = at + 1;
        }
        if (!changed) {
            return a.withPlain(plain);
        }
        out.addAll(a, next, a.rest.length);
        return out.bag(plain, a.restTraits | b.restTraits);
    }

    static Bag minus(ResourceQuantities plain, Bag a, Bag b) {
        Output out = null;
        int next = 0;
        int copied = 0;
        for (int j = 0; j < b.rest.length && next < a.rest.length; j++) {
            int at = seek(a.rest, next, b.rest[j]);
            next = at < 0 ? ~at : at;
            if (at < 0) {
                continue;
            }
            Resource mine = a.rest[at];
            int copies = mine.key.shared ? a.copies(at) - b.copies(j) : 0;
            Resource left = copies > 0 ? mine : less(mine, b.rest[j]);
            next = at + 1;
            if (left == mine && !mine.key.shared) {
                continue;
            }
            if (out == null) {
                out = new Output(a.rest.length, a.copies != null);
            }
            out.addAll(a, copied, at);
            if (left != null) {
                out.add(left, Math.max(copies, 1));
            }
            copied = at + 1;
        }
        if (out == null) {
            return a.withPlain(plain);
        }
        out.addAll(a, copied, a.rest.length);
        return out.size == a.rest.length ? out.bag(plain, a.restTraits) : out.bagAmong(plain, a.restTraits);
    }

    private static @Nullable Resource less(Resource mine, Resource taken) {
        if (!mine.key.isDivisible()) {
            return null;
        }
        Value left = ResourceValues.minus(mine.value(), taken.value());
        return left == null ? null : mine.withValue(left);
    }

    static boolean contains(Bag a, Bag b) {
        int next = 0;
        for (int j = 0; j < b.rest.length; j++) {
            Resource wanted = b.rest[j];
            int at = seek(a.rest, next, wanted);
            if (at < 0) {
                return false;
            }
            ResourceKey key = wanted.key;
            if (key.isDivisible()
                    ? !ResourceValues.contains(a.rest[at].value(), wanted.value())
                    : a.copies(at) < b.copies(j)) {
                return false;
            }
            // Only persistent volumes are used up: asked for twice, they must be there twice.
            next = key.isPersistent() ? at + 1 : at;
        }
        return true;
    }

    /** Where a merge writes its objects. */
    private static final class Output {
        private final Resource[] objects;
        private final int @Nullable [] copies;
        private int size;

        Output(int capacity, boolean withCopies) {
            objects = new Resource[capacity];
            copies = withCopies ? new int[capacity] : null;
        }

        void add(Resource object, int count) {
            if (copies != null) {
                copies[size] = count;
            }
            objects[size++] = object;
        }

        void addAll(Bag bag, int from, int until) {
            System.arraycopy(bag.rest, from, objects, size, until - from);
            if (copies != null) {
                if (bag.copies != null) {
                    System.arraycopy(bag.copies, from, copies, size, until - from);
                } else {
                    Arrays.fill(copies, size, size + until - from, 1);
                }
            }
            size += until - from;
        }

        /** Merges an object into the last one, which has the same slot; false if they must stay two. */
        boolean join(Resource object) {
            if (!object.key.isDivisible()) {
                return false;
            }
            Resource last = objects[size - 1];
            objects[size - 1] = last.withValue(ResourceValues.plus(last.value(), object.value()));
            return true;
        }

        Bag bagAmong(ResourceQuantities plain, int possible) {
            return Bag.among(plain, trimmedObjects(), trimmedCopies(), possible);
        }

        Bag bag(ResourceQuantities plain, int traits) {
            return Bag.of(plain, trimmedObjects(), trimmedCopies(), traits);
        }

        private Resource[] trimmedObjects() {
            return size == objects.length ? objects : Arrays.copyOf(objects, size);
        }

        private int @Nullable [] trimmedCopies() {
            return copies == null || size == copies.length ? copies : Arrays.copyOf(copies, size);
        }
    }
}
