package io.tender.extender.aurora;

import io.tender.extender.client.RequestBody;
import java.io.IOException;
import java.io.OutputStream;

/** The body of a request, put together from pieces of which most were encoded long ago. */
final class OrderRequest implements RequestBody {
    private static final int CHUNK = 64 << 10;

    private final byte[] beginning;
    private final byte[][] hosts;
    private final long length;

    /** @param hosts at least one, each with a comma before it */
    OrderRequest(byte[] beginning, byte[][] hosts) {
        this.beginning = beginning;
        this.hosts = hosts;
        long sum = beginning.length + WireForm.END.length - 1L;
        for (byte[] host : hosts) {
            sum += host.length;
        }
        this.length = sum;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Chunk chunk = new Chunk((int) Math.min(CHUNK, length), out);
        chunk.add(beginning, 0);
        // The first host's comma has nothing to part it from.
        chunk.add(hosts[0], 1);
        for (int i = 1; i < hosts.length; i++) {
            chunk.add(hosts[i], 0);
        }
        chunk.add(WireForm.END, 0);
        chunk.flush();
    }

    /** Gathers small pieces: ten thousand writes of a hundred bytes cost more than all else about a request. */
    private static final class Chunk {
        private final byte[] gathered;
        private final OutputStream out;
        private int filled;

        Chunk(int size, OutputStream out) {
            this.gathered = new byte[size];
            this.out = out;
        }

        void add(byte[] piece, int from) throws IOException {
            int left = piece.length - from;
            int at = from;
            while (left > gathered.length - filled) {
                int fits = gathered.length - filled;
                System.arraycopy(piece, at, gathered, filled, fits);
                filled = gathered.length;
                flush();
                at += fits;
                left -= fits;
            }
            System.arraycopy(piece, at, gathered, filled, left);
            filled += left;
        }

        void flush() throws IOException {
            out.write(gathered, 0, filled);
            filled = 0;
        }
    }
}
