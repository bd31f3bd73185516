package io.tender.extender.volcano;

import io.tender.extender.client.AnswerReader;
import io.tender.extender.client.RequestBody;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which placements became real and which did not. What the extender must know and could not be told is told again
 * when the next session opens, with the same key, up to a bound of messages and one of bytes. What is told about one task is
 * told in its order; tasks do not wait for each other, lest one message that is never taken keep all later ones from being
 * heard.
 */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private final String extender;
    private final int mostMessages;
    private final long mostBytes;
    private final FailureWatch watch;
    private final List<Untold> untold = new ArrayList<>();
    private final Set<Question> refused = EnumSet.noneOf(Question.class);
    private long untoldBytes;
    private long forgotten;

    /** A message that waits. */
    private static final class Untold {
        private final Question question;
        private final RequestBody body;
        private final String key;
        private final Set<TaskId> tasks;
        /** How often it was told again in vain. */
        private int tries;

        Untold(Question question, RequestBody body, String key, Set<TaskId> tasks) {
            this.question = question;
            this.body = body;
            this.key = key;
            this.tasks = tasks;
        }

        boolean isAboutAny(Set<TaskId> others) {
            return !Collections.disjoint(tasks, others);
        }
    }

    /**
     * @param mostMessages kept to be told again; the oldest go first
     * @param mostBytes that all of them have together
     */
    Outcomes(String extender, FailureWatch watch, int mostMessages, long mostBytes) {
        this.extender = extender;
        this.watch = watch;
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
    }

    /** What could not be told before, as far as the time for it goes, and until something fails again. */
    void tellAgain(SessionTalk talk) {
        while (!untold.isEmpty()) {
            Untold next = next();
            if (!talk.hasTimeToTellAgain()) {
                return;
            }
            if (!isDone(talk.tellAgain(next.question, next.body, next.key), next.question, next.key)) {
                next.tries++;
                return;
            }
            remove(next);
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
        Set<TaskId> about = tasks.stream().map(TaskView::id).collect(Collectors.toUnmodifiableSet());
        // Behind an older message about one of its tasks it is not tried: the order is part of what is told.
        if (untold.stream().anyMatch(older -> older.isAboutAny(about))
                || !isDone(talk.tell(question, body, AnswerReader.ignoringBody(true), key), question, key)) {
            keep(new Untold(question, body, key, about));
        }
    }

    /** The oldest of those tried least that no older one about the same task goes before. */
    private Untold next() {
        Untold next = untold.getFirst();
        Set<TaskId> earlier = new HashSet<>();
        for (Untold message : untold) {
            if (next.tries == 0) {
                break;
            }
            if (message.tries < next.tries && !message.isAboutAny(earlier)) {
                next = message;
            }
            earlier.addAll(message.tasks);
        }
        return next;
    }

    /** Whether nothing is left to do about it. */
    private boolean isDone(Asked<Boolean> asked, Question question, String key) {
        if (!(asked instanceof Asked.Failed<Boolean> failed)) {
            return true;
        }
        if (failed.consequence() == Consequence.NEVER_TOLD) {
            watch.dropped(question);
            if (refused.add(question)) {
                LOG.warn(
                        "Extender '{}' refuses {} for good: {} is dropped, and so is whatever it refuses later. {}",
                        extender,
                        question.label(),
                        key,
                        failed.reason());
            }
        }
        return failed.consequence() != Consequence.TOLD_AGAIN;
    }

    private void keep(Untold message) {
        long bytes = message.body.length();
        if (bytes > mostBytes) {
            // All the others would have to go for it, and it would still be too large.
            forget(message);
            return;
        }
        untold.add(message);
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
            Untold oldest = untold.getFirst();
            remove(oldest);
            forget(oldest);
        }
    }

    private void remove(Untold message) {
        untold.remove(message);
        untoldBytes -= message.body.length();
    }

    private void forget(Untold message) {
        watch.dropped(message.question);
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
