package io.tender.daemon.http.work;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.EventStream;
import io.tender.extender.http.HttpProblem;
import io.tender.model.BrokenRule;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /v1/watch}: what there is, and from then on what changes of it, as lines of JSON.
 *
 * <p>There is a board for each thing that is watched, however many watch it, and one thread that looks at all of them in
 * turn. It rests many times as long as its looks take, so watching a large cluster costs no more than watching a small one.
 */
final class Watching implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watching.class);

    private static final int MOST_BOARDS = 200;
    private static final Duration LEAST_REST = Duration.ofMillis(250);
    private static final int RESTS = 10;

    /** For so long after the last one has left, somebody who was cut off can go on. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final byte[] HEARTBEAT = "{\"type\":\"HEARTBEAT\"}\n".getBytes(StandardCharsets.US_ASCII);
    private static final HeaderName HEARTBEAT_SECONDS = HeaderNames.create("Tender-Heartbeat");
    private static final Duration COME_BACK_AFTER = Duration.ofSeconds(30);

    private final WorkApi.Streams limits;
    private final TreeMap<String, Gallery> galleries = new TreeMap<>();
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopping = lock.newCondition();
    private final TreeMap<String, Board> boards = new TreeMap<>();
    private int streams;
    private boolean looking;
    private boolean closed;

    Watching(WorkApi.Streams limits, List<Gallery> all) {
        this.limits = limits;
        all.forEach(gallery -> gallery.kinds().forEach(kind -> galleries.put(kind, gallery)));
    }

    int count() {
        lock.lock();
        try {
            return streams;
        } finally {
            lock.unlock();
        }
    }

    void watch(Question question, ServerResponse response) {
        String kind = question.required("kind", "one of " + galleries.keySet());
        Gallery gallery = Optional.ofNullable(galleries.get(kind))
                .orElseThrow(() -> Question.unknown(
                        400,
                        "There is no such kind to watch.",
                        kind,
                        galleries.keySet(),
                        "correct the parameter 'kind'"));
        Optional<String> name = question.parameter("name");
        boolean explained = question.parameter("explain").filter("true"::equals).isPresent();
        Optional<String> task = question.parameter("task");
        if (explained && name.isEmpty()) {
            throw Question.missing("name", "the name of one thing, since only one at a time is explained");
        }
        Sight sight = explained
                ? gallery.explained(kind, name.get(), task)
                : name.map(one -> gallery.one(kind, one)).orElseGet(() -> gallery.all(kind));
        String key = String.join("\n", kind, name.orElse(""), Boolean.toString(explained), task.orElse(""));
        EventStream stream = new EventStream(limits.mostWaitingBytes());
        Board board = board(key, sight, name.isPresent());
        try {
            board.enter(stream, question.parameter("since"));
            LOG.debug("somebody who watched {} has gone: {}", kind, send(stream, response));
        } finally {
            left(key, board);
            board.leave(stream);
        }
    }

    private String send(EventStream stream, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "application/jsonl")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .header(HEARTBEAT_SECONDS, Double.toString(limits.heartbeat().toMillis() / 1000.0));
        try (OutputStream out = response.outputStream()) {
            return stream.write(out, limits.heartbeat(), HEARTBEAT::clone);
        } catch (IOException gone) {
            return String.valueOf(gone.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "the daemon is stopping";
        }
    }

    /** The board of that name, which is looked at from now on; there is one stream more. */
    private Board board(String key, Sight sight, boolean ofOne) {
        lock.lock();
        try {
            if (closed) {
                throw HttpProblem.busy("The daemon is stopping: try again once it is back", COME_BACK_AFTER);
            }
            if (streams >= limits.mostStreams()) {
                throw HttpProblem.busy(
                        String.valueOf(BrokenRule.of(
                                        "Too many watch already.",
                                        streams + " streams that are open",
                                        "at most " + limits.mostStreams(),
                                        "come again later, or raise limits.streams in the settings")
                                .getMessage()),
                        COME_BACK_AFTER);
            }
            if (!boards.containsKey(key) && boards.size() >= MOST_BOARDS) {
                throw HttpProblem.busy(
                        String.valueOf(BrokenRule.of(
                                        "Too many different things are watched already.",
                                        MOST_BOARDS + " of them",
                                        "at most as many",
                                        "come again later, or watch all of a kind")
                                .getMessage()),
                        COME_BACK_AFTER);
            }
            streams++;
            Board board = boards.computeIfAbsent(key, unknown -> new Board(random.nextLong(), sight, ofOne));
            board.hold();
            if (!looking) {
                looking = true;
                Thread.ofVirtual().name("tender-watching").start(this::lookAgainAndAgain);
            }
            return board;
        } finally {
            lock.unlock();
        }
    }

    private void left(String key, Board board) {
        lock.lock();
        try {
            streams--;
            board.release();
            // What nobody could watch is not looked at again, lest names that do not exist use up the boards.
            if (board.isLeftFor(KEPT)) {
                boards.remove(key, board);
            }
        } finally {
            lock.unlock();
        }
    }

    private void lookAgainAndAgain() {
        long rest = LEAST_REST.toNanos();
        try {
            for (List<Board> due = dueAfter(rest); !due.isEmpty(); due = dueAfter(rest)) {
                long start = System.nanoTime();
                due.forEach(Watching::look);
                rest = Math.max(LEAST_REST.toNanos(), RESTS * (System.nanoTime() - start));
            }
        } catch (InterruptedException stopped) {
            LOG.debug("nobody is told of changes any more", stopped);
        }
    }

    private static void look(Board board) {
        try {
            board.look();
        } catch (HttpProblem busy) {
            // It is looked at again soon, and what has changed by then is told then.
            LOG.debug("what is watched could not be looked at", busy);
        }
    }

    /** Rests, and returns what is to be looked at; nothing if nobody watches any more. */
    private List<Board> dueAfter(long nanos) throws InterruptedException {
        lock.lock();
        try {
            for (long left = nanos; left > 0 && !closed; ) {
                left = stopping.awaitNanos(left);
            }
            boards.values().removeIf(board -> board.isLeftFor(KEPT));
            looking = !boards.isEmpty() && !closed;
            return looking ? List.copyOf(boards.values()) : List.of();
        } finally {
            lock.unlock();
        }
    }

    /** Who asks why something is where it is that never waits. */
    static HttpProblem unexplained(String kind) {
        return HttpProblem.of(
                400,
                BrokenRule.of(
                        "Only what waits for a place is explained.",
                        "one of the " + kind,
                        "jobs or services",
                        "leave out 'explain', or name a job or service"));
    }

    @Override
    public void close() {
        List<Board> open;
        lock.lock();
        try {
            closed = true;
            open = List.copyOf(boards.values());
            stopping.signalAll();
        } finally {
            lock.unlock();
        }
        open.forEach(board -> board.close("the daemon is stopping"));
    }
}
