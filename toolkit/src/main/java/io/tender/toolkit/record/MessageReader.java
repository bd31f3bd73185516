package io.tender.toolkit.record;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the messages in one direction of a connection, however its bytes are divided. */
final class MessageReader {
    private static final int LONGEST_HEAD = 1 << 16;

    /** Where bodies end, which takes more than the message itself to know. */
    interface Talk {
        /** How the body of a message that has begun is delimited. */
        Framing framing(Message message) throws NotHttp;

        /** Its last byte has come. */
        void complete(Message message, long nanos) throws NotHttp;
    }

    /** How a body ends. */
    sealed interface Framing {
        record Length(long bytes) implements Framing {}

        record Chunks() implements Framing {}

        record UntilClosed() implements Framing {}

        /** No message at all: what it announces is another protocol. */
        record Opaque(String why) implements Framing {}
    }

    private enum State {
        HEAD,
        BODY,
        UNTIL_CLOSED,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER
    }

    private final Talk talk;
    private final Room room;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private State state = State.HEAD;
    private Optional<Message> message = Optional.empty();
    private long left;
    private long headNanos;
    private boolean taken;

    MessageReader(Talk talk, Room room) {
        this.talk = talk;
        this.room = room;
    }

    /**
     * Whether it took the array, and nobody else may use it any more.
     *
     * @param end of those that were seen
     */
    boolean saw(byte[] bytes, int end, long nanos) throws NotHttp {
        taken = false;
        int at = 0;
        while (at < end) {
            at = switch (state) {
                case HEAD -> head(bytes, at, end, nanos);
                case BODY, CHUNK -> counted(bytes, at, end, nanos);
                case UNTIL_CLOSED -> rest(bytes, at, end);
                case CHUNK_SIZE, CHUNK_END, TRAILER -> chunkLine(bytes, at, end, nanos);
            };
        }
        return taken;
    }

    /** The message that is under way, when the connection ends. */
    Optional<Message> ended(long nanos) throws NotHttp {
        if (state == State.UNTIL_CLOSED) {
            finish(nanos);
        }
        return message;
    }

    /** Gives back the room of the message that is under way. */
    void release() {
        message.ifPresent(Message::release);
    }

    /** Whether what has come so far is no whole head. */
    boolean isWithinHead() {
        return state == State.HEAD && line.size() > 0;
    }

    private int head(byte[] bytes, int from, int end, long nanos) throws NotHttp {
        for (int at = from; at < end; at++) {
            byte next = bytes[at];
            if (line.size() == 0) {
                // Empty lines before a message are passed over, as servers do.
                if (next == '\r' || next == '\n') {
                    continue;
                }
                headNanos = nanos;
            }
            line.write(next);
            if (next == '\n' && endsWithEmptyLine()) {
                begin(nanos);
                return at + 1;
            }
            if (line.size() > LONGEST_HEAD) {
                throw new NotHttp("a head of more than " + LONGEST_HEAD + " bytes");
            }
        }
        return end;
    }

    private boolean endsWithEmptyLine() {
        byte[] so = line.toByteArray();
        int size = so.length;
        return (size >= 2 && so[size - 2] == '\n') || (size >= 3 && so[size - 2] == '\r' && so[size - 3] == '\n');
    }

    private void begin(long nanos) throws NotHttp {
        Message begun = Message.of(line.toString(StandardCharsets.ISO_8859_1), headNanos, room);
        line.reset();
        message = Optional.of(begun);
        switch (talk.framing(begun)) {
            case Framing.Length length -> {
                left = length.bytes();
                state = State.BODY;
                if (left == 0) {
                    finish(nanos);
                }
            }
            case Framing.Chunks chunks -> state = State.CHUNK_SIZE;
            case Framing.UntilClosed closed -> state = State.UNTIL_CLOSED;
            case Framing.Opaque opaque -> throw new NotHttp(opaque.why());
        }
    }

    private void finish(long nanos) throws NotHttp {
        Message whole = message.orElseThrow();
        whole.complete();
        message = Optional.empty();
        state = State.HEAD;
        talk.complete(whole, nanos);
    }

    private int counted(byte[] bytes, int from, int end, long nanos) throws NotHttp {
        int count = (int) Math.min(left, end - from);
        body(bytes, from, count, end);
        left -= count;
        if (left == 0) {
            if (state == State.CHUNK) {
                state = State.CHUNK_END;
            } else {
                finish(nanos);
            }
        }
        return from + count;
    }

    private int rest(byte[] bytes, int from, int end) {
        body(bytes, from, end - from, end);
        return end;
    }

    private void body(byte[] bytes, int from, int count, int end) {
        // With something behind it, what is read next would be in somebody else's hands.
        boolean alone = from == 0 && count == end;
        taken = message.orElseThrow().body(bytes, from, count, alone);
    }

    private int chunkLine(byte[] bytes, int from, int end, long nanos) throws NotHttp {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            line.write(bytes[at++]);
            if (line.size() > LONGEST_HEAD) {
                throw new NotHttp("a line of more than " + LONGEST_HEAD + " bytes between chunks");
            }
        }
        if (at == end) {
            return at;
        }
        String text = line.toString(StandardCharsets.ISO_8859_1).strip();
        line.reset();
        switch (state) {
            case CHUNK_SIZE -> {
                left = size(text);
                state = left == 0 ? State.TRAILER : State.CHUNK;
            }
            case CHUNK_END -> {
                if (!text.isEmpty()) {
                    throw new NotHttp("something behind a chunk");
                }
                state = State.CHUNK_SIZE;
            }
            default -> {
                if (text.isEmpty()) {
                    finish(nanos);
                }
            }
        }
        return at + 1;
    }

    private static long size(String text) throws NotHttp {
        int end = text.indexOf(';');
        String number = (end < 0 ? text : text.substring(0, end)).strip();
        if (!number.matches("[0-9A-Fa-f]{1,15}")) {
            throw new NotHttp("a chunk without a size");
        }
        return Long.parseLong(number, 16);
    }
}
