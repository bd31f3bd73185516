package io.tender.toolkit.record;

import io.tender.toolkit.record.MessageReader.Framing;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The questions and answers of one connection, matched in their order. For the reader's thread alone. What it cannot read is
 * noted, once, and nothing more is read of that connection.
 */
final class Dialogue {
    private static final int MOST_ASKED = 1_000;
    private static final int SWITCHING = 101;

    private final String peer;
    private final Minutes minutes;
    private final MessageReader requests;
    private final MessageReader answers;
    /** Those without a whole answer, the oldest first. */
    private final Deque<Message> asked = new ArrayDeque<>();

    private boolean over;

    /** @param peer who asks */
    Dialogue(String peer, Minutes minutes, Room room) {
        this.peer = peer;
        this.minutes = minutes;
        this.requests = new MessageReader(new Asking(), room);
        this.answers = new MessageReader(new Answering(), room);
    }

    /**
     * Whether it took the array, or may have, and nobody else may use it any more.
     *
     * @param count how many of the bytes, from the beginning
     */
    boolean saw(Side side, byte[] bytes, int count, long nanos) {
        if (over) {
            return false;
        }
        try {
            return (side == Side.SCHEDULER ? requests : answers).saw(bytes, count, nanos);
        } catch (NotHttp unreadable) {
            giveUp("the " + side.message() + " cannot be read as HTTP/1 (" + unreadable.getMessage() + ")");
            return true;
        }
    }

    void ended(Side side, long nanos) {
        if (over || side == Side.SCHEDULER) {
            // Who asked may have closed its half, and waits for the answer.
            return;
        }
        try {
            Optional<Message> cut = answers.ended(nanos);
            if (cut.isPresent()) {
                exchanged(asked.removeFirst(), cut, "cut_short", nanos);
            }
        } catch (NotHttp unreadable) {
            giveUp("the end of the answer cannot be read (" + unreadable.getMessage() + ")");
            return;
        }
        if (requests.isWithinHead()) {
            minutes.note(peer + ": the connection ended within the head of a request");
        }
        for (Message question : asked) {
            exchanged(question, Optional.empty(), "reset", nanos);
        }
        asked.clear();
        over = true;
    }

    private void exchanged(Message question, Optional<Message> answer, String outcome, long nanos) {
        try {
            minutes.exchange(question, answer, outcome, nanos);
        } finally {
            question.release();
            answer.ifPresent(Message::release);
        }
    }

    void giveUp(String why) {
        if (!over) {
            over = true;
            asked.forEach(Message::release);
            asked.clear();
            requests.release();
            answers.release();
            minutes.note(
                    peer + ": " + why + "; nothing more of this connection is recorded, and all of it is passed on");
        }
    }

    /** What the scheduler sends. */
    private final class Asking implements MessageReader.Talk {
        @Override
        public Framing framing(Message request) throws NotHttp {
            String[] line = request.startLine();
            if (line.length == 3 && line[0].equals("PRI") && line[2].startsWith("HTTP/2")) {
                return new Framing.Opaque("it is HTTP/2");
            }
            if (line.length != 3 || !line[2].startsWith("HTTP/1.")) {
                throw new NotHttp("no request line");
            }
            if (asked.size() >= MOST_ASKED) {
                throw new NotHttp("more than " + MOST_ASKED + " requests without an answer");
            }
            asked.addLast(request);
            return request.chunked()
                    ? new Framing.Chunks()
                    : new Framing.Length(request.contentLength().orElse(0L));
        }

        @Override
        public void complete(Message request, long nanos) {
            // The answer says when it is over.
        }
    }

    /** What the extender sends. */
    private final class Answering implements MessageReader.Talk {
        @Override
        public Framing framing(Message answer) throws NotHttp {
            int status = Minutes.status(answer);
            if (status == SWITCHING) {
                return new Framing.Opaque("both switched to another protocol");
            }
            if (isInterim(status)) {
                return new Framing.Length(0);
            }
            Message question = asked.peekFirst();
            if (question == null) {
                throw new NotHttp("an answer to no question");
            }
            String method = question.startLine()[0];
            if (method.equals("CONNECT") && status < 300) {
                return new Framing.Opaque("it became a tunnel");
            }
            if (method.equals("HEAD") || status == 204 || status == 304) {
                return new Framing.Length(0);
            }
            if (answer.chunked()) {
                return new Framing.Chunks();
            }
            Optional<Long> length = answer.contentLength();
            return length.isPresent() ? new Framing.Length(length.get()) : new Framing.UntilClosed();
        }

        @Override
        public void complete(Message answer, long nanos) {
            int status = Minutes.statusOr(answer, 0);
            if (isInterim(status)) {
                return;
            }
            exchanged(asked.removeFirst(), Optional.of(answer), Minutes.outcome(status), nanos);
        }

        private boolean isInterim(int status) {
            return status >= 100 && status < 200;
        }
    }
}
