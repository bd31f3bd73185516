package io.tender.extender.client;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Lets through UTF-8 alone. JSON parsers are lenient here: overlong forms and halves of surrogate pairs pass them, and two
 * programs then disagree about what was said.
 */
final class Utf8Stream extends InputStream {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private final InputStream in;
    private long position;
    /** Bytes still to come of the character begun. */
    private int missing;
    /** What the next of them may be. */
    private int lowest;

    private int highest;

    Utf8Stream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = in.read(target, offset, length);
        if (count < 0) {
            if (missing > 0) {
                throw new NotUtf8(-1, position);
            }
            return count;
        }
        check(target, offset, offset + count);
        position += count;
        return count;
    }

    private void check(byte[] bytes, int from, int end) throws NotUtf8 {
        int at = from;
        while (at < end) {
            if (missing == 0 && end - at >= Long.BYTES && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
                continue;
            }
            int value = bytes[at] & 0xFF;
            if (missing > 0) {
                if (value < lowest || value > highest) {
                    throw new NotUtf8(value, position + at - from);
                }
                missing--;
                lowest = 0x80;
                highest = 0xBF;
            } else if (value >= 0x80) {
                begin(value, position + at - from);
            }
            at++;
        }
    }

    /** The table of well-formed sequences in the Unicode standard, chapter 3. */
    private void begin(int value, long where) throws NotUtf8 {
        lowest = 0x80;
        highest = 0xBF;
        if (value >= 0xC2 && value <= 0xDF) {
            missing = 1;
        } else if (value >= 0xE0 && value <= 0xEF) {
            missing = 2;
            lowest = value == 0xE0 ? 0xA0 : 0x80;
            highest = value == 0xED ? 0x9F : 0xBF;
        } else if (value >= 0xF0 && value <= 0xF4) {
            missing = 3;
            lowest = value == 0xF0 ? 0x90 : 0x80;
            highest = value == 0xF4 ? 0x8F : 0xBF;
        } else {
            throw new NotUtf8(value, where);
        }
    }
}
