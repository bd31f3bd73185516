package io.tender.core.sorter;

import java.util.Locale;

/** How clients are put in order. */
public enum SorterKind {
    /** The client with the smallest weighted dominant share first. */
    DRF,
    /** By weighted chance, anew each time. */
    RANDOM;

    /** Reads a setting such as {@code drf}. */
    public static SorterKind parse(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "drf" -> DRF;
            case "random" -> RANDOM;
            default -> throw new IllegalArgumentException("unknown sorter '" + name + "': expected 'drf' or 'random'");
        };
    }
}
