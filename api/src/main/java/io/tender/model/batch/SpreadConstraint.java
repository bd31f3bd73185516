package io.tender.model.batch;

import io.tender.model.BrokenRule;

/**
 * How evenly matching tasks must be spread over domains.
 *
 * @param maxSkew by how many a domain may exceed the emptiest
 * @param topologyKey nodes with the same value of this label are one domain
 * @param required whether a node that breaks it is refused, or only liked less
 */
public record SpreadConstraint(int maxSkew, String topologyKey, boolean required, Selector selector) {
    public SpreadConstraint {
        if (maxSkew < 1) {
            throw BrokenRule.of("A spread constraint cannot be met.", "maxSkew " + maxSkew, "1 or more", "raise it");
        }
    }
}
