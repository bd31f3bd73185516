package io.tender.spi.order;

import io.tender.model.ResourceQuantities;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What those who want something hold at the beginning of a run.
 *
 * @param run its number
 * @param total what the agents have together, as far as it counts in shares
 * @param roles by share, the smallest first; empty if their order is not asked for
 * @param frameworks the same for the frameworks of each role
 */
public record Standing(
        long run, ResourceQuantities total, List<Client> roles, SortedMap<String, List<Client>> frameworks) {
    public Standing {
        roles = List.copyOf(roles);
        SortedMap<String, List<Client>> copy = new TreeMap<>();
        frameworks.forEach((role, clients) -> copy.put(role, List.copyOf(clients)));
        frameworks = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * A role or a framework.
     *
     * @param share its dominant share by its weight: what it is served by if nobody says otherwise
     */
    public record Client(String name, double weight, double share, ResourceQuantities allocated) {}
}
