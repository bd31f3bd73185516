package io.tender.extender.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip, one member behind the other. The JDK's stream calls itself for each empty member, so some thousands of them, which
 * anybody may send, overflow the stack.
 *
 * <p>What stands behind the last member and is none is left unread, as the JDK does.
 */
public final class Gunzip extends InputStream {
    private static final int BUFFER = 8192;
    private static final int FIRST_OF_MEMBER = 0x1f;
    private static final int SECOND_OF_MEMBER = 0x8b;
    private static final int DEFLATED = 8;
    private static final int HEADER_SUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    /** Time, strength and system: of no use to anybody here. */
    private static final int PASSED_OVER = 6;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final CRC32 sum = new CRC32();
    private final Inflater inflater;
    private int at;
    private int end;
    private boolean over;

    /**
     * Reads the head of the first member.
     *
     * @throws EOFException when it ends within that
     * @throws ZipException when it is no gzip
     */
    public Gunzip(InputStream in) throws IOException {
        this.in = in;
        if (needed() != FIRST_OF_MEMBER || needed() != SECOND_OF_MEMBER) {
            throw new ZipException("Not in GZIP format");
        }
        passHead();
        this.inflater = new Inflater(true);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!over) {
            int count = inflated(target, offset, length);
            if (count > 0) {
                sum.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                at = end - inflater.getRemaining();
                checkTail();
                over = !beginsNext();
            } else if (inflater.needsDictionary()) {
                throw new ZipException("A dictionary is needed, which gzip does not have");
            } else {
                feed();
            }
        }
        return -1;
    }

    private int inflated(byte[] target, int offset, int length) throws ZipException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException broken) {
            throw new ZipException(broken.getMessage() == null ? "Not deflated" : broken.getMessage());
        }
    }

    /** All that was read goes to the inflater, which tells at the end what it left. */
    private void feed() throws IOException {
        if (at == end && !filled()) {
            throw cut();
        }
        inflater.setInput(buffer, at, end - at);
        at = end;
    }

    private void checkTail() throws IOException {
        if (number() != sum.getValue() || number() != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("Corrupt GZIP trailer");
        }
    }

    private long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            number |= (long) needed() << shift;
        }
        return number;
    }

    private boolean beginsNext() throws IOException {
        if (next() != FIRST_OF_MEMBER || next() != SECOND_OF_MEMBER) {
            return false;
        }
        passHead();
        inflater.reset();
        sum.reset();
        return true;
    }

    private void passHead() throws IOException {
        if (needed() != DEFLATED) {
            throw new ZipException("Unsupported compression method");
        }
        int flags = needed();
        pass(PASSED_OVER);
        if ((flags & EXTRA) != 0) {
            pass(needed() | needed() << Byte.SIZE);
        }
        if ((flags & NAME) != 0) {
            passText();
        }
        if ((flags & COMMENT) != 0) {
            passText();
        }
        if ((flags & HEADER_SUM) != 0) {
            pass(2);
        }
    }

    private void pass(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            needed();
        }
    }

    private void passText() throws IOException {
        int letter = needed();
        while (letter != 0) {
            letter = needed();
        }
    }

    private int needed() throws IOException {
        int next = next();
        if (next < 0) {
            throw cut();
        }
        return next;
    }

    private int next() throws IOException {
        return at < end || filled() ? buffer[at++] & 0xFF : -1;
    }

    private boolean filled() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        return end > 0;
    }

    private static EOFException cut() {
        return new EOFException("Unexpected end of GZIP input");
    }

    @Override
    public void close() throws IOException {
        over = true;
        inflater.end();
        in.close();
    }
}
