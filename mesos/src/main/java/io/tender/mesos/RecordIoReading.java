package io.tender.mesos;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Takes records out of a stream that arrives in pieces of any size.
 *
 * <p>Memory grows with the bytes that came, never with the length that was announced.
 */
public final class RecordIoReading {
    private static final int MOST_DIGITS = 10;

    private final int largest;
    private byte[] record = new byte[0];
    private int filled;
    private long length;
    private int digits;
    private boolean inHeader = true;

    /** A reading that refuses records of more bytes than given. */
    public RecordIoReading(int largest) {
        if (largest < 0) {
            throw new IllegalArgumentException("Got " + largest + " as the largest record, expected 0 or more");
        }
        this.largest = largest;
    }

    /**
     * Takes the next piece, and hands over every record that is complete with it.
     *
     * @throws UnreadableMessage if the stream is no sequence of records; what follows cannot be read then
     */
    public void feed(byte[] piece, int from, int to, Consumer<byte[]> records) {
        int at = from;
        while (at < to) {
            if (inHeader) {
                header(piece[at++]);
            } else {
                at += body(piece, at, to);
            }
            if (!inHeader && filled == length) {
                byte[] complete = Arrays.copyOf(record, filled);
                reset();
                records.accept(complete);
            }
        }
    }

    public void feed(byte[] piece, Consumer<byte[]> records) {
        feed(piece, 0, piece.length, records);
    }

    /** Whether a stream that ends now ends within a record. */
    public boolean isWithinRecord() {
        return !inHeader || digits > 0;
    }

    private void header(byte next) {
        if (next == '\n' && digits > 0) {
            inHeader = false;
            return;
        }
        if (next < '0' || next > '9' || digits == MOST_DIGITS) {
            throw new UnreadableMessage("Failed to decode length: got byte " + (next & 0xff) + " after " + digits
                    + " digits, expected at most " + MOST_DIGITS + " digits and a line feed");
        }
        digits++;
        length = length * 10 + (next - '0');
        if (length > largest) {
            throw new UnreadableMessage(
                    "Failed to decode length: got " + length + " or more, expected at most " + largest + " bytes");
        }
    }

    private int body(byte[] piece, int from, int to) {
        int taken = (int) Math.min(to - from, length - filled);
        if (record.length - filled < taken) {
            int size = Math.max(filled + taken, (int) Math.min(length, 2L * record.length));
            record = Arrays.copyOf(record, size);
        }
        System.arraycopy(piece, from, record, filled, taken);
        filled += taken;
        return taken;
    }

    private void reset() {
        record = new byte[0];
        filled = 0;
        length = 0;
        digits = 0;
        inHeader = true;
    }
}
