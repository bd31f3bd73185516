package io.tender.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A free note on a reservation or a disk: a key, and perhaps a value. */
public record Label(String key, Optional<String> value) implements Comparable<Label> {
    private static final Comparator<Label> ORDER = Comparator.comparing(Label::key)
            .thenComparing(label -> label.value().orElse(""))
            .thenComparing(label -> label.value().isPresent());

    public static Label of(String key, String value) {
        return new Label(key, Optional.of(value));
    }

    public static Label of(String key) {
        return new Label(key, Optional.empty());
    }

    @Override
    public int compareTo(Label other) {
        return ORDER.compare(this, other);
    }

    /** Sorted, because labels are compared as an unordered collection. */
    static List<Label> canonical(List<Label> labels) {
        return labels.size() < 2
                ? List.copyOf(labels)
                : labels.stream().sorted().toList();
    }
}
