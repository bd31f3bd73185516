package io.tender.daemon.http.operator;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.Answers;
import io.tender.daemon.http.CallText;
import io.tender.daemon.http.Unsettled;
import io.tender.daemon.loop.MasterLoop;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.mesos.Media;
import io.tender.mesos.MediaRefusal;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.Message;
import io.tender.mesos.Negotiation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /api/v1}: what operators and their tools ask and order; SUBSCRIBE answers with a stream of events. And, where Mesos
 * has it too, a page on what offer constraints exclude.
 */
public final class OperatorApi implements HttpServer.Routes, AutoCloseable {
    static final String CALL = "master::Call";
    static final HeaderName MESSAGE_ACCEPT = HeaderNames.create(Negotiation.MESSAGE_ACCEPT);
    static final HeaderName MESSAGE_CONTENT_TYPE = HeaderNames.create(Negotiation.MESSAGE_CONTENT_TYPE);

    /** What Mesos answers with 404; everything else that is not there is a bad request to it. */
    private static final Set<String> NOT_FOUND = Set.of("MARK_AGENT_GONE");

    /** Answers that grow with the cluster. */
    private static final Set<String> LARGE = Set.of("GET_STATE", "GET_TASKS", "GET_AGENTS", "GET_FRAMEWORKS");

    private static final int MOST_LARGE = 4;

    /** Where Mesos's allocator tells what offer constraints do. */
    private static final String CONSTRAINTS = "/allocator/offer_constraints_debug";

    private final MasterLoop master;
    private final Settings settings;
    private final Questions questions;
    private final FewAtOnce few = new FewAtOnce(MOST_LARGE, Duration.ofSeconds(30));
    private final Watching watching;

    /**
     * What is told of the daemon itself, and how much of anything is allowed.
     *
     * @param startedAt when this run of the daemon began
     * @param flags its settings by name, without secrets
     * @param heartbeat how long a stream of events may be silent
     * @param mostWaitingBytes per stream, before its listener counts as too slow
     * @param mostBodyBytes of a call
     * @param mostStreams listeners at the same time
     */
    public record Settings(
            String version,
            Instant startedAt,
            SortedMap<String, String> flags,
            Duration heartbeat,
            long mostWaitingBytes,
            int mostBodyBytes,
            int mostStreams) {
        public Settings {
            flags = Collections.unmodifiableSortedMap(new TreeMap<>(flags));
        }

        public static Settings usual(String version, Instant startedAt, SortedMap<String, String> flags) {
            return new Settings(version, startedAt, flags, Duration.ofSeconds(15), 64L << 20, 8 << 20, 100);
        }
    }

    public OperatorApi(MasterLoop master, InstantSource clock, Settings settings) {
        this(master, clock, settings, TreeMap::new, () -> Optional.empty());
    }

    /**
     * @param schedulers the figures of the schedulers beside the master; asked on its turns
     * @param unwell why it is not healthy, if so
     */
    public OperatorApi(
            MasterLoop master,
            InstantSource clock,
            Settings settings,
            Supplier<SortedMap<String, Long>> schedulers,
            Supplier<Optional<String>> unwell) {
        this.master = master;
        this.settings = settings;
        this.questions = new Questions(master, settings, clock, schedulers, unwell);
        this.watching = new Watching(master, settings, questions, few);
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.post("/api/v1", this::answer);
        routing.any("/api/v1", (request, response) -> {
            throw Answers.onlyPost(request);
        });
        routing.get(CONSTRAINTS, this::constraints);
    }

    /** How many watch. */
    public int watching() {
        return watching.count();
    }

    private void answer(ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, Permission.VIEWER);
        Message call = read(request);
        String type = Answers.valid(CALL, () -> call.text("type"));
        if (type.equals("SUBSCRIBE")) {
            watching.subscribe(request, response);
            return;
        }
        Media media = negotiated(() -> Negotiation.answer(
                request.headers().first(HeaderNames.ACCEPT), request.headers().first(MESSAGE_ACCEPT)));
        Optional<OperatorOrder> order = order(request, call, type);
        if (order.isPresent()) {
            carryOut(type, order.get());
            response.status(order.get().status()).send();
            return;
        }
        Unsettled.mark(master, response);
        byte[] answer = LARGE.contains(type) ? few.make(() -> answer(type, media)) : answer(type, media);
        response.header(HeaderNames.CONTENT_TYPE, media.contentType()).send(answer);
    }

    private byte[] answer(String type, Media media) {
        ObjectNode answer =
                questions.answer(type).orElseThrow(() -> HttpProblem.of(501, "Call " + type + " is not answered here"));
        return media.write(MesosSchema.OPERATOR_RESPONSE, answer);
    }

    private void constraints(ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, Permission.VIEWER);
        Unsettled.mark(master, response);
        byte[] answer = questions.constraints().toString().getBytes(StandardCharsets.UTF_8);
        response.header(HeaderNames.CONTENT_TYPE, Media.JSON.contentType()).send(answer);
    }

    /** Who may not change anything is not told either whether the change made sense. */
    private static Optional<OperatorOrder> order(ServerRequest request, Message call, String type) {
        if (!type.startsWith("GET_")) {
            HttpServer.allowed(request, Permission.OPERATOR);
        }
        return Answers.valid(CALL, () -> OrderReading.order(call));
    }

    private void carryOut(String type, OperatorOrder order) {
        try {
            Answers.await(master.askLater(order.work()));
        } catch (HttpProblem problem) {
            if (problem.status() == 404 && !NOT_FOUND.contains(type)) {
                throw HttpProblem.of(400, String.valueOf(problem.getMessage()));
            }
            throw problem;
        }
    }

    private Message read(ServerRequest request) {
        try {
            Media media = Negotiation.body(request.headers().first(HeaderNames.CONTENT_TYPE));
            byte[] body = HttpServer.body(request, settings.mostBodyBytes());
            ObjectNode call = media.read(MesosSchema.OPERATOR_CALL, body);
            CallText.checkWhole(call);
            CallText.checkSize("one call", call.toString());
            return Message.of(call);
        } catch (MediaRefusal refusal) {
            throw HttpProblem.of(refusal.status(), String.valueOf(refusal.getMessage()));
        } catch (IllegalArgumentException unreadable) {
            throw HttpProblem.of(400, String.valueOf(unreadable.getMessage()));
        }
    }

    static <T> T negotiated(Supplier<T> negotiation) {
        try {
            return negotiation.get();
        } catch (MediaRefusal refusal) {
            throw HttpProblem.of(refusal.status(), String.valueOf(refusal.getMessage()));
        }
    }

    /** Ends all streams. */
    @Override
    public void close() {
        watching.close();
    }
}
