package io.tender.extender.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Text that is the same in JSON as outside: ASCII without quotes, backslashes and control characters. Eight bytes are looked
 * at together, since ten thousand names of thirty letters are looked at in every answer.
 */
public final class PlainText {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = 0x2222222222222222L;
    private static final long BACKSLASHES = 0x5C5C5C5C5C5C5C5CL;
    private static final long SPACES = 0x2020202020202020L;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private PlainText() {}

    /** Where plain text ends: the first byte that does not belong to it, or the limit. */
    public static int end(byte[] bytes, int from, int limit) {
        int at = from;
        while (limit - at >= Long.BYTES) {
            long eight = (long) LONGS.get(bytes, at);
            long quotes = eight ^ QUOTES;
            long backslashes = eight ^ BACKSLASHES;
            // In each of these the lowest high bit stands for the first byte that is zero, or below a space.
            long odd = (((quotes - ONES) & ~quotes)
                            | ((backslashes - ONES) & ~backslashes)
                            | ((eight - SPACES) & ~eight)
                            | eight)
                    & HIGH_BITS;
            if (odd != 0) {
                return at + (Long.numberOfTrailingZeros(odd) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < limit && isPlain(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The same, letter by letter. */
    public static boolean isPlain(byte letter) {
        return letter >= ' ' && letter != '"' && letter != '\\';
    }

    /**
     * Whether so many bytes are the same in both, wherever they begin. Names are short, and what compares arrays of any length
     * takes longer to begin than this does to end.
     */
    public static boolean same(byte[] one, int from, byte[] other, int otherFrom, int length) {
        int last = length - Long.BYTES;
        if (last < 0) {
            for (int i = 0; i < length; i++) {
                if (one[from + i] != other[otherFrom + i]) {
                    return false;
                }
            }
            return true;
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            if ((long) LONGS.get(one, from + i) != (long) LONGS.get(other, otherFrom + i)) {
                return false;
            }
        }
        // The last eight, some of them once more.
        return (long) LONGS.get(one, from + last) == (long) LONGS.get(other, otherFrom + last);
    }

    /** Any bytes will do. */
    public static int hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        while (to - at >= Long.BYTES) {
            hash = mixed(hash ^ (long) LONGS.get(bytes, at));
            at += Long.BYTES;
        }
        long rest = 0;
        while (at < to) {
            rest = rest << 8 | (bytes[at++] & 0xFF);
        }
        hash = mixed(hash ^ rest);
        return (int) (hash ^ hash >>> 32);
    }

    private static long mixed(long hash) {
        long product = hash * MIX;
        return product ^ product >>> 29;
    }
}
