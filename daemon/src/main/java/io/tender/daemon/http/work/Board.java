package io.tender.daemon.http.work;

import io.tender.daemon.http.EventStream;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is known of something that is watched: how it was when it was last looked at, and what has changed of late, so that
 * whoever was cut off can go on where the stream ended. A version is good as long as its board is.
 */
final class Board {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_CHANGES = 10_000;
    private static final long MOST_CHANGED_CHARS = 16L << 20;
    private static final Pattern VERSION = Pattern.compile("([0-9a-f]{1,16})-([0-9]{1,18})");

    private final String life;
    private final Sight sight;
    private final boolean ofOne;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<EventStream> watchers = new LinkedHashSet<>();
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private TreeMap<String, Item> items = new TreeMap<>();
    private long changedChars;
    private long version;
    private boolean begun;
    private volatile boolean entered;
    private Optional<String> closed = Optional.empty();

    // Of those who use boards, and under their lock: looking may take long, and must not hold up who comes and goes.
    private int holders;
    private long leftAtNanos = System.nanoTime();

    /** How one thing was when it was last looked at; as text, which takes less room than a tree. */
    private record Item(Object view, String json) {}

    private record Change(long version, String line) {}

    /**
     * @param life tells it from every other board there ever was
     * @param ofOne whether nothing being there is an error for whoever begins to watch
     */
    Board(long life, Sight sight, boolean ofOne) {
        this.life = Long.toHexString(life);
        this.sight = sight;
        this.ofOne = ofOne;
    }

    /** Sends all there is, or what has changed since a version, and from now on every change. */
    void enter(EventStream stream, Optional<String> since) {
        lock.lock();
        try {
            if (!begun) {
                look();
            }
            if (since.isPresent()) {
                stream.send(after(number(since.get())));
            } else if (ofOne && items.isEmpty()) {
                throw HttpProblem.of(
                        404,
                        BrokenRule.of(
                                "There is no such thing to watch.",
                                "a name that nothing of its kind has",
                                "something that is there",
                                "correct the name; 'tender get', or a GET of its kind, lists what there is"));
            } else {
                stream.send(everything());
            }
            watchers.add(stream);
            entered = true;
            closed.ifPresent(stream::close);
        } finally {
            lock.unlock();
        }
    }

    void leave(EventStream stream) {
        lock.lock();
        try {
            watchers.remove(stream);
        } finally {
            lock.unlock();
        }
    }

    /** Somebody is about to watch. */
    void hold() {
        holders++;
    }

    /** Somebody no longer watches. */
    void release() {
        holders--;
        leftAtNanos = System.nanoTime();
    }

    /** Whether nobody has watched for so long, or nobody ever could. */
    boolean isLeftFor(Duration time) {
        return holders == 0 && (!entered || System.nanoTime() - leftAtNanos > time.toNanos());
    }

    /** Looks, and tells those who watch what is different. */
    void look() {
        lock.lock();
        try {
            TreeMap<String, Item> now = new TreeMap<>();
            // Of two with the same id the first counts: of tasks, that is the one that still runs.
            sight.look().forEach(glimpse -> now.computeIfAbsent(glimpse.id(), id -> item(id, glimpse)));
            if (begun) {
                now.forEach(this::compare);
                items.forEach((id, item) -> {
                    if (!now.containsKey(id)) {
                        tell("DELETED", item);
                    }
                });
            }
            begun = true;
            items = now;
        } finally {
            lock.unlock();
        }
    }

    private Item item(String id, Glimpse glimpse) {
        Item before = items.get(id);
        return before != null && before.view().equals(glimpse.view())
                ? before
                : new Item(
                        glimpse.view(), JSON.writeValueAsString(glimpse.json().get()));
    }

    private void compare(String id, Item item) {
        Item before = items.get(id);
        if (before == null) {
            tell("ADDED", item);
        } else if (!before.json().equals(item.json())) {
            tell("MODIFIED", item);
        }
    }

    private void tell(String type, Item item) {
        version++;
        String line = line(type, ",\"item\":" + item.json());
        changes.add(new Change(version, line));
        changedChars += line.length();
        while (changes.size() > MOST_CHANGES || (changedChars > MOST_CHANGED_CHARS && changes.size() > 1)) {
            changedChars -= changes.remove().line().length();
        }
        byte[] event = line.getBytes(StandardCharsets.UTF_8);
        watchers.removeIf(stream -> !stream.send(event));
    }

    private String line(String type, String more) {
        return "{\"type\":\"" + type + "\",\"version\":\"" + life + "-" + version + "\"" + more + "}\n";
    }

    /** One event to the stream, however long: what waits in a stream is bounded, and this must not count as slowness. */
    private byte[] everything() {
        StringBuilder out = new StringBuilder();
        items.values().forEach(item -> out.append(line("ADDED", ",\"item\":" + item.json())));
        return synced(out);
    }

    private byte[] after(long number) {
        StringBuilder out = new StringBuilder();
        changes.stream().filter(change -> change.version() > number).forEach(change -> out.append(change.line()));
        return synced(out);
    }

    private byte[] synced(StringBuilder lines) {
        return lines.append(line("SYNCED", "")).toString().getBytes(StandardCharsets.UTF_8);
    }

    private long number(String text) {
        Matcher parts = VERSION.matcher(text);
        if (!parts.matches()) {
            throw HttpProblem.of(
                    400,
                    BrokenRule.of(
                            "That is no version.",
                            "'" + Question.shortened(text) + "'",
                            "one that a stream has told",
                            "repeat the last one heard, or leave out 'since'"));
        }
        long number = Long.parseLong(parts.group(2));
        long oldest = changes.isEmpty() ? version : changes.getFirst().version() - 1;
        if (!parts.group(1).equals(life) || number < oldest || number > version) {
            throw HttpProblem.of(
                    410,
                    BrokenRule.of(
                            "What has changed since then is no longer known.",
                            "version " + text,
                            "one of the latest, and of this life of the daemon",
                            "watch again without 'since'"));
        }
        return number;
    }

    /** Ends the streams. */
    void close(String why) {
        lock.lock();
        try {
            closed = Optional.of(why);
            watchers.forEach(stream -> stream.close(why));
            watchers.clear();
        } finally {
            lock.unlock();
        }
    }
}
