package io.tender.extender.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What goes back over HTTP. */
public final class Reply {
    private final int status;
    private final byte[] bytes;
    private final int own;
    private final List<Insert> inserts;
    private final int length;

    /**
     * A part that stays where it is until it is sent: to copy thousands of whole agents would cost as much as to send them.
     *
     * @param at how much of the rest comes before it
     */
    record Insert(int at, Document document) {}

    /**
     * @param bytes the body but for the inserts and, behind it, what does not count: copying a large body would cost as much
     *     as making it
     * @param inserts in the order in which they are sent
     */
    Reply(int status, byte[] bytes, int own, List<Insert> inserts) {
        this.status = status;
        this.bytes = bytes;
        this.own = own;
        this.inserts = List.copyOf(inserts);
        this.length = own
                + inserts.stream().mapToInt(insert -> insert.document.length()).sum();
    }

    public Reply(int status, byte[] body) {
        this(status, body, body.length, List.of());
    }

    static Reply ok(String json) {
        return new Reply(200, json.getBytes(StandardCharsets.UTF_8));
    }

    public int status() {
        return status;
    }

    public byte[] body() {
        ByteArrayOutputStream body = new ByteArrayOutputStream(length);
        try {
            writePieces(body);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return body.toByteArray();
    }

    /** The body, but for the inserts. */
    byte[] bytes() {
        return bytes;
    }

    boolean isInOnePiece() {
        return inserts.isEmpty();
    }

    int length() {
        return length;
    }

    /** Sends the body. */
    void writeTo(OutputStream out) throws IOException {
        Gathering gathering = new Gathering(out);
        writePieces(gathering);
        gathering.flush();
    }

    private void writePieces(OutputStream out) throws IOException {
        int written = 0;
        for (Insert insert : inserts) {
            out.write(bytes, written, insert.at - written);
            insert.document.writeTo(out);
            written = insert.at;
        }
        out.write(bytes, written, own - written);
    }

    /** Plain words begin with a letter. */
    boolean isJson() {
        return own > 0 && (bytes[0] == '{' || bytes[0] == '[');
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reply that && status == that.status && Arrays.equals(body(), that.body());
    }

    @Override
    public int hashCode() {
        return 31 * status + Arrays.hashCode(body());
    }

    @Override
    public String toString() {
        return status + " " + new String(body(), StandardCharsets.UTF_8);
    }
}
