package io.tender.extender.server;

import java.util.Arrays;
import java.util.List;

/** Of which pieces of another list a list of agents is made, so that what was said of the other is said again by the piece. */
final class Pieces {
    private final AgentList other;
    /** Of each piece where it begins in the other list, and where it is over. */
    private int[] bounds = new int[8];

    private int size;

    Pieces(AgentList other) {
        this.other = other;
    }

    void add(int from, int to) {
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * size);
        }
        bounds[size++] = from;
        bounds[size++] = to;
    }

    int count() {
        return size / 2;
    }

    AgentList other() {
        return other;
    }

    /** Whether the same is said of each agent as was said of it in the other list. */
    boolean areEqual(List<Outlook> outlooks, List<Outlook> others) {
        int at = 0;
        for (int i = 0; i < size; i += 2) {
            int length = bounds[i + 1] - bounds[i];
            if (at + length > outlooks.size() || !AgentList.areEqual(outlooks, at, others, bounds[i], length)) {
                return false;
            }
            at += length;
        }
        return at == outlooks.size();
    }

    /** The names of the list, as they lie in the other. */
    SaidNames names() {
        SaidNames theirs = other.names();
        int count = 0;
        for (int i = 0; i < size; i += 2) {
            count += bounds[i + 1] - bounds[i];
        }
        int[] begins = new int[count];
        int[] ends = new int[count];
        int at = 0;
        for (int i = 0; i < size; i += 2) {
            for (int place = bounds[i]; place < bounds[i + 1]; place++) {
                begins[at] = theirs.begin(place);
                ends[at++] = theirs.end(place);
            }
        }
        return SaidNames.sent(theirs.bytes(), begins, ends);
    }

    /**
     * Writes what a section of the reply to the other list says of these agents, with commas in between.
     *
     * @param open written before it
     * @return false if it says nothing of them; then nothing is written
     */
    boolean write(JsonOut out, Reply reply, int[] section, String open) {
        boolean first = true;
        for (int i = 0; i < size; i += 2) {
            int from = section[bounds[i]];
            int to = section[bounds[i + 1]];
            if (from < to) {
                boolean opened = reply.bytes()[from] == ',' || reply.bytes()[from] == '{';
                out.plain(first ? open : ",").document(Document.part(reply.bytes(), from + (opened ? 1 : 0), to));
                first = false;
            }
        }
        return !first;
    }
}
