package io.tender.extender.client;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lines on their way to a file. It is used again and again, since memory for a line of a megabyte is dear to come by: the
 * garbage collector's pauses are everybody's, also those of the calls that are recorded.
 */
final class LineBuffer extends OutputStream {
    private static final int FIRST = 1 << 16;
    /** What lines usually need; room for longer ones is given back. */
    private static final int MOST_KEPT = 8 << 20;

    private static final int MOST_WRITTEN = 1 << 18;
    private static final int STRIP = 1 << 12;
    private static final int LONGEST_ESCAPE = 6;
    private static final int LATELY = 64;
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** Eight times the same. */
    private static final long ONES = 0x0101010101010101L;

    private static final long BLANKS = 0x2020202020202020L;
    private static final long QUOTES = 0x2222222222222222L;
    private static final long BACKSLASHES = 0x5C5C5C5C5C5C5C5CL;
    private static final long HIGHEST_BITS = 0x8080808080808080L;
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    /** By byte, within a string of JSON: itself, a letter behind a backslash, or its number. */
    private static final byte[] ESCAPE = new byte[256];

    private static final byte ITSELF = 0;
    private static final byte NUMBER = 1;

    static {
        Arrays.fill(ESCAPE, 0, ' ', NUMBER);
        String named = "\"\"\\\\\bb\ff\nn\rr\tt";
        for (int i = 0; i < named.length(); i += 2) {
            ESCAPE[named.charAt(i)] = (byte) named.charAt(i + 1);
        }
    }

    private byte[] bytes = new byte[FIRST];
    private int size;

    int size() {
        return size;
    }

    @Override
    public void write(int one) {
        makeRoom(1);
        bytes[size++] = (byte) one;
    }

    @Override
    public void write(byte[] from, int at, int count) {
        makeRoom(count);
        System.arraycopy(from, at, bytes, size, count);
        size += count;
    }

    /** The inside of a string of JSON. */
    void writeEscaped(byte[] utf8, int from, int count) {
        int end = from + count;
        for (int at = from; at < end; at += STRIP) {
            int most = Math.min(STRIP, end - at);
            makeRoom(most * LONGEST_ESCAPE);
            size = escape(utf8, at, at + most, bytes, size);
        }
    }

    /** Looks at eight bytes at a time, unless there was something to escape lately: then there will be more soon. */
    private static int escape(byte[] from, int begin, int end, byte[] to, int toBegin) {
        int in = begin;
        int out = toBegin;
        while (in + LATELY <= end) {
            long eight = (long) EIGHT.get(from, in);
            if (isPlain(eight)) {
                EIGHT.set(to, out, eight);
                in += Long.BYTES;
                out += Long.BYTES;
            } else {
                out = escapeEach(from, in, in + LATELY, to, out);
                in += LATELY;
            }
        }
        return escapeEach(from, in, end, to, out);
    }

    private static int escapeEach(byte[] from, int begin, int end, byte[] to, int toBegin) {
        int out = toBegin;
        for (int in = begin; in < end; in++) {
            byte one = from[in];
            byte escape = ESCAPE[one & 0xFF];
            if (escape == ITSELF) {
                to[out++] = one;
            } else if (escape != NUMBER) {
                to[out++] = '\\';
                to[out++] = escape;
            } else {
                to[out++] = '\\';
                to[out++] = 'u';
                to[out++] = '0';
                to[out++] = '0';
                to[out++] = HEX[one >> 4];
                to[out++] = HEX[one & 0xF];
            }
        }
        return out;
    }

    /** Whether none of these eight bytes is a control character, a quote or a backslash. */
    private static boolean isPlain(long eight) {
        long control = (eight - BLANKS) & ~eight;
        return ((control | zero(eight ^ QUOTES) | zero(eight ^ BACKSLASHES)) & HIGHEST_BITS) == 0;
    }

    /** In which some byte has its highest bit if and only if some byte is zero. */
    private static long zero(long eight) {
        return (eight - ONES) & ~eight;
    }

    private void makeRoom(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, bytes.length * 2L)));
        }
    }

    /** Forgets what was written behind this. */
    void cutTo(int length) {
        size = Math.min(size, length);
    }

    /** Writes the first of its bytes, and keeps them all. */
    void writeTo(WritableByteChannel channel, int count) throws IOException {
        for (int at = 0; at < count; ) {
            // In pieces, since the channel needs as much memory again outside of the heap.
            at += channel.write(ByteBuffer.wrap(bytes, at, Math.min(MOST_WRITTEN, count - at)));
        }
    }

    /** Forgets the first of its bytes. */
    void removeFirst(int count) {
        size -= count;
        System.arraycopy(bytes, count, bytes, 0, size);
        if (size == 0 && bytes.length > MOST_KEPT) {
            bytes = new byte[FIRST];
        }
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }
}
