package io.tender.extender.server;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Gathers the pieces of a reply before they are sent, since each write has its price, and passes large ones on without a copy.
 * The library copies what it is given first, to send the head with it, and hands the system {@link #AT_ONCE} at a time: so what
 * it is given first is no more than fits in there behind a head, and no less if there is as much.
 */
final class Gathering extends OutputStream {
    static final int AT_ONCE = 1 << 13;
    static final int FIRST = AT_ONCE - 512;
    private static final int MOST = 1 << 16;

    private final OutputStream out;
    private byte[] gathered = new byte[FIRST];
    private int size;
    private boolean begun;

    Gathering(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int begin = !begun && size + length >= FIRST ? FIRST - size : 0;
        if (begin > 0) {
            gather(bytes, from, begin);
            flush();
            begun = true;
        }
        if (length - begin >= AT_ONCE) {
            flush();
            out.write(bytes, from + begin, length - begin);
        } else {
            gather(bytes, from + begin, length - begin);
        }
    }

    private void gather(byte[] bytes, int from, int length) throws IOException {
        if (size + length > gathered.length) {
            flush();
            // Room for much, once it has turned out that there are many pieces.
            gathered = gathered.length < MOST ? new byte[MOST] : gathered;
        }
        System.arraycopy(bytes, from, gathered, size, length);
        size += length;
    }

    /** Writes what is gathered. */
    @Override
    public void flush() throws IOException {
        if (size > 0) {
            out.write(gathered, 0, size);
            size = 0;
        }
    }
}
