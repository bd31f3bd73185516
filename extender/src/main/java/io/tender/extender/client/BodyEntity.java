package io.tender.extender.client;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** A {@link RequestBody} as the HTTP library wants it, held to the length it announced. */
final class BodyEntity implements HttpEntity {
    private final RequestBody body;
    private final Flight flight;

    BodyEntity(RequestBody body, Flight flight) {
        this.body = body;
        this.flight = flight;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Counting counting = new Counting(out);
        try {
            write(body, counting);
        } finally {
            flight.sent(counting.written);
        }
    }

    /**
     * Writes it, and no more or less than it announced.
     *
     * @throws LocalFault when that is the body's fault
     */
    static void write(RequestBody body, OutputStream out) throws IOException {
        Counting counting = new Counting(out);
        try {
            body.writeTo(counting);
        } catch (IOException | RuntimeException failed) {
            if (counting.broken) {
                throw failed;
            }
            throw new LocalFault("the request's body cannot be written (" + failed + ")", failed);
        }
        if (counting.written != body.length()) {
            throw new LocalFault(
                    "the request's body wrote " + counting.written + " bytes and had announced " + body.length());
        }
    }

    private static final class Counting extends FilterOutputStream {
        private long written;
        private boolean broken;

        Counting(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            broken = true;
            out.write(source, offset, length);
            broken = false;
            written += length;
        }

        @Override
        public void flush() throws IOException {
            broken = true;
            out.flush();
            broken = false;
        }
    }

    @Override
    public long getContentLength() {
        return body.length();
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public boolean isStreaming() {
        return false;
    }

    @Override
    public boolean isChunked() {
        return false;
    }

    @Override
    public InputStream getContent() {
        throw new UnsupportedOperationException("a body is written, not read");
    }

    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public @Nullable String getContentEncoding() {
        return null;
    }

    @Override
    public Set<String> getTrailerNames() {
        return Set.of();
    }

    @Override
    public @Nullable Supplier<List<? extends Header>> getTrailers() {
        return null;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
