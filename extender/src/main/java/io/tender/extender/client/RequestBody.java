package io.tender.extender.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is sent, with its length known beforehand. It may be written more than once, when a call is repeated, and must
 * then be the same bytes.
 */
public interface RequestBody {
    RequestBody EMPTY = of(new byte[0]);

    long length();

    void writeTo(OutputStream out) throws IOException;

    /** Sends the arrays one behind the other, without joining or copying them: they must not change any more. */
    static RequestBody of(List<byte[]> parts) {
        return new JoinedParts(List.copyOf(parts));
    }

    static RequestBody of(byte[] bytes) {
        return new JoinedParts(List.of(bytes));
    }

    static RequestBody of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}
