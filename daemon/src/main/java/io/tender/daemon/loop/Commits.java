package io.tender.daemon.loop;

import java.util.List;

/** Makes records durable in the order in which they are submitted. */
@FunctionalInterface
public interface Commits {
    /**
     * Appends records, and once these and all before them are durable runs what was waiting for it.
     *
     * @param whenDurable runs on one thread, in the order of submission; must not wait
     */
    void submit(List<byte[]> records, Runnable whenDurable);

    /** Whether more should be let in from outside, or so much waits to become durable that callers had better come back. */
    default boolean hasRoom() {
        return true;
    }

    /** Whether nothing becomes durable at present, so that whoever comes now would wait for nobody knows how long. */
    default boolean isFailing() {
        return false;
    }
}
