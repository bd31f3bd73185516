package io.tender.extender.server;

import java.util.Optional;

/**
 * Remembers a list of names, since the same thousands of them come with every question, all or most of them, in the same order
 * or in another.
 */
final class SeenNames {
    private static final int MOST_BYTES = 8 << 20;

    /** As long as pieces of the remembered list are that long on average, it serves better than one more that is read anew. */
    private static final int FEWEST_OF_A_PIECE = 8;

    private volatile ToldNames last = ToldNames.NONE;

    /** Agents known by name alone; empty if null stands there. */
    Optional<AgentList> list(Cursor cursor) throws Unreadable {
        ToldNames before = last;
        int from = cursor.start();
        if (before.isAllAt(cursor)) {
            return Optional.of(before.agents());
        }
        if (!cursor.enterList()) {
            return Optional.empty();
        }
        ToldNames.Builder read = new ToldNames.Builder(before);
        while (cursor.item()) {
            read.take(cursor);
        }
        if (!read.isStrange() && read.pieces() <= 1 + read.size() / FEWEST_OF_A_PIECE) {
            return Optional.of(read.list());
        }
        ToldNames told = read.told(cursor.bytes(), from, cursor.at());
        last = cursor.at() - from > MOST_BYTES ? ToldNames.NONE : told;
        return Optional.of(told.agents());
    }
}
