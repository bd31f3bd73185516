package io.tender.toolkit.record;

import java.nio.ByteBuffer;

/** What is seen of one connection. Called by the threads that copy: it takes what there is room for and returns at once. */
final class Watched {
    private final Watcher watcher;
    private final Blocks blocks;
    private final Dialogue dialogue;
    private volatile boolean lost;

    Watched(Watcher watcher, Blocks blocks, Dialogue dialogue) {
        this.watcher = watcher;
        this.blocks = blocks;
        this.dialogue = dialogue;
    }

    /**
     * Whether it holds the buffer too, so that nothing may be written to it any more.
     *
     * @param passed what remains in it, which stays as it is
     */
    boolean saw(Side side, Loan passed) {
        ByteBuffer buffer = passed.buffer();
        boolean large = buffer.remaining() > Blocks.BYTES;
        if (lost || !large) {
            saw(side, buffer);
            return false;
        }
        // A large piece is copied by whoever reads it, when nobody waits for it any more.
        ByteBuffer shared = passed.share();
        if (!watcher.offer(dialogue, side, shared, passed)) {
            passed.letGo();
            lose();
            return false;
        }
        return true;
    }

    /** @param passed what remains in it, which stays as it is */
    void saw(Side side, ByteBuffer passed) {
        if (!lost && !offer(side, passed)) {
            lose();
        }
    }

    /** With a gap in it, what follows cannot be read any more. */
    private void lose() {
        lost = true;
        watcher.lost(dialogue);
    }

    private boolean offer(Side side, ByteBuffer passed) {
        for (int from = passed.position(); from < passed.limit(); from += Blocks.BYTES) {
            int count = Math.min(Blocks.BYTES, passed.limit() - from);
            byte[] copy = blocks.take(count);
            passed.get(from, copy, 0, count);
            if (!watcher.offer(dialogue, side, copy, count)) {
                return false;
            }
        }
        return true;
    }

    void ended(Side side) {
        watcher.ended(dialogue, side);
    }
}
