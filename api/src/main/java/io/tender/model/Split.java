package io.tender.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Resources of several allocation roles: one bag for each, in the order of the roles, unallocated first. */
@SuppressWarnings("ReferenceEquality") // what is unchanged stays the same instance, and is asked for as such
final class Split {
    /** What belongs to one allocation role, or to none. */
    record Part(@Nullable Role role, Bag bag) {}

    private static final Part[] NO_PARTS = new Part[0];

    final Part[] parts;
    final int traits;

    private @Nullable ResourceQuantities quantities;
    private @Nullable Bag merged;

    private Split(Part[] parts) {
        this.parts = parts;
        int all = 0;
        for (Part part : parts) {
            all |= part.bag.traits();
        }
        this.traits = all;
    }

    /** Two or more parts, none empty, by role. */
    static Split of(List<Part> parts) {
        return new Split(parts.toArray(NO_PARTS));
    }

    private static int seek(Part[] parts, @Nullable Role role) {
        int low = 0;
        int high = parts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Resource.compareRoles(parts[middle].role, role);
            if (order == 0) {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return ~low;
    }

    static List<Part> plus(Part[] a, Part[] b) {
        List<Part> sum = new ArrayList<>(a.length + b.length);
        int next = 0;
        for (Part added : b) {
            int at = seek(a, added.role);
            int until = at < 0 ? ~at : at;
            sum.addAll(Arrays.asList(a).subList(next, until));
            next = until;
            if (at < 0) {
                sum.add(added);
            } else {
                sum.add(new Part(added.role, a[at].bag.plus(added.bag)));
                next++;
            }
        }
        sum.addAll(Arrays.asList(a).subList(next, a.length));
        return sum;
    }

    /** What is left, or null if nothing was taken. */
    static @Nullable List<Part> minus(Part[] a, Part[] b) {
        List<Part> left = null;
        int copied = 0;
        for (Part taken : b) {
            int at = seek(a, taken.role);
            if (at < 0) {
                continue;
            }
            Bag bag = a[at].bag.minus(taken.bag);
            if (bag == a[at].bag) {
                continue;
            }
            if (left == null) {
                left = new ArrayList<>(a.length);
            }
            left.addAll(Arrays.asList(a).subList(copied, at));
            copied = at + 1;
            if (!bag.isEmpty()) {
                left.add(new Part(taken.role, bag));
            }
        }
        if (left != null) {
            left.addAll(Arrays.asList(a).subList(copied, a.length));
        }
        return left;
    }

    static boolean contains(Part[] a, Part[] b) {
        for (Part wanted : b) {
            int at = seek(a, wanted.role);
            if (at < 0 || !a[at].bag.contains(wanted.bag)) {
                return false;
            }
        }
        return true;
    }

    /** Each bag changed; null if none was. */
    static @Nullable List<Part> map(Part[] parts, UnaryOperator<Bag> change) {
        List<Part> changed = new ArrayList<>(parts.length);
        boolean same = true;
        for (Part part : parts) {
            Bag bag = change.apply(part.bag);
            same &= bag == part.bag;
            if (!bag.isEmpty()) {
                changed.add(bag == part.bag ? part : new Part(part.role, bag));
            }
        }
        return same ? null : changed;
    }

    ResourceQuantities quantities() {
        ResourceQuantities known = quantities;
        if (known == null) {
            known = ResourceQuantities.empty();
            for (Part part : parts) {
                known = known.plus(part.bag.quantities());
            }
            quantities = known;
        }
        return known;
    }

    /** Everything in one bag, whoever it is allocated to. */
    Bag merged() {
        Bag known = merged;
        if (known == null) {
            known = sum(0, parts.length);
            merged = known;
        }
        return known;
    }

    /** Halving keeps every object out of all but a few merges. */
    private Bag sum(int from, int until) {
        if (until - from == 1) {
            return parts[from].bag;
        }
        int middle = (from + until) >>> 1;
        return sum(from, middle).plus(sum(middle, until));
    }
}
