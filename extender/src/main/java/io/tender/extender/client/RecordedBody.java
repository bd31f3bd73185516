package io.tender.extender.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;

/** As much of a body as a recording has. */
public final class RecordedBody {
    public static final RecordedBody EMPTY = new RecordedBody(new byte[0], 0, "");
    private static final int LONGEST_CHARACTER = 4;

    private final byte[] bytes;
    private final long length;
    private final String coding;

    private RecordedBody(byte[] bytes, long length, String coding) {
        this.bytes = bytes;
        this.length = length;
        this.coding = coding;
    }

    /**
     * @param bytes what was kept, from the beginning; not copied
     * @param length of the whole body
     * @param coding the content coding it is still in, such as {@code br}; empty if none
     */
    public static RecordedBody of(byte[] bytes, long length, String coding) {
        if (length < bytes.length) {
            throw new IllegalArgumentException("A body is at least as long as what was kept of it: got " + length
                    + ", expected " + bytes.length + " or more");
        }
        return new RecordedBody(bytes, length, coding);
    }

    /** The same without these secrets, wherever somebody may have echoed them. */
    public RecordedBody hiding(Collection<Secret> secrets, Endpoint endpoint) {
        Secrets.Kept kept = Secrets.of(secrets, endpoint, Optional.empty()).hideIn(bytes, bytes.length);
        // Hiding changes the length, and that alone is no truncation.
        return new RecordedBody(kept.bytes(), length - kept.taken() + kept.bytes().length, coding);
    }

    /** Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    public long length() {
        return length;
    }

    public String coding() {
        return coding;
    }

    public boolean truncated() {
        return length > bytes.length;
    }

    /** What was kept as text, if it is UTF-8. A body that was cut within a character ends before it. */
    public Optional<String> text() {
        int most = truncated() ? LONGEST_CHARACTER : 1;
        for (int left = 0; left < most && left <= bytes.length; left++) {
            try {
                ByteBuffer whole = ByteBuffer.wrap(bytes, 0, bytes.length - left);
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(whole).toString());
            } catch (CharacterCodingException notYet) {
                if (left == most - 1) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
