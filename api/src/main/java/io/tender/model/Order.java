package io.tender.model;

import java.util.List;
import java.util.Optional;

/** Comparisons of the optional and repeated parts of a resource, absent and shorter first. */
final class Order {
    private Order() {}

    static <T extends Comparable<T>> int optional(Optional<T> a, Optional<T> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return Boolean.compare(a.isPresent(), b.isPresent());
        }
        return a.get().compareTo(b.get());
    }

    @SuppressWarnings("ReferenceEquality") // most resources share the very same lists
    static <T extends Comparable<T>> int lists(List<T> a, List<T> b) {
        if (a == b) {
            return 0;
        }
        int length = Math.min(a.size(), b.size());
        for (int i = 0; i < length; i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}
