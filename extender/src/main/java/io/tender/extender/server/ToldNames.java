package io.tender.extender.server;

import java.util.Arrays;
import java.util.List;

/**
 * A list of names with the bytes that told of it: a list that has pieces in common with it is read by the piece.
 *
 * @param names where they lie in the bytes of the list; none if nothing is remembered
 * @param plain whether all of them were sent as we would write them
 */
record ToldNames(SaidNames names, boolean plain, AgentList agents, NameIndex index) {
    static final ToldNames NONE = of(SaidNames.of(List.of()), true, AgentList.NONE);

    static ToldNames of(SaidNames names, boolean plain, AgentList agents) {
        return new ToldNames(names, plain, agents, new NameIndex(names));
    }

    /** Whether the cursor is at this very list; it is then behind it. */
    boolean isAllAt(Cursor cursor) {
        byte[] told = names.bytes();
        if (told.length == 0
                || told.length > cursor.end() - cursor.at()
                || !Arrays.equals(told, 0, told.length, cursor.bytes(), cursor.at(), cursor.at() + told.length)) {
            return false;
        }
        cursor.pass(told.length);
        return true;
    }

    /** Behind the last of the names, from that place on, that follow each other where the cursor is too; the place itself if none. */
    private int pieceEnd(int place, Cursor cursor) {
        int begin = names.begin(place);
        int most = Math.min(names.bytes().length - begin, cursor.end() - cursor.at());
        int differs =
                Arrays.mismatch(names.bytes(), begin, begin + most, cursor.bytes(), cursor.at(), cursor.at() + most);
        return Math.max(place, names.over(begin + (differs < 0 ? most : differs)));
    }

    /** Puts a list together, of pieces of the one before and of names that were not in it. */
    static final class Builder {
        /** In place of a place in the list before, with where it ends in the bytes. */
        private static final int STRANGER = -1;

        private final ToldNames before;
        private Agent[] agents;
        private int size;
        private final Pieces pieces;
        /** Of each piece its place in the list before, where it begins in the bytes, and the place where it is over. */
        private int[] parts = new int[24];

        private int partsEnd;
        private boolean strange;
        private boolean quoted = true;
        private boolean plain = true;
        private int next;

        Builder(ToldNames before) {
            this.before = before;
            this.agents = new Agent[before.names.size()];
            this.pieces = new Pieces(before.agents);
        }

        int size() {
            return size;
        }

        /** Of how many pieces of the list before it is made. */
        int pieces() {
            return pieces.count();
        }

        /** Whether any of them was not in the list before. */
        boolean isStrange() {
            return strange;
        }

        /** The name at which the cursor is, and those behind it that come in the same order as before. */
        void take(Cursor cursor) throws Unreadable {
            int place = next < before.names.size() ? next : 0;
            int end = before.names.size() == 0 ? 0 : before.pieceEnd(place, cursor);
            if (end == place) {
                place = before.index.find(cursor.bytes(), cursor.at(), cursor.end());
                end = place < 0 ? place : before.pieceEnd(place, cursor);
            }
            if (place < 0) {
                stranger(cursor);
            } else {
                piece(cursor, place, end);
            }
        }

        private void stranger(Cursor cursor) throws Unreadable {
            int begin = cursor.at();
            room(1);
            agents[size++] = Agent.named(cursor.text());
            part(STRANGER, begin, cursor.at());
            quoted &= cursor.bytes()[begin] == '"';
            plain &= quoted && isPlain(cursor.bytes(), begin, cursor.at());
            strange = true;
        }

        /** Letters and digits, as almost all names are; others can be written in several ways. */
        private static boolean isPlain(byte[] bytes, int from, int to) {
            for (int i = from; i < to; i++) {
                if (bytes[i] < ' ' || bytes[i] == '\\') {
                    return false;
                }
            }
            return true;
        }

        private void piece(Cursor cursor, int place, int end) {
            room(end - place);
            before.agents.copy(place, end, agents, size);
            size += end - place;
            part(place, cursor.at(), end);
            cursor.pass(before.names.end(end - 1) - before.names.begin(place));
            next = end;
            pieces.add(place, end);
            plain &= before.plain;
        }

        private void room(int more) {
            if (agents.length < size + more) {
                agents = Arrays.copyOf(agents, Math.max(size + more, 2 * agents.length));
            }
        }

        /** Where the names lie is written down by the part: most lists are used without a look at that. */
        private void part(int place, int begin, int end) {
            if (partsEnd == parts.length) {
                parts = Arrays.copyOf(parts, 2 * partsEnd);
            }
            parts[partsEnd++] = place;
            parts[partsEnd++] = begin;
            parts[partsEnd++] = end;
        }

        /** The list, in which nobody is strange. */
        AgentList list() {
            return plain ? new AgentList(agents(), pieces) : new AgentList(agents());
        }

        private List<Agent> agents() {
            return List.of(agents.length == size ? agents : Arrays.copyOf(agents, size));
        }

        /** The list, with a copy of the bytes that told of it. */
        ToldNames told(byte[] bytes, int from, int to) {
            if (!quoted) { // null is no name, and not to be found again
                return of(NONE.names, true, new AgentList(agents()));
            }
            SaidNames own = names(bytes).within(from, to);
            return of(own, plain, plain ? new AgentList(agents(), own) : new AgentList(agents()));
        }

        private SaidNames names(byte[] bytes) {
            int[] begins = new int[size];
            int[] ends = new int[size];
            int at = 0;
            for (int i = 0; i < partsEnd; i += 3) {
                int place = parts[i];
                if (place == STRANGER) {
                    begins[at] = parts[i + 1];
                    ends[at++] = parts[i + 2];
                    continue;
                }
                int shift = parts[i + 1] - before.names.begin(place);
                for (; place < parts[i + 2]; place++) {
                    begins[at] = before.names.begin(place) + shift;
                    ends[at++] = before.names.end(place) + shift;
                }
            }
            return SaidNames.sent(bytes, begins, ends);
        }
    }
}
