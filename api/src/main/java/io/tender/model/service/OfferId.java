package io.tender.model.service;

/** Names one offer of the master, which is never used again once the offer is gone. */
public record OfferId(String value) implements Comparable<OfferId> {
    public OfferId {
        if (value.isBlank()) {
            throw new IllegalArgumentException(
                    "The id of an offer is blank; expected a visible name such as 'offer-1'");
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
