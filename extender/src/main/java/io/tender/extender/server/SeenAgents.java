package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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

    /** The longest list that is remembered as a whole. */
    private static final int MOST_LIST_BYTES = 32 << 20;

    /** What an agent's text begins with, in the forms that schedulers use, up to its name. */
    private static final List<byte[]> BEGINNINGS =
            List.of(ascii("{\"name\":\""), ascii("{\"Name\":\""), ascii("{\"metadata\":{\"name\":\""));

    private final Reading reading;
    private final long mostBytes;
    private final Map<String, Seen> byName = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable Seen first;
    private volatile LastList last = LastList.NONE;

    /** Reads an agent that is not remembered. */
    @FunctionalInterface
    interface Reading {
        Agent read(Cursor cursor) throws Unreadable;
    }

    /** An agent, and which one followed it when it was seen last: lists mostly come in the same order. */
    private static final class Seen {
        private final Agent agent;
        private volatile @Nullable Seen next;

        Seen(Agent agent) {
            this.agent = agent;
        }

        boolean isAt(Cursor cursor) {
            return agent.raw().begins(cursor.bytes(), cursor.at(), cursor.end());
        }
    }

    SeenAgents(Reading reading) {
        this(reading, MOST_BYTES);
    }

    SeenAgents(Reading reading, long mostBytes) {
        this.reading = reading;
        this.mostBytes = mostBytes;
    }

    /** The agent at which the cursor is. */
    Agent one(Cursor cursor) throws Unreadable {
        return seen(cursor, null).agent;
    }

    /** The list at which the cursor is. */
    AgentList list(Cursor cursor) throws Unreadable {
        Optional<AgentList> same = last.at(cursor);
        if (same.isPresent()) {
            return same.get();
        }
        int from = cursor.start();
        List<Agent> agents = new ArrayList<>();
        if (!cursor.enterList()) {
            return AgentList.NONE;
        }
        Seen before = null;
        while (cursor.item()) {
            Seen hint = before == null ? first : before.next;
            Seen seen = seen(cursor, hint);
            if (seen != hint) {
                if (before == null) {
                    first = seen;
                } else {
                    before.next = seen;
                }
            }
            agents.add(seen.agent);
            before = seen;
        }
        AgentList read = new AgentList(agents);
        last = LastList.of(cursor, from, read, MOST_LIST_BYTES);
        return read;
    }

    @SuppressWarnings("ReferenceEquality") // the hint is one of those remembered
    private Seen seen(Cursor cursor, @Nullable Seen hint) throws Unreadable {
        if (hint != null && hint.isAt(cursor)) {
            cursor.pass(hint.agent.raw().length());
            return hint;
        }
        Seen known = byName(cursor);
        if (known != null && known != hint && known.isAt(cursor)) {
            cursor.pass(known.agent.raw().length());
            return known;
        }
        return remember(reading.read(cursor));
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

    /** With bytes of its own, so that it does not keep a whole request in memory. */
    private Seen remember(Agent read) {
        byte[] own = read.raw().bytes();
        Document raw = Document.part(own, 0, own.length);
        List<Task> tasks = read.tasks().stream()
                .map(task -> task.told(task.raw().within(read.raw(), own)))
                .toList();
        Seen seen = new Seen(read.running(tasks).told(raw));
        if (bytes.addAndGet(own.length) > mostBytes) {
            byName.clear();
            first = null;
            bytes.set(own.length);
        }
        Seen replaced = byName.put(read.name(), seen);
        if (replaced != null) {
            bytes.addAndGet(-replaced.agent.raw().length());
        }
        return seen;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
