package io.tender.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Set arithmetic on sorted lists of distinct strings. */
final class ItemMath {
    private ItemMath() {}

    static List<String> canonical(List<String> items) {
        for (int i = 1; i < items.size(); i++) {
            if (items.get(i - 1).compareTo(items.get(i)) >= 0) {
                return items.stream().sorted().distinct().toList();
            }
        }
        return List.copyOf(items);
    }

    static boolean contains(List<String> items, List<String> part) {
        return part.stream().allMatch(item -> Collections.binarySearch(items, item) >= 0);
    }

    static List<String> union(List<String> a, List<String> b) {
        return Stream.concat(a.stream(), b.stream()).sorted().distinct().toList();
    }

    static List<String> difference(List<String> a, List<String> b) {
        List<String> left = new ArrayList<>(a);
        left.removeIf(item -> Collections.binarySearch(b, item) >= 0);
        return left;
    }

    static int compare(List<String> a, List<String> b) {
        return Order.lists(a, b);
    }
}
