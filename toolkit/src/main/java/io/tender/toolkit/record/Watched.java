package io.tender.toolkit.record;

import java.util.Arrays;

/** What is seen of one connection. Called by the threads that copy: it takes what there is room for and returns at once. */
final class Watched {
    private final Watcher watcher;
    private final Dialogue dialogue;
    private volatile boolean lost;

    Watched(Watcher watcher, Dialogue dialogue) {
        this.watcher = watcher;
        this.dialogue = dialogue;
    }

    void saw(Side side, byte[] buffer, int count) {
        if (!lost && !watcher.offer(dialogue, side, Arrays.copyOf(buffer, count))) {
            // With a gap in it, what follows cannot be read any more.
            lost = true;
            watcher.lost(dialogue);
        }
    }

    void ended(Side side) {
        watcher.ended(dialogue, side);
    }
}
