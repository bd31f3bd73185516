package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.RequestBody;
import io.tender.spi.batch.TaskView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which placements became real and which did not. What the extender must know and could not be told is told again
 * when the next session opens, with the same key, in the same order, up to a bound of messages and one of bytes.
 */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private final String extender;
    private final int mostMessages;
    private final long mostBytes;
    private final Deque<Untold> untold = new ArrayDeque<>();
    private long untoldBytes;
    private long forgotten;

    private record Untold(Question question, RequestBody body, String key) {}

    /**
     * @param mostMessages kept to be told again; the oldest go first
     * @param mostBytes that all of them have together
     */
    Outcomes(String extender, int mostMessages, long mostBytes) {
        this.extender = extender;
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
    }

    /** What could not be told before, as far as the time for it goes. */
    void tellAgain(SessionTalk talk) {
        while (!untold.isEmpty()) {
            Untold next = untold.getFirst();
            if (!talk.hasTimeToTellAgain() || !isDone(talk.tellAgain(next.question, next.body, next.key))) {
                return;
            }
            removeOldest();
        }
        if (forgotten > 0) {
            LOG.warn(
                    "Extender '{}' takes outcomes again; {} messages about them were forgotten meanwhile",
                    extender,
                    forgotten);
            forgotten = 0;
        }
    }

    void tell(SessionTalk talk, Question question, List<TaskView> tasks) {
        if (tasks.isEmpty() || !talk.settings().asks(question)) {
            return;
        }
        RequestBody body =
                talk.envelope().list("tasks", talk.dialect().tasks(tasks)).body();
        String key = talk.nextKey(question);
        // Behind an older message that must come first, this one is not tried: the order is part of what is told.
        if (!untold.isEmpty() || !isDone(talk.tell(question, body, AnswerReader.ignoringBody(true), key))) {
            keep(new Untold(question, body, key));
        }
    }

    /** Whether nothing is left to do about it. */
    private static boolean isDone(Asked<Boolean> asked) {
        return !(asked instanceof Asked.Failed<Boolean> failed) || failed.consequence() != Consequence.TOLD_AGAIN;
    }

    private void keep(Untold message) {
        long bytes = message.body.length();
        if (bytes > mostBytes) {
            // All the others would have to go for it, and it would still be too large.
            forget(message);
            return;
        }
        untold.addLast(message);
        untoldBytes += bytes;
        forgetWhatIsTooMuch();
    }

    /** Hands what waits to somebody who goes on in its place, as far as that one tells such things. */
    void leaveTo(Outcomes successor, Predicate<Question> isTold) {
        List<Untold> left =
                untold.stream().filter(message -> isTold.test(message.question)).toList();
        left.forEach(successor::keep);
        untold.removeAll(left);
        untoldBytes =
                untold.stream().mapToLong(message -> message.body.length()).sum();
    }

    private void forgetWhatIsTooMuch() {
        while (untold.size() > mostMessages || untoldBytes > mostBytes) {
            forget(removeOldest());
        }
    }

    private Untold removeOldest() {
        Untold oldest = untold.removeFirst();
        untoldBytes -= oldest.body.length();
        return oldest;
    }

    private void forget(Untold message) {
        if (forgotten++ == 0) {
            LOG.warn(
                    "Extender '{}' does not take outcomes, and more wait than are kept ({} messages, {} bytes):"
                            + " {} ({} bytes) is forgotten, and so are others until it does",
                    extender,
                    mostMessages,
                    mostBytes,
                    message.key,
                    message.body.length());
        }
    }

    /** Nobody will tell them any more. */
    void close() {
        if (!untold.isEmpty() || forgotten > 0) {
            LOG.warn(
                    "Extender '{}' was never told {} messages about outcomes: {} waited to be told again and are lost,"
                            + " {} were forgotten before",
                    extender,
                    untold.size() + forgotten,
                    untold.size(),
                    forgotten);
        }
        untold.clear();
        untoldBytes = 0;
        forgotten = 0;
    }

    int untold() {
        return untold.size();
    }

    /** What the waiting messages have together. */
    long untoldBytes() {
        return untoldBytes;
    }
}
