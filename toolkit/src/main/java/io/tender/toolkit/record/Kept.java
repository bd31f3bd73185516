package io.tender.toolkit.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that were kept of a body, in blocks: one array that grows would be copied again and again, and arrays of megabytes
 * are dear to come by.
 */
final class Kept {
    private static final int LEAST = 1 << 8;

    private final Blocks blocks;
    private final List<byte[]> taken = new ArrayList<>();
    /** To which nothing is added any more. */
    private final List<ByteBuffer> before = new ArrayList<>();

    private byte[] last = new byte[0];
    private int inLast;
    private int size;
    private long memory;

    Kept(Blocks blocks) {
        this.blocks = blocks;
    }

    int size() {
        return size;
    }

    /** Bytes that it takes, at most about twice those that it has. */
    long memory() {
        return memory;
    }

    /** Whether it takes the array, of which these are the first bytes, instead of copying them. */
    boolean take(byte[] block, int count) {
        if (count <= Blocks.BYTES / 2 || !blocks.isBlock(block)) {
            return false;
        }
        begin(block);
        inLast = count;
        size += count;
        return true;
    }

    void add(byte[] bytes, int from, int count) {
        int at = from;
        int end = from + count;
        while (at < end) {
            if (inLast == last.length) {
                // By as much as there is already, lest a body that comes in crumbs be kept in as many.
                begin(blocks.take(Math.min(Blocks.BYTES, Math.max(end - at, Math.max(LEAST, size)))));
            }
            int some = Math.min(end - at, last.length - inLast);
            System.arraycopy(bytes, at, last, inLast, some);
            at += some;
            inLast += some;
            size += some;
        }
    }

    private void begin(byte[] block) {
        if (inLast > 0) {
            before.add(ByteBuffer.wrap(last, 0, inLast));
        }
        taken.add(block);
        last = block;
        inLast = 0;
        memory += block.length;
    }

    /** What there is now, one piece behind the other. */
    List<ByteBuffer> pieces() {
        List<ByteBuffer> pieces = new ArrayList<>(before);
        pieces.add(ByteBuffer.wrap(last, 0, inLast));
        return pieces;
    }

    /** Nobody may use the pieces any more. */
    void giveBack() {
        taken.forEach(blocks::give);
    }
}
