package io.tender.extender.server;

import java.util.Optional;

/**
 * A list of agents and the bytes that told of it.
 *
 * @param told empty if nothing is remembered
 */
record LastList(Document told, AgentList agents) {
    static final LastList NONE = new LastList(Document.none(), AgentList.NONE);

    /** What the cursor has just read, as it lies in the request, which stays in memory with it; not if that is too large. */
    static LastList of(Cursor cursor, int from, AgentList agents, int mostBytes) {
        return cursor.end() > mostBytes ? NONE : new LastList(Document.part(cursor.bytes(), from, cursor.at()), agents);
    }

    /** The list at which the cursor is, if it is the same again; the cursor is then behind it. */
    Optional<AgentList> at(Cursor cursor) {
        int from = cursor.start();
        if (told.isEmpty() || !told.begins(cursor.bytes(), from, cursor.end())) {
            return Optional.empty();
        }
        cursor.pass(told.length());
        return Optional.of(agents);
    }
}
