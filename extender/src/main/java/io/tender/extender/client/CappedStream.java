package io.tender.extender.client;

import java.io.IOException;
import java.io.InputStream;

/** Lets through no more than the cap, and nothing once time is up. Closing it closes nothing. */
final class CappedStream extends InputStream {
    private final InputStream in;
    private final long cap;
    private final String what;
    private final Flight flight;
    private long count;

    CappedStream(InputStream in, long cap, String what, Flight flight) {
        this.in = in;
        this.cap = cap;
        this.what = what;
        this.flight = flight;
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        flight.checkTime();
        int got = in.read(target, offset, length);
        if (got > 0) {
            count += got;
            if (count > cap) {
                throw new TooMuch("more than " + cap + " bytes " + what);
            }
        }
        return got;
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }
}
