package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers agents with the bytes that told of them. Schedulers send the same thousands of agents with every question, and
 * few of them have changed: comparing bytes is many times faster than reading them.
 *
 * <p>Nothing depends on it but time. When it is full it starts anew.
 */
final class SeenAgents {
    /** What is remembered of requests; the agents made of them take a few times as much. */
    static final long MOST_BYTES = 64L << 20;

    /** The longest request that is kept in memory for its list. */
    private static final int MOST_LIST_BYTES = 32 << 20;

    /** What an agent's text begins with, in the forms that schedulers use, up to its name. */
    private static final List<byte[]> BEGINNINGS =
            List.of(ascii("{\"name\":\""), ascii("{\"Name\":\""), ascii("{\"metadata\":{\"name\":\""));

    /** How many agents that have changed may be remembered beyond those that were recognised, and at most. */
    private static final int MOST_CREDIT = 20_000;

    /** Once that does not pay, one in so many is remembered all the same: what changes may change. */
    private static final int PROBE = 16;

    private final Cursor.Thing<Agent> reading;
    private final long mostBytes;
    private final Map<String, Seen> byName = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    /** To remember takes longer than to read, for the collector of garbage too, so that it is done while it pays. */
    private final AtomicInteger credit = new AtomicInteger(MOST_CREDIT);

    private volatile @Nullable Seen first;
    private volatile LastList last = LastList.NONE;

    /**
     * An agent as it was read last.
     *
     * @param places where it may be another text without being read again, if anywhere
     */
    private record Told(Agent agent, Optional<TextPlaces> places) {

        /** The agent where the cursor is, if it can be told without reading it; the cursor is then behind it. */
        Optional<Agent> at(Cursor cursor) {
            if (places.isPresent()) {
                return places.get().again(agent, cursor);
            }
            Document raw = agent.raw();
            if (!raw.begins(cursor.bytes(), cursor.at(), cursor.end())) {
                return Optional.empty();
            }
            cursor.pass(raw.length());
            return Optional.of(agent);
        }
    }

    /** Where an agent is remembered, and which one followed it in the last list: lists mostly come in the same order. */
    private static final class Seen {
        private final AtomicReference<Told> told;
        private volatile @Nullable Seen next;

        Seen(Told told) {
            this.told = new AtomicReference<>(told);
        }
    }

    SeenAgents(Cursor.Thing<Agent> reading) {
        this(reading, MOST_BYTES);
    }

    SeenAgents(Cursor.Thing<Agent> reading, long mostBytes) {
        this.reading = reading;
        this.mostBytes = mostBytes;
    }

    /** The agent at which the cursor is. */
    Agent one(Cursor cursor) throws Unreadable {
        Walk walk = new Walk(cursor);
        Agent agent = walk.step(null);
        walk.settle();
        return agent;
    }

    /** The list at which the cursor is. */
    AgentList list(Cursor cursor) throws Unreadable {
        Optional<AgentList> same = last.at(cursor);
        if (same.isPresent()) {
            return same.get();
        }
        int from = cursor.start();
        if (!cursor.enterList()) {
            return AgentList.NONE;
        }
        List<Agent> agents = new ArrayList<>(last.agents().agents().size());
        Walk walk = new Walk(cursor);
        while (cursor.item()) {
            agents.add(walk.next());
        }
        walk.settle();
        AgentList read = new AgentList(agents);
        last = LastList.of(cursor, from, read, MOST_LIST_BYTES);
        return read;
    }

    /** Goes through agents that were sent together. */
    private final class Walk {
        private final Cursor cursor;
        private final TextPlaces.Notes notes = new TextPlaces.Notes();
        private @Nullable Seen seen;
        private int earned;

        Walk(Cursor cursor) {
            this.cursor = cursor;
        }

        @SuppressWarnings("ReferenceEquality") // the hint is one of those remembered
        Agent next() throws Unreadable {
            Seen before = seen;
            Seen hint = before == null ? first : before.next;
            Agent agent = step(hint);
            if (seen != hint) {
                if (before == null) {
                    first = seen;
                } else {
                    before.next = seen;
                }
            }
            return agent;
        }

        @SuppressWarnings("ReferenceEquality")
        Agent step(@Nullable Seen hint) throws Unreadable {
            Optional<Agent> same = recognised(hint);
            if (same.isPresent()) {
                return same.get();
            }
            Seen known = byName(cursor);
            if (known != hint) {
                same = recognised(known);
                if (same.isPresent()) {
                    return same.get();
                }
            }
            if (known == null) {
                Told told = read();
                seen = remember(told);
                return told.agent;
            }
            seen = known;
            if (!pays()) {
                return reading.read(cursor);
            }
            Told told = read();
            replace(known, told);
            return told.agent;
        }

        private Optional<Agent> recognised(@Nullable Seen candidate) {
            if (candidate == null) {
                return Optional.empty();
            }
            Optional<Agent> now = candidate.told.get().at(cursor);
            if (now.isEmpty()) {
                return now;
            }
            seen = candidate;
            earned++;
            return now;
        }

        /** What was recognised in all: to tell it one by one would keep those who read at once from each other. */
        void settle() {
            credit.accumulateAndGet(earned, (left, more) -> Math.min(left + more, MOST_CREDIT));
        }

        private void replace(Seen known, Told told) {
            Told before = known.told.getAndSet(told);
            charge(told.agent.raw().length() - before.agent.raw().length());
        }

        private Told read() throws Unreadable {
            cursor.note(notes);
            Agent read = reading.read(cursor);
            cursor.note(TextPlaces.Notes.none());
            return new Told(read.kept(), notes.of(read));
        }
    }

    private boolean pays() {
        int left = credit.decrementAndGet();
        if (left > -PROBE) {
            return left >= 0;
        }
        credit.set(0);
        return true;
    }

    private @Nullable Seen byName(Cursor cursor) {
        byte[] all = cursor.bytes();
        for (byte[] beginning : BEGINNINGS) {
            int from = cursor.at() + beginning.length;
            if (from < cursor.end() && Arrays.equals(all, cursor.at(), from, beginning, 0, beginning.length)) {
                int to = from;
                while (to < cursor.end() && all[to] != '"' && all[to] > ' ' && all[to] != '\\') {
                    to++;
                }
                return byName.get(new String(all, from, to - from, StandardCharsets.ISO_8859_1));
            }
        }
        return null;
    }

    private Seen remember(Told told) {
        charge(told.agent.raw().length());
        Seen seen = new Seen(told);
        Seen replaced = byName.put(told.agent.name(), seen);
        if (replaced != null) {
            bytes.addAndGet(-replaced.told.get().agent.raw().length());
        }
        return seen;
    }

    private void charge(int more) {
        if (more != 0 && bytes.addAndGet(more) > mostBytes) {
            byName.clear();
            first = null;
            bytes.set(Math.max(more, 0));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
