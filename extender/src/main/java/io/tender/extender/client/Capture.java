package io.tender.extender.client;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Keeps the beginning of what passes by, and as much behind it as it takes to find secrets that begin there. */
final class Capture extends OutputStream {
    private final int wanted;
    private final int behind;
    private int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long length;

    /**
     * @param wanted how much is to be recorded
     * @param behind how much more is looked at
     */
    Capture(int wanted, int behind) {
        this.wanted = wanted;
        this.behind = behind;
        this.limit = wanted;
    }

    /** The beginning of a request's body, which is not written further than that. */
    static Capture of(RequestBody body, int wanted, int behind) throws IOException {
        Capture capture = new Capture(wanted, behind);
        try {
            body.writeTo(new FilterOutputStream(capture) {
                @Override
                public void write(byte[] source, int offset, int count) throws IOException {
                    capture.write(source, offset, count);
                    if (capture.isFull()) {
                        throw new IOException("enough of it is recorded");
                    }
                }
            });
        } catch (IOException stopped) {
            if (!capture.isFull()) {
                throw stopped;
            }
        }
        capture.length = body.length();
        return capture;
    }

    private boolean isFull() {
        return kept.size() >= most();
    }

    private int most() {
        return (int) Math.min(Integer.MAX_VALUE - 8L, (long) limit + behind);
    }

    /** How much of what was kept is to be recorded. */
    int limit() {
        return limit;
    }

    /** Keeps no more than this of what comes now. */
    void limit(int fewer) {
        limit = Math.min(limit, fewer);
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        kept.write(bytes, offset, Math.min(count, Math.max(0, most() - kept.size())));
        length += count;
    }

    /** For when the same begins anew, such as with a repetition. */
    void restart() {
        kept.reset();
        limit = wanted;
        length = 0;
    }

    byte[] bytes() {
        return kept.toByteArray();
    }

    long length() {
        return length;
    }

    InputStream listening(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read() throws IOException {
                int one = in.read();
                if (one >= 0) {
                    write(one);
                }
                return one;
            }

            @Override
            public int read(byte[] target, int offset, int count) throws IOException {
                int got = in.read(target, offset, count);
                if (got > 0) {
                    write(target, offset, got);
                }
                return got;
            }
        };
    }
}
