package io.tender.extender.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What goes back over HTTP. */
public final class Reply {
    private final int status;
    private final byte[] bytes;
    private final int length;

    /** @param bytes the body and, behind it, what does not count: copying a large body would cost as much as making it */
    Reply(int status, byte[] bytes, int length) {
        this.status = status;
        this.bytes = bytes;
        this.length = length;
    }

    public Reply(int status, byte[] body) {
        this(status, body, body.length);
    }

    static Reply ok(String json) {
        return new Reply(200, json.getBytes(StandardCharsets.UTF_8));
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        return Arrays.copyOf(bytes, length);
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Plain words begin with a letter. */
    boolean isJson() {
        return length > 0 && (bytes[0] == '{' || bytes[0] == '[');
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reply that
                && status == that.status
                && Arrays.equals(bytes, 0, length, that.bytes, 0, that.length);
    }

    @Override
    public int hashCode() {
        return 31 * status + Arrays.hashCode(body());
    }

    @Override
    public String toString() {
        return status + " " + new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
