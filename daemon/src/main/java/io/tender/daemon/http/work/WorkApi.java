package io.tender.daemon.http.work;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.Unsettled;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.settings.Reload;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.WorkDesk;
import io.tender.extender.http.HttpProblem;
import io.tender.extender.http.HttpServer;
import io.tender.extender.shadow.ExtenderBoard;
import io.tender.model.BrokenRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The REST API for work. {@code openapi.yaml} beside this class describes it. */
public final class WorkApi implements HttpServer.Routes, AutoCloseable {
    private final MasterLoop loop;
    private final Watching watching;
    private final List<Route> routes;

    /**
     * The streams of those who watch.
     *
     * @param heartbeat how long a stream may be silent
     * @param mostWaitingBytes per stream, before whoever reads it counts as too slow
     * @param mostStreams at the same time
     */
    public record Streams(Duration heartbeat, long mostWaitingBytes, int mostStreams) {}

    /**
     * @param traces told of what is asked for
     * @param reload reads the settings again
     * @param board the extenders in use
     */
    public WorkApi(
            MasterLoop loop,
            WorkDesk desk,
            Documents reader,
            Clusters clusters,
            JobTraces traces,
            Reload reload,
            ExtenderBoard board,
            Streams streams) {
        this.loop = loop;
        Documented documented = new Documented(loop, desk);
        Inventory inventory = new Inventory(loop);
        Extenders extenders = new Extenders(board, loop);
        watching = new Watching(streams, List.of(documented, inventory, extenders));
        List<Route> all = new ArrayList<>(new Orders(loop, desk, reader, traces).routes());
        all.addAll(new Reloads(reload).routes());
        all.addAll(documented.routes());
        all.addAll(inventory.routes());
        all.addAll(new AgentOrders(loop).routes());
        all.addAll(extenders.routes());
        all.add(Route.stream("/v1/watch", watching::watch));
        all.addAll(new Logs(loop, clusters).routes());
        all.add(Route.get(
                "/v1/openapi.yaml",
                question -> Reply.bytes("application/yaml;charset=utf-8", new TreeMap<>(), description())));
        routes = List.copyOf(all);
    }

    List<Route> routes() {
        return routes;
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routes.forEach(route ->
                routing.route(route.method(), route.path(), (request, response) -> answer(route, request, response)));
        routing.any("/v1/*", (request, response) -> {
            throw HttpProblem.of(
                    404,
                    BrokenRule.of(
                            "Nothing answers this.",
                            request.prologue().method().text() + " of "
                                    + Question.shortened(request.path().path()),
                            "one of the requests of this API",
                            "see GET /v1/openapi.yaml, which describes them"));
        });
    }

    private void answer(Route route, ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, route.permission());
        Unsettled.mark(loop, response);
        route.answer().answer(new Question(request), response);
    }

    /** How many watch. */
    public int watching() {
        return watching.count();
    }

    /** Ends the streams. */
    @Override
    public void close() {
        watching.close();
    }

    private static byte[] description() {
        try (InputStream in = WorkApi.class.getResourceAsStream("openapi.yaml")) {
            if (in == null) {
                throw new IllegalStateException("openapi.yaml is missing from the program's jar");
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
