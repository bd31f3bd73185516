package io.tender.daemon.master;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parses texts of which the same few come again and again, most of them only once: a cluster has thousands of tasks that
 * ask for the same. What it gives is shared, so it must be immutable.
 */
final class Remembered<T> implements Function<String, T> {
    /** A power of two; a text that meets another in its place takes it. */
    private static final int PLACES = 1 << 10;

    /** Longer ones hardly come twice, and would take room. */
    private static final int LONGEST = 200;

    private final Function<String, T> parse;
    private final AtomicReferenceArray<@Nullable Known<T>> places = new AtomicReferenceArray<>(PLACES);

    private record Known<T>(String text, T value) {}

    Remembered(Function<String, T> parse) {
        this.parse = parse;
    }

    @Override
    public T apply(String text) {
        if (text.length() > LONGEST) {
            return parse.apply(text);
        }
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 16) & (PLACES - 1);
        Known<T> known = places.get(place);
        if (known != null && known.text().equals(text)) {
            return known.value();
        }
        T value = parse.apply(text);
        places.set(place, new Known<>(text, value));
        return value;
    }
}
