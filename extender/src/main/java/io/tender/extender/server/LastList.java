package io.tender.extender.server;

import java.util.Arrays;
import java.util.Optional;

/**
 * A list of agents and the bytes that told of it.
 *
 * @param told empty if nothing is remembered
 */
record LastList(Document told, AgentList agents) {
    static final LastList NONE = new LastList(Document.none(), AgentList.NONE);

    /** What the cursor has just read; a list that is too long is not remembered. */
    static LastList of(Cursor cursor, int from, AgentList agents, int mostBytes) {
        int length = cursor.at() - from;
        if (length > mostBytes) {
            return new LastList(Document.none(), agents);
        }
        byte[] own = Arrays.copyOfRange(cursor.bytes(), from, cursor.at());
        return new LastList(Document.part(own, 0, own.length), agents);
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
