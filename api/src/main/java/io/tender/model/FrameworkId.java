package io.tender.model;

/** Names one framework; a type of its own, so that it cannot be swapped with another string. */
public record FrameworkId(String value) implements Comparable<FrameworkId> {
    public FrameworkId {
        if (value.isBlank()) {
            throw new IllegalArgumentException(
                    "The id of a framework is blank; expected a visible name such as 'framework-1'");
        }
    }

    @Override
    public int compareTo(FrameworkId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
