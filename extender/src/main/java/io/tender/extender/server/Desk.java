package io.tender.extender.server;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where questions come in: finds out in which dialect, has them answered, and sends the reply. */
final class Desk implements HttpServer.Routes {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
    private static final HeaderName KEY = HeaderNames.create("Idempotency-Key");
    private static final int LONGEST_KEY = 256;

    /** Shorter replies are copied by the library; of longer ones that takes as long as to send them. */
    private static final int LONG_REPLY = 1 << 15;

    private final Answerer answerer;
    private final Set<Dialect> dialects;
    private final int mostBodyBytes;
    private final BytesInFlight inFlight;
    private final Duration patience;
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<Dialect, SortedSet<String>> verbs = new EnumMap<>(Dialect.class);
    private final FailureLog failures = new FailureLog();
    private final Repeats repeats = new Repeats();
    private final UnderWay underWay = new UnderWay();

    /** One verb of one dialect. */
    private record Counter(Dialect dialect, String verb, Question.Kind kind, Codec codec, ServerMeters.OfVerb meters) {}

    Desk(
            Answerer answerer,
            Set<Dialect> dialects,
            Optional<Function<String, Optional<Agent>>> agents,
            ServerMeters meters,
            int mostBodyBytes,
            BytesInFlight inFlight,
            Duration patience) {
        this.answerer = answerer;
        this.dialects = Set.copyOf(dialects);
        this.mostBodyBytes = mostBodyBytes;
        this.inFlight = inFlight;
        this.patience = patience;
        for (Dialect dialect : dialects) {
            Codec codec =
                    agents.map(lookup -> Codecs.of(dialect, named(lookup))).orElseGet(() -> Codecs.of(dialect));
            codec.verbs().forEach((verb, kind) -> {
                if (answerer.serves(kind)) {
                    verbs.computeIfAbsent(dialect, none -> new TreeSet<>()).add(verb);
                    counters.put(
                            "/" + dialect.label() + "/" + verb,
                            new Counter(dialect, verb, kind, codec, meters.of(dialect, verb)));
                }
            });
        }
    }

    private static Function<String, Agent> named(Function<String, Optional<Agent>> lookup) {
        return name -> lookup.apply(name).orElseGet(() -> Agent.named(name));
    }

    Map<Dialect, SortedSet<String>> verbs() {
        return Collections.unmodifiableMap(verbs);
    }

    /** Why nobody should ask, if so. */
    Optional<String> unready() {
        return underWay.isClosed() ? Optional.of("the extender is stopping") : Optional.empty();
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.post("/*", this::answer).any("/*", (request, response) -> {
            throw HttpProblem.of(
                    counters.containsKey(request.path().path()) ? 405 : 404,
                    "Got " + request.prologue().method().text() + " "
                            + request.path().path() + "; expected " + served());
        });
    }

    private String served() {
        return "a POST to one of " + new TreeSet<>(counters.keySet());
    }

    private String whyNot(String path) {
        for (Dialect dialect : dialects) {
            String before = "/" + dialect.label() + "/";
            if (path.startsWith(before)) {
                return answerer.whyNot(dialect, path.substring(before.length()))
                        .map(": "::concat)
                        .orElse("");
            }
        }
        return "";
    }

    private void answer(ServerRequest request, ServerResponse response) {
        Counter counter = counters.get(request.path().path());
        if (counter == null) {
            throw HttpProblem.of(
                    404,
                    "Nothing is answered at " + request.path().path() + " by this extender"
                            + whyNot(request.path().path()) + "; expected " + served());
        }
        if (!underWay.enter()) {
            throw HttpProblem.busy("The extender is stopping: ask another one", Duration.ofSeconds(1));
        }
        try (BytesInFlight.Share share = inFlight.share()) {
            byte[] body = HttpServer.body(request, mostBodyBytes, share);
            long begun = System.nanoTime();
            Reply reply = reply(counter, request.headers().first(KEY), body);
            counter.meters.answered().record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
            response.status(reply.status())
                    .header(
                            HeaderNames.CONTENT_TYPE,
                            reply.isJson() ? "application/json" : "text/plain; charset=utf-8");
            send(reply, response);
        } finally {
            underWay.leave();
        }
    }

    /** The library copies what it is given to send at once, head and all; of a long reply it is given a part at a time. */
    private static void send(Reply reply, ServerResponse response) {
        if (reply.length() < LONG_REPLY) {
            byte[] all = reply.isInOnePiece() ? reply.bytes() : reply.body();
            response.send(all, 0, reply.length());
            return;
        }
        response.headers().contentLength(reply.length());
        try (OutputStream out = response.outputStream()) {
            reply.writeTo(out);
        } catch (IOException gone) {
            throw new UncheckedIOException("The scheduler did not take its answer", gone);
        }
    }

    private Reply reply(Counter counter, Optional<String> key, byte[] body) {
        Codec.Asked asked;
        try {
            asked = counter.codec.read(counter.verb, body);
        } catch (Unreadable wrong) {
            counter.meters.unreadable().increment();
            LOG.debug("a request of {}/{} made no sense", counter.dialect.label(), counter.verb, wrong);
            throw HttpProblem.of(400, String.valueOf(wrong.getMessage()));
        }
        if (key.isEmpty() || !isEvent(counter.kind)) {
            return found(counter, asked, () -> answerer.answer(asked.question()))
                    .reply();
        }
        if (key.get().length() > LONGEST_KEY) {
            throw HttpProblem.of(
                    400,
                    "Got an Idempotency-Key of " + key.get().length() + " characters; expected at most " + LONGEST_KEY);
        }
        Repeats.Message message = Repeats.Message.of(counter.dialect, counter.verb, body);
        try {
            return repeats.once(
                    key.get(),
                    message,
                    () -> found(counter, asked, () -> answerer.answer(asked.question(), key.get())));
        } catch (RuntimeException failure) {
            return failed(counter, asked, failure);
        }
    }

    private Repeats.Found found(Counter counter, Codec.Asked asked, Supplier<Answer> answering) {
        try {
            Answer answer = answering.get();
            boolean failed = answer instanceof Answer.Failed;
            if (failed) {
                counter.meters.failed().increment();
            }
            return new Repeats.Found(asked.reply(answer), failed);
        } catch (Throwable failure) {
            // A hook whose class is not found or whose stack overflows throws an Error; the scheduler waits for an
            // answer all
            // the same.
            return new Repeats.Found(failed(counter, asked, failure), true);
        }
    }

    private Reply failed(Counter counter, Codec.Asked asked, Throwable failure) {
        counter.meters.failed().increment();
        return asked.reply(new Answer.Failed(failures.tell(counter.dialect, counter.verb, failure)));
    }

    private static boolean isEvent(Question.Kind kind) {
        return switch (kind) {
            case ADMITTED, ALLOCATED, DEALLOCATED, BIND, COMMITTED, ABORTED, SESSION_CLOSED -> true;
            case FIT, RANK, ORDER, PREEMPTABLE, RECLAIMABLE, PREEMPT, ADMIT, OVERUSED, READY, SESSION_OPENED -> false;
        };
    }

    /** Takes no more questions, and waits for the answers that are under way. */
    void leave() {
        int left = underWay.close(patience);
        if (left > 0) {
            LOG.warn("{} answers were still under way after {}, and are cut off", left, patience);
        }
    }
}
