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
}
