package io.tender.extender.server;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Agents of a list that were read: most others in it are of the kind of one of them, and differ in few texts. They lie close by
 * in memory, so that to compare with them is faster still than with what was remembered of the same agent.
 */
final class Siblings {
    /** Each that is tried in vain costs a tenth of reading. */
    private static final int MOST_KINDS = 4;

    /** After so many in vain, more than were found, only one in so many is tried. */
    private static final int PATIENCE = 16;

    /** The last one that was found first. */
    private final @Nullable TextPlaces[] kinds = new TextPlaces[MOST_KINDS];

    private int luck = PATIENCE;
    private int tries;

    /** The agent where the cursor is, if it is of a known kind; the cursor is then behind it. */
    Optional<Agent> like(Cursor cursor) {
        if (luck <= 0 && tries++ % PATIENCE != 0) {
            return Optional.empty();
        }
        for (int i = 0; i < MOST_KINDS; i++) {
            TextPlaces kind = kinds[i];
            if (kind == null) {
                break;
            }
            Optional<Agent> found = kind.like(cursor);
            if (found.isPresent()) {
                toFront(kind, i);
                luck = Math.min(luck + 1, PATIENCE);
                return found;
            }
        }
        luck--;
        return Optional.empty();
    }

    /** One that was read. */
    void add(TextPlaces kind) {
        toFront(kind, MOST_KINDS - 1);
    }

    private void toFront(TextPlaces kind, int from) {
        for (int i = from; i > 0; i--) {
            kinds[i] = kinds[i - 1];
        }
        kinds[0] = kind;
    }
}
