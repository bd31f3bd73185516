package io.tender.daemon.http.work;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tender.daemon.http.HttpProblem;
import io.tender.daemon.http.HttpServer;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Clusters;
import io.tender.daemon.work.Documents;
import io.tender.daemon.work.WorkDesk;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The REST API for work. {@code openapi.yaml} beside this class describes it. */
public final class WorkApi implements HttpServer.Routes {
    private final List<Route> routes;

    public WorkApi(MasterLoop loop, WorkDesk desk, Documents reader, Clusters clusters) {
        List<Route> all = new ArrayList<>(new Orders(loop, desk, reader).routes());
        all.addAll(new Documented(loop, desk).routes());
        all.addAll(new Inventory(loop).routes());
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
                    "There is no " + request.prologue().method().text() + " of "
                            + Question.shortened(request.path().path())
                            + "; GET /v1/openapi.yaml describes what there is");
        });
    }

    private static void answer(Route route, ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, route.permission());
        Reply reply = route.answer().to(new Question(request));
        reply.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        response.status(reply.status())
                .header(HeaderNames.CONTENT_TYPE, reply.type())
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send(reply.body());
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
