package io.tender.extender.json;

import io.tender.extender.client.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A body put together from many pieces, of which most were encoded long ago, and written in few large chunks. */
public final class GatheredBody implements RequestBody {
    private static final int CHUNK = 64 << 10;

    private final List<byte[]> parts;
    private final long length;

    /** @param parts not to be changed any more */
    public GatheredBody(List<byte[]> parts) {
        this.parts = List.copyOf(parts);
        long sum = 0;
        for (byte[] part : parts) {
            sum += part.length;
        }
        this.length = sum;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        byte[] chunk = new byte[(int) Math.min(CHUNK, length)];
        int filled = 0;
        for (byte[] part : parts) {
            int at = 0;
            while (at < part.length) {
                int fits = Math.min(chunk.length - filled, part.length - at);
                System.arraycopy(part, at, chunk, filled, fits);
                filled += fits;
                at += fits;
                if (filled == chunk.length) {
                    out.write(chunk, 0, filled);
                    filled = 0;
                }
            }
        }
        out.write(chunk, 0, filled);
    }
}
