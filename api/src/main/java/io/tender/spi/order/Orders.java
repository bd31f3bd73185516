package io.tender.spi.order;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who is served first.
 *
 * @param roles the first to be served first
 * @param frameworks the same by role; in a role that is not named, by share
 */
public record Orders(List<String> roles, SortedMap<String, List<String>> frameworks) {
    public Orders {
        roles = List.copyOf(roles);
        SortedMap<String, List<String>> copy = new TreeMap<>();
        frameworks.forEach((role, names) -> copy.put(role, List.copyOf(names)));
        frameworks = Collections.unmodifiableSortedMap(copy);
    }
}
