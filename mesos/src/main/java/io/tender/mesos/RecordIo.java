package io.tender.mesos;

import java.nio.charset.StandardCharsets;

/** Writes records as streams of Mesos have them: the length in decimal digits, a line feed, the bytes. */
public final class RecordIo {
    private RecordIo() {}

    public static byte[] frame(byte[] message) {
        byte[] header = (message.length + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] record = new byte[header.length + message.length];
        System.arraycopy(header, 0, record, 0, header.length);
        System.arraycopy(message, 0, record, header.length, message.length);
        return record;
    }
}
