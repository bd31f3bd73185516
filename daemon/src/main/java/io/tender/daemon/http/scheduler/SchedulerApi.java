package io.tender.daemon.http.scheduler;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.Answers;
import io.tender.daemon.http.CallText;
import io.tender.daemon.http.EventStream;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.FrameworkCall;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.master.Subscription;
import io.tender.extender.http.Caller;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.mesos.Media;
import io.tender.mesos.MediaRefusal;
import io.tender.mesos.MesosSchema;
import io.tender.mesos.Message;
import io.tender.mesos.Negotiation;
import io.tender.mesos.ReservationForm;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /api/v1/scheduler}: SUBSCRIBE answers with a stream of events, every other call with a status. */
public final class SchedulerApi implements HttpServer.Routes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerApi.class);
    private static final HeaderName STREAM_ID = HeaderNames.create("Mesos-Stream-Id");
    private static final HeaderName MESSAGE_ACCEPT = HeaderNames.create(Negotiation.MESSAGE_ACCEPT);
    private static final HeaderName MESSAGE_CONTENT_TYPE = HeaderNames.create(Negotiation.MESSAGE_CONTENT_TYPE);

    /** Within the time that is told: a late one is not missed, and only writing notices that a framework is gone. */
    private static final int BEATS = 3;

    private final MasterLoop master;
    private final Settings settings;
    private final Connections connections = new Connections();

    /**
     * How much, and how often.
     *
     * @param heartbeat how long a stream may be silent
     * @param mostWaitingBytes per stream, before its framework counts as too slow
     * @param mostBodyBytes of a call
     * @param mostStreams frameworks connected at the same time
     */
    public record Settings(Duration heartbeat, long mostWaitingBytes, int mostBodyBytes, int mostStreams) {
        public static Settings usual() {
            return new Settings(Duration.ofSeconds(15), 64L << 20, 8 << 20, 2_000);
        }
    }

    public SchedulerApi(MasterLoop master, Settings settings) {
        this.master = master;
        this.settings = settings;
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.post("/api/v1/scheduler", this::answer);
        routing.any("/api/v1/scheduler", (request, response) -> {
            throw Answers.onlyPost(request);
        });
    }

    /** How many frameworks are connected. */
    public int connected() {
        return connections.count();
    }

    private void answer(ServerRequest request, ServerResponse response) {
        Caller caller = HttpServer.allowed(request, Permission.FRAMEWORK);
        Message call = read(request);
        String type = Answers.valid("scheduler::Call", () -> call.text("type"));
        if (type.equals("SUBSCRIBE")) {
            subscribe(caller, call, request, response);
        } else {
            pass(caller, call, request, response);
        }
    }

    private Message read(ServerRequest request) {
        try {
            Media media = Negotiation.body(request.headers().first(HeaderNames.CONTENT_TYPE));
            byte[] body = HttpServer.body(request, settings.mostBodyBytes());
            ObjectNode call = media.read(MesosSchema.SCHEDULER_CALL, body);
            CallText.checkWhole(call);
            return Message.of(call);
        } catch (MediaRefusal refusal) {
            throw HttpProblem.of(refusal.status(), String.valueOf(refusal.getMessage()));
        } catch (IllegalArgumentException unreadable) {
            throw HttpProblem.of(400, String.valueOf(unreadable.getMessage()));
        }
    }

    // SUBSCRIBE

    private void subscribe(Caller caller, Message call, ServerRequest request, ServerResponse response) {
        if (request.headers().contains(STREAM_ID)) {
            throw HttpProblem.of(400, "Subscribe calls should not include the 'Mesos-Stream-Id' header");
        }
        if (connections.count() >= settings.mostStreams()) {
            throw HttpProblem.busy(
                    "Already " + settings.mostStreams() + " frameworks are connected, which is the most allowed",
                    Duration.ofSeconds(30));
        }
        Message body = Answers.valid("scheduler::Call", () -> call.message("subscribe"));
        Optional<FrameworkId> named = Answers.valid("scheduler::Call", () -> CallReading.framework(call));
        Negotiation.EventStream negotiated = negotiate(request);
        Subscription described;
        try {
            described = CallReading.subscription(body);
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            // The call can be read, but nobody can be what it describes. Mesos tells that by an event, as all that a
            // master refuses.
            Connection refused = connection(caller, negotiated, Set.of());
            refused.refuse(String.valueOf(wrong.getMessage()));
            stream(refused, negotiated, response);
            return;
        }
        Subscription subscription = Ownership.claimed(caller, described);
        if (named.isPresent() && !named.equals(subscription.id())) {
            throw HttpProblem.of(
                    400,
                    "Failed to validate scheduler::Call: 'framework_id' differs from 'subscribe.framework_info.id'");
        }
        Connection connection = connection(caller, negotiated, subscription.capabilities());
        if (caller.mayUse(subscription.roles())) {
            CompletableFuture<FrameworkId> accepted = ask(caller, connection, subscription);
            if (accepted.isCompletedExceptionally() && isBusy(accepted.exceptionNow())) {
                throw Answers.problem(accepted.exceptionNow());
            }
        } else {
            connection.refuse("'" + caller.name() + "' is not authorized to use roles " + subscription.roles());
        }
        stream(connection, negotiated, response);
    }

    private Connection connection(
            Caller caller, Negotiation.EventStream negotiated, Set<FrameworkCapability> capabilities) {
        ReservationForm form = capabilities.contains(FrameworkCapability.RESERVATION_REFINEMENT)
                ? ReservationForm.STACK
                : ReservationForm.ROLE;
        return new Connection(
                caller.name(),
                negotiated.messages(),
                new EventWriting(settings.heartbeat(), form, capabilities.contains(FrameworkCapability.MULTI_ROLE)),
                new EventStream(settings.mostWaitingBytes()),
                connections);
    }

    private static Negotiation.EventStream negotiate(ServerRequest request) {
        try {
            return Negotiation.stream(
                    request.headers().first(HeaderNames.ACCEPT),
                    request.headers().first(MESSAGE_ACCEPT));
        } catch (MediaRefusal refusal) {
            throw HttpProblem.of(refusal.status(), String.valueOf(refusal.getMessage()));
        }
    }

    private static boolean isBusy(Throwable failure) {
        return failure instanceof MasterRefusal refusal && refusal.kind() == MasterRefusal.Kind.BUSY;
    }

    private CompletableFuture<FrameworkId> ask(Caller caller, Connection connection, Subscription subscription) {
        // By force always: the messages of v1 have no word for it, since the last to subscribe has the framework.
        Function<Master, FrameworkId> call = there -> {
            subscription.id().flatMap(there.view()::framework).ifPresent(known -> Ownership.check(caller, known));
            return there.subscribe(subscription, true, connection);
        };
        return master.ask(call).whenComplete((accepted, failure) -> {
            if (failure != null && isBusy(failure)) {
                // No ERROR, which tells a framework to give up: it finds its stream ended, and comes back.
                connection.stream().close(String.valueOf(failure.getMessage()));
            } else if (failure != null) {
                connection.refuse(String.valueOf(failure.getMessage()));
            } else if (connection.stream().isClosed()) {
                // It hung up before it was accepted, so whoever wrote to it did not know whom to disconnect.
                ended(connection);
            }
        });
    }

    private void stream(Connection connection, Negotiation.EventStream negotiated, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, negotiated.contentType()).header(STREAM_ID, connection.streamId());
        negotiated.messageContentType().ifPresent(type -> response.header(MESSAGE_CONTENT_TYPE, type));
        Duration beat = settings.heartbeat().dividedBy(BEATS);
        try (OutputStream out = response.outputStream()) {
            out.flush();
            connection.stream().write(out, beat, connection::heartbeat);
        } catch (IOException gone) {
            connection.stream().close("the framework is gone: " + gone.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            connection.stream().close("the daemon is stopping");
        } finally {
            connection.stream().close("the framework is gone");
            ended(connection);
        }
    }

    private void ended(Connection connection) {
        connection.framework().ifPresent(framework -> {
            connections.closed(framework, connection);
            LOG.info(
                    "The connection of framework {} has ended: {}",
                    framework,
                    connection.stream().reason());
            master.tell(there -> there.disconnected(framework, connection));
        });
    }

    // Everything else

    private void pass(Caller caller, Message call, ServerRequest request, ServerResponse response) {
        FrameworkId framework = Answers.valid("scheduler::Call", () -> CallReading.framework(call))
                .orElseThrow(() -> HttpProblem.of(
                        400, "Failed to validate scheduler::Call: Expecting 'framework_id' to be present"));
        Connection connection = connections.of(framework).orElseThrow(() -> unconnected(caller, framework));
        if (!connection.caller().equals(caller.name())) {
            throw foreign(caller, framework);
        }
        String given = request.headers()
                .first(STREAM_ID)
                .orElseThrow(() ->
                        HttpProblem.of(400, "All non-subscribe calls should include the 'Mesos-Stream-Id' header"));
        if (!given.equals(connection.streamId())) {
            throw HttpProblem.of(
                    400,
                    "The stream ID '" + given + "' included in this request didn't match the stream ID currently"
                            + " associated with framework ID " + framework);
        }
        FrameworkCall asked = Answers.valid("scheduler::Call", () -> CallReading.call(call))
                .orElseThrow(() -> HttpProblem.of(501, "Call " + call.text("type") + " is not known here"));
        FrameworkCall allowed = allowed(caller, asked);
        Answers.await(master.ask(there -> {
            there.call(framework, allowed);
            return framework;
        }));
        response.status(asked instanceof FrameworkCall.UpdateFramework ? 200 : 202)
                .send();
    }

    /** As Mesos answers it: who has never been here is not found; who has, and has no stream, must subscribe first. */
    private HttpProblem unconnected(Caller caller, FrameworkId framework) {
        Optional<FrameworkView> known =
                Answers.await(master.look(there -> there.view().framework(framework)));
        if (known.isEmpty()) {
            return HttpProblem.of(400, "Framework cannot be found");
        }
        return Ownership.isTheirs(caller, known.get())
                ? HttpProblem.of(403, "Framework is not subscribed")
                : foreign(caller, framework);
    }

    private static HttpProblem foreign(Caller caller, FrameworkId framework) {
        return HttpProblem.of(
                400,
                "Authenticated principal '" + caller.name()
                        + "' does not match the principal that subscribed framework " + framework);
    }

    /** An update is a subscription again: it must not widen what the framework may use, nor change whose it is. */
    private static FrameworkCall allowed(Caller caller, FrameworkCall asked) {
        if (!(asked instanceof FrameworkCall.UpdateFramework update)) {
            return asked;
        }
        if (!caller.mayUse(update.subscription().roles())) {
            throw HttpProblem.of(
                    403,
                    "'" + caller.name() + "' is not authorized to use roles "
                            + update.subscription().roles());
        }
        return new FrameworkCall.UpdateFramework(Ownership.claimed(caller, update.subscription()));
    }

    /** Ends all streams. */
    @Override
    public void close() {
        connections.closeAll();
    }
}
