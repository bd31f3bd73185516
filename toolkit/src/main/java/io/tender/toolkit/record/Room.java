package io.tender.toolkit.record;

/** Memory for the bodies of messages under way, on all connections together. For the reader's thread alone. */
final class Room {
    private final int mostPerBody;
    private final Blocks blocks;
    private long left;

    Room(int mostPerBody, long all, Blocks blocks) {
        this.mostPerBody = mostPerBody;
        this.blocks = blocks;
        this.left = all;
    }

    /** How much of this may be kept, behind what was kept of the same body. */
    int take(int wanted, int already) {
        int taken = (int) Math.min(left, Math.max(0, Math.min(wanted, mostPerBody - already)));
        left -= taken;
        return taken;
    }

    void give(int bytes) {
        left += bytes;
    }

    /** For another body, of which nothing is kept yet. */
    Kept body() {
        return new Kept(blocks);
    }
}
