package io.tender.extender.client;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** As much of a body as a recording has. */
public final class RecordedBody {
    public static final RecordedBody EMPTY = of(new byte[0], 0, "");
    private static final int LONGEST_CHARACTER = 4;

    private final List<ByteBuffer> pieces;
    private final int kept;
    private final long length;
    private final String coding;

    private RecordedBody(List<ByteBuffer> pieces, int kept, long length, String coding) {
        this.pieces = pieces;
        this.kept = kept;
        this.length = length;
        this.coding = coding;
    }

    /**
     * @param bytes what was kept, from the beginning; not copied
     * @param length of the whole body
     * @param coding the content coding it is still in, such as {@code br}; empty if none
     */
    public static RecordedBody of(byte[] bytes, long length, String coding) {
        return of(List.of(ByteBuffer.wrap(bytes)), length, coding);
    }

    /**
     * @param pieces what was kept, one behind the other, from the beginning; of arrays, which are not copied
     * @param length of the whole body
     * @param coding the content coding it is still in, such as {@code br}; empty if none
     */
    public static RecordedBody of(List<ByteBuffer> pieces, long length, String coding) {
        int kept = pieces.stream().mapToInt(ByteBuffer::remaining).reduce(0, Math::addExact);
        if (length < kept) {
            throw new IllegalArgumentException("A body is at least as long as what was kept of it: got " + length
                    + ", expected " + kept + " or more");
        }
        return new RecordedBody(List.copyOf(pieces), kept, length, coding);
    }

    /** The same without these secrets, wherever somebody may have echoed them. */
    public RecordedBody hiding(Collection<Secret> secrets, Endpoint endpoint) {
        Secrets.Kept shown = Secrets.of(secrets, endpoint, Optional.empty()).hideIn(bytes(), kept);
        // Hiding changes the length, and that alone is no truncation.
        return of(shown.bytes(), length - shown.taken() + shown.bytes().length, coding);
    }

    /** Not to be changed. */
    public byte[] bytes() {
        if (pieces.size() == 1 && pieces.getFirst().array().length == kept) {
            return pieces.getFirst().array();
        }
        ByteBuffer all = ByteBuffer.allocate(kept);
        pieces.forEach(piece -> all.put(piece.duplicate()));
        return all.array();
    }

    /** The bytes, one piece behind the other; not to be changed, nor their positions. */
    List<ByteBuffer> pieces() {
        return pieces;
    }

    public long length() {
        return length;
    }

    public String coding() {
        return coding;
    }

    public boolean truncated() {
        return length > kept;
    }

    /** How many of its bytes are text, if it is UTF-8. A body that was cut within a character ends before it. */
    OptionalInt text() {
        Utf8 utf8 = new Utf8();
        pieces.forEach(utf8::add);
        int whole = (int) utf8.whole();
        return whole == kept || (truncated() && kept - whole < LONGEST_CHARACTER)
                ? OptionalInt.of(whole)
                : OptionalInt.empty();
    }
}
