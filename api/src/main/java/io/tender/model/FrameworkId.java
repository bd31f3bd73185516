package io.tender.model;

/** Names one framework; a type of its own, so that it cannot be swapped with another string. */
public record FrameworkId(String value) implements Comparable<FrameworkId> {
    public FrameworkId {
        if (value.isBlank()) {
            throw BrokenRule.of(
                    "The id of a framework is blank.",
                    "no character that can be seen",
                    "a visible name such as 'framework-1'",
                    "name the framework");
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
