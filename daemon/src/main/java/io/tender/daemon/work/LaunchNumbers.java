package io.tender.daemon.work;

import io.tender.daemon.master.Document;
import io.tender.daemon.master.Master;

/**
 * Remembers how far launches were numbered, so that no later life of the program uses a number again. Numbers are set aside a
 * thousand at a time, since most launches should cost nothing.
 */
final class LaunchNumbers {
    private static final String KIND = "Numbers";
    private static final String KEY = "batch-launches";
    private static final long AT_ONCE = 1_000;

    private final Master master;
    private long setAside;

    LaunchNumbers(Master master) {
        this.master = master;
    }

    /** The largest number that may have been used. */
    long recover() {
        setAside = master.documents()
                .find(KIND, KEY)
                .map(Document::json)
                .map(Long::parseLong)
                .orElse(0L);
        return setAside;
    }

    /** To be called in the turn in which something is launched under that number. */
    void used(long number) {
        if (number > setAside) {
            setAside = number + AT_ONCE;
            master.putDocument(KIND, KEY, Long.toString(setAside));
        }
    }
}
