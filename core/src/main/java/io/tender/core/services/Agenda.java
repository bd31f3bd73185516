package io.tender.core.services;

import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that is to happen later, in milliseconds, with a way to call it off.
 *
 * <p>The host is asked for a wake-up only when no earlier one is on its way, so ten thousand offers that are each held
 * for five minutes, and mostly used before, cost the host a handful of timers.
 */
final class Agenda {
    private final AllocatorHost host;
    private final TreeMap<Entry, Runnable> entries = new TreeMap<>();
    private final TreeSet<Long> wakeUps = new TreeSet<>();
    private long serial;
    private boolean closed;

    /** Names one entry, to call it off. */
    record Entry(long due, long serial) implements Comparable<Entry> {
        /** Stands for nothing: calling it off does nothing. */
        static final Entry NONE = new Entry(Long.MIN_VALUE, -1);

        @Override
        public int compareTo(Entry other) {
            int order = Long.compare(due, other.due);
            return order != 0 ? order : Long.compare(serial, other.serial);
        }
    }

    Agenda(AllocatorHost host) {
        this.host = host;
    }

    /** The present, in milliseconds since 1970; nobody sets this clock. */
    long now() {
        return host.now().toEpochMilli();
    }

    /** What the machine's clock says, in milliseconds since 1970: for what is announced by date. */
    long date() {
        return host.date().toEpochMilli();
    }

    /** Runs it once the delay has passed; entries due together run in the order in which they were made. */
    Entry in(long delayMillis, Runnable what) {
        Entry entry = new Entry(now() + Math.max(0, delayMillis), serial++);
        if (closed) {
            return Entry.NONE;
        }
        entries.put(entry, what);
        wakeUpFor(entry.due);
        return entry;
    }

    /** Nothing is to happen any more. */
    void close() {
        closed = true;
        entries.clear();
    }

    void cancel(Entry entry) {
        if (entry.serial >= 0) {
            entries.remove(entry);
        }
    }

    /** How many entries are waiting. */
    int size() {
        return entries.size();
    }

    private void wakeUpFor(long due) {
        if (!wakeUps.isEmpty() && wakeUps.first() <= due) {
            return;
        }
        wakeUps.add(due);
        host.after(Duration.ofMillis(Math.max(0, due - now())), () -> wake(due));
    }

    private void wake(long due) {
        wakeUps.remove(due);
        try {
            for (Map.Entry<Entry, Runnable> first = entries.firstEntry();
                    first != null && first.getKey().due <= now();
                    first = entries.firstEntry()) {
                entries.remove(first.getKey());
                first.getValue().run();
            }
        } finally {
            if (!entries.isEmpty()) {
                wakeUpFor(entries.firstKey().due);
            }
        }
    }
}
