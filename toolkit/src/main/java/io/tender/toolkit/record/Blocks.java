package io.tender.toolkit.record;

/** Arrays for copies of what passed. Only those of one size are used again; little ones cost nothing. */
final class Blocks {
    static final int BYTES = 1 << 16;

    private final Pool<byte[]> pool;

    /** @param mostFree bytes that wait to be used again */
    Blocks(long mostFree) {
        pool = new Pool<>((int) (mostFree / BYTES), () -> new byte[BYTES]);
    }

    /** At least so long, up to {@link #BYTES}; not longer than twice that. */
    byte[] take(int length) {
        return length > BYTES / 2 ? pool.take() : new byte[length];
    }

    boolean isBlock(byte[] bytes) {
        return bytes.length == BYTES;
    }

    void give(byte[] block) {
        if (isBlock(block)) {
            pool.give(block);
        }
    }
}
