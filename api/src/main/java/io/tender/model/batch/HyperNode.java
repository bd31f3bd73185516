package io.tender.model.batch;

import java.util.List;

/**
 * A domain of the network: nodes, or narrower domains, that are close to each other.
 *
 * @param tier 1 is the closest
 * @param tierName what operators call the tier; may be empty
 */
public record HyperNode(String name, int tier, String tierName, List<String> nodes, List<String> domains) {
    public HyperNode {
        nodes = List.copyOf(nodes);
        domains = List.copyOf(domains);
    }
}
