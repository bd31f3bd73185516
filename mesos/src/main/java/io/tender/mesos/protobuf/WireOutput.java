package io.tender.mesos.protobuf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes in the wire format of protobuf, written from back to front: when the length of something must be written, it is
 * known, since what it measures has been written already.
 */
final class WireOutput {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LONGEST_VARINT = 10;

    private byte[] bytes = new byte[256];
    private int from = bytes.length;

    /** How many bytes there are. */
    int length() {
        return bytes.length - from;
    }

    void bytes(byte[] written) {
        room(written.length);
        from -= written.length;
        System.arraycopy(written, 0, bytes, from, written.length);
    }

    void fixed64(long bits) {
        room(Long.BYTES);
        from -= Long.BYTES;
        LONGS.set(bytes, from, bits);
    }

    void varint(long value) {
        room(LONGEST_VARINT);
        int size = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
        from -= size;
        long rest = value;
        for (int i = 0; i < size - 1; i++) {
            bytes[from + i] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[from + size - 1] = (byte) rest;
    }

    void tag(int number, int kind) {
        varint(((long) number << WireInput.KINDS) | kind);
    }

    private void room(int needed) {
        if (from < needed) {
            int length = length();
            int size = Math.addExact(Math.multiplyExact(bytes.length, 2), needed);
            byte[] larger = new byte[size];
            System.arraycopy(bytes, from, larger, size - length, length);
            bytes = larger;
            from = size - length;
        }
    }

    byte[] toBytes() {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }
}
