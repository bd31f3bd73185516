package io.tender.extender.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A body kept in pieces, most of which were encoded long ago. */
final class JoinedParts implements RequestBody {
    private final List<byte[]> parts;
    private final long length;

    JoinedParts(List<byte[]> parts) {
        this.parts = parts;
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
        for (byte[] part : parts) {
            out.write(part);
        }
    }
}
