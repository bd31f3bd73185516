package io.tender.model.service;

import io.tender.model.BrokenRule;

/** Names one offer of the master, which is never used again once the offer is gone. */
public record OfferId(String value) implements Comparable<OfferId> {
    public OfferId {
        if (value.isBlank()) {
            throw BrokenRule.of(
                    "The id of an offer is blank.",
                    "no character that can be seen",
                    "a visible name such as 'offer-1'",
                    "name the offer");
        }
    }

    @Override
    public int compareTo(OfferId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
