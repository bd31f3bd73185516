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
import org.jspecify.annotations.Nullable;

/**
 * Reads agents by comparing them with others of their list and with what was sent of them before. Schedulers send the same
 * thousands of agents with every question, few of them have changed, and most are of a few kinds: comparing bytes is many times
 * faster than reading them.
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
    private final Map<String, Told> byName = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    /** To remember takes longer than to read, for the collector of garbage too, so that it is done while it pays. */
    private final AtomicInteger credit = new AtomicInteger(MOST_CREDIT);

    private volatile LastList last = LastList.NONE;

    /**
     * An agent as it was read last, in memory of its own.
     *
     * @param places where it may be another text without being read again, if anywhere
     */
    private record Told(Agent agent, Optional<TextPlaces> places) {

        static Told of(Agent read, Optional<TextPlaces> places) {
            Optional<TextPlaces> kept = places.map(TextPlaces::kept);
            return new Told(kept.map(TextPlaces::agent).orElseGet(read::kept), kept);
        }

        /** The agent where the cursor is, if it can be told without reading it; the cursor is then behind it. */
        Optional<Agent> at(Cursor cursor) {
            if (places.isPresent()) {
                return places.get().again(cursor);
            }
            Document raw = agent.raw();
            if (!raw.begins(cursor.bytes(), cursor.at(), cursor.end())) {
                return Optional.empty();
            }
            cursor.pass(raw.length());
            return Optional.of(agent);
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
        Agent agent = walk.next();
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
        String member = cursor.within();
        if (!cursor.enterList()) {
            return AgentList.NONE;
        }
        List<Agent> agents = new ArrayList<>(last.agents().agents().size());
        Walk walk = new Walk(cursor);
        while (cursor.item()) {
            cursor.backWithin(member);
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
        private final Siblings siblings = new Siblings();
        private int earned;

        Walk(Cursor cursor) {
            this.cursor = cursor;
        }

        Agent next() throws Unreadable {
            Optional<Agent> sibling = siblings.like(cursor);
            if (sibling.isPresent()) {
                return sibling.get();
            }
            Told known = byName(cursor);
            if (known != null) {
                Optional<Agent> again = known.at(cursor);
                if (again.isPresent()) {
                    known.places.ifPresent(siblings::add);
                    earned++;
                    return again.get();
                }
            }
            cursor.note(notes);
            Agent read = reading.read(cursor);
            cursor.note(TextPlaces.Notes.none());
            Optional<TextPlaces> places = notes.of(read);
            places.ifPresent(siblings::add);
            if (known == null || pays()) {
                remember(Told.of(read, places));
            }
            return read;
        }

        /** What was recognised in all: to tell it one by one would keep those who read at once from each other. */
        void settle() {
            if (earned > 0) {
                credit.accumulateAndGet(earned, (left, more) -> Math.min(left + more, MOST_CREDIT));
            }
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

    private @Nullable Told byName(Cursor cursor) {
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

    private void remember(Told told) {
        Told before = byName.put(told.agent.name(), told);
        int more = told.agent.raw().length()
                - (before == null ? 0 : before.agent.raw().length());
        if (bytes.addAndGet(more) > mostBytes) {
            byName.clear();
            bytes.set(0);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
