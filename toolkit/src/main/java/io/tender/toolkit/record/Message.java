package io.tender.toolkit.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One request or answer, as far as it was seen. */
final class Message {
    /** @param name in lower case */
    record Header(String name, String value) {}

    private final String startLine;
    private final List<Header> headers;
    private final long firstNanos;
    private final Room room;
    private Kept body;
    private long length;
    private boolean complete;
    private boolean released;

    private Message(String startLine, List<Header> headers, long firstNanos, Room room) {
        this.startLine = startLine;
        this.headers = headers;
        this.firstNanos = firstNanos;
        this.room = room;
        this.body = room.body();
    }

    /**
     * @param head all lines up to the empty one
     * @param room for its body
     */
    static Message of(String head, long firstNanos, Room room) throws NotHttp {
        String[] lines = head.stripTrailing().split("\r?\n", -1);
        List<Header> headers = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            boolean folded = lines[i].startsWith(" ") || lines[i].startsWith("\t");
            if (folded && !headers.isEmpty()) {
                Header last = headers.removeLast();
                headers.add(new Header(last.name(), last.value() + " " + lines[i].strip()));
            } else if (colon <= 0) {
                throw new NotHttp("a header without a colon");
            } else {
                headers.add(new Header(
                        lines[i].substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip()));
            }
        }
        return new Message(lines[0], headers, firstNanos, room);
    }

    /** Its words; an answer's last one may hold blanks. */
    String[] startLine() {
        return startLine.split(" ", 3);
    }

    List<Header> headers() {
        return headers;
    }

    Optional<String> header(String lowerCaseName) {
        return headers.stream()
                .filter(header -> header.name().equals(lowerCaseName))
                .map(Header::value)
                .findFirst();
    }

    /** Whether its body comes in chunks. */
    boolean chunked() {
        return headers.stream()
                .anyMatch(header -> header.name().equals("transfer-encoding")
                        && header.value().toLowerCase(Locale.ROOT).endsWith("chunked"));
    }

    Optional<Long> contentLength() throws NotHttp {
        List<String> lengths = headers.stream()
                .filter(header -> header.name().equals("content-length"))
                .map(Header::value)
                .distinct()
                .toList();
        if (lengths.isEmpty()) {
            return Optional.empty();
        }
        if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
            throw new NotHttp("a Content-Length of '" + String.join("' and '", lengths) + "'");
        }
        return Optional.of(Long.parseLong(lengths.getFirst()));
    }

    /**
     * Whether it took the array, which nobody else may use any more.
     *
     * @param alone whether nothing else is in it
     */
    boolean body(byte[] bytes, int from, int count, boolean alone) {
        // What was once left out leaves a gap: nothing behind it is kept.
        int kept = released || length > body.size() ? 0 : room.take(count, body.size());
        length += count;
        if (alone && body.take(bytes, kept)) {
            return true;
        }
        body.add(bytes, from, kept);
        return false;
    }

    /** Gives back the room for its body, of which nothing is kept from now on. */
    void release() {
        if (!released) {
            released = true;
            room.give(body.size());
            // Whoever writes it down may hold on to the message, and needs no more than its head.
            body = room.body();
        }
    }

    /** Its last byte has come. */
    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    /** Nothing is added to it once the message was released. */
    Kept kept() {
        return body;
    }

    /** Of the body, as it was sent, without chunk marks. */
    long length() {
        return length;
    }

    long firstNanos() {
        return firstNanos;
    }
}
