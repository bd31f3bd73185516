package io.tender.extender.volcano;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The extenders of one program that were made and not closed yet. When settings change, the new ones are made before the old
 * ones are closed, so one that closes finds here who goes on under its name.
 */
final class Successors {
    private final List<ExtenderPlugin> living = new ArrayList<>();

    synchronized void add(ExtenderPlugin plugin) {
        living.add(plugin);
    }

    /** Removes one, and tells who was made last to take its place. */
    synchronized Optional<ExtenderPlugin> of(ExtenderPlugin late) {
        living.remove(late);
        return living.reversed().stream()
                .filter(other -> other.canContinue(late))
                .findFirst();
    }
}
