package io.tender.daemon.http.operator;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.Answers;
import io.tender.daemon.http.EventStream;
import io.tender.daemon.loop.MasterLoop;
import io.tender.extender.http.HttpProblem;
import io.tender.mesos.Negotiation;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SUBSCRIBE: the state as it is, and from then on every change of it. */
final class Watching implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watching.class);

    private final MasterLoop master;
    private final OperatorApi.Settings settings;
    private final Questions questions;
    private final FewAtOnce few;
    private final Set<Watcher> open = ConcurrentHashMap.newKeySet();

    Watching(MasterLoop master, OperatorApi.Settings settings, Questions questions, FewAtOnce few) {
        this.master = master;
        this.settings = settings;
        this.questions = questions;
        this.few = few;
    }

    int count() {
        return open.size();
    }

    void subscribe(ServerRequest request, ServerResponse response) {
        if (open.size() >= settings.mostStreams()) {
            throw HttpProblem.busy(
                    "Already " + settings.mostStreams() + " listeners are connected, which is the most allowed",
                    Duration.ofSeconds(30));
        }
        Negotiation.EventStream negotiated = OperatorApi.negotiated(() -> Negotiation.stream(
                request.headers().first(HeaderNames.ACCEPT), request.headers().first(OperatorApi.MESSAGE_ACCEPT)));
        Watcher watcher = new Watcher(
                negotiated.messages(), new EventWriting(settings), new EventStream(settings.mostWaitingBytes()));
        open.add(watcher);
        try {
            Snapshot state = begin(watcher);
            byte[] first = few.make(
                    () -> watcher.record(EventWriting.subscribed(questions.state(state), settings.heartbeat())));
            response.header(HeaderNames.CONTENT_TYPE, negotiated.contentType());
            negotiated.messageContentType().ifPresent(type -> response.header(OperatorApi.MESSAGE_CONTENT_TYPE, type));
            LOG.debug("a watcher's connection has ended: {}", stream(watcher, first, response));
        } finally {
            open.remove(watcher);
            watcher.stream().close("its request has ended");
            master.tell(there -> there.unwatch(watcher));
        }
    }

    /** In one turn, so that nothing is missed between the state and the first event, and nothing is told twice. */
    private Snapshot begin(Watcher watcher) {
        return Answers.await(master.ask(there -> {
            Snapshot now = Snapshot.of(there.view());
            watcher.writing().begin(now.frameworks());
            there.watch(watcher);
            return now;
        }));
    }

    private String stream(Watcher watcher, byte[] first, ServerResponse response) {
        try (OutputStream out = response.outputStream()) {
            out.write(first);
            out.write(heartbeat(watcher));
            out.flush();
            return watcher.stream().write(out, settings.heartbeat(), () -> heartbeat(watcher));
        } catch (IOException gone) {
            return "the listener is gone: " + gone.getMessage();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "the daemon is stopping";
        }
    }

    private static byte[] heartbeat(Watcher watcher) {
        return watcher.record(EventWriting.heartbeat());
    }

    @Override
    public void close() {
        open.forEach(watcher -> watcher.stream().close("the daemon is stopping"));
    }
}
