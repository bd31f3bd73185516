package io.tender.extender.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Tells text from other bytes, piece by piece, and without decoding it. */
final class Utf8 {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private long whole;
    /** Bytes of the current character that have come, and those that must. */
    private int come;

    private int left;
    /** What the next byte of the current character must be. */
    private int least;

    private int most;
    private boolean broken;

    /** How many of the bytes so far are whole characters. */
    long whole() {
        return whole;
    }

    /** @param piece of an array */
    void add(ByteBuffer piece) {
        byte[] bytes = piece.array();
        int at = piece.arrayOffset() + piece.position();
        int end = at + piece.remaining();
        while (at < end && !broken) {
            if (left == 0 && at + Long.BYTES <= end && ((long) EIGHT.get(bytes, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
                whole += Long.BYTES;
            } else {
                int one = bytes[at++] & 0xFF;
                if (left == 0) {
                    begin(one);
                } else {
                    goOn(one);
                }
            }
        }
    }

    /** Neither longer than needed, nor half of a pair, nor beyond the last character there is. */
    private void begin(int one) {
        come = 1;
        least = one == 0xE0 ? 0xA0 : one == 0xF0 ? 0x90 : 0x80;
        most = one == 0xED ? 0x9F : one == 0xF4 ? 0x8F : 0xBF;
        if (one < 0x80) {
            whole++;
        } else if (one >= 0xC2 && one <= 0xF4) {
            left = one < 0xE0 ? 1 : one < 0xF0 ? 2 : 3;
        } else {
            broken = true;
        }
    }

    private void goOn(int one) {
        if (one < least || one > most) {
            broken = true;
            return;
        }
        least = 0x80;
        most = 0xBF;
        come++;
        left--;
        if (left == 0) {
            whole += come;
        }
    }
}
