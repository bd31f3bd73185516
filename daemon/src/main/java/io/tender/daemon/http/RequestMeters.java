package io.tender.daemon.http;

import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tender.extender.http.HttpServer;
import java.util.function.IntSupplier;

/** Counts requests by what became of them, and the streams that are open. */
public final class RequestMeters implements HttpServer.Routes {
    private final MeterRegistry registry;

    /**
     * @param frameworks how many frameworks are connected
     * @param operators how many operators have subscribed
     * @param watchers how many watch work
     */
    public RequestMeters(MeterRegistry registry, IntSupplier frameworks, IntSupplier operators, IntSupplier watchers) {
        this.registry = registry;
        streams("frameworks", frameworks);
        streams("operators", operators);
        streams("watchers", watchers);
    }

    private void streams(String kind, IntSupplier open) {
        Gauge.builder("tender.streams", open::getAsInt)
                .description("streams of events that are open")
                .tags("kind", kind)
                .register(registry);
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.addFilter(this::count);
    }

    private void count(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        String api = api(request.path().path());
        response.whenSent(() -> counter(api, response.status().code()).increment());
        chain.proceed();
    }

    /** A few words, whatever is asked for: each makes a line of its own. */
    private static String api(String path) {
        return switch (path) {
            case "/api/v1/scheduler" -> "scheduler";
            case "/api/v1" -> "operator";
            case "/metrics" -> "metrics";
            case "/healthz", "/readyz" -> "health";
            default -> path.startsWith("/v1/") ? "work" : "other";
        };
    }

    private Counter counter(String api, int status) {
        return Counter.builder("tender.http.requests")
                .description("requests that were answered; a stream when it ends")
                .tags("api", api, "status", Integer.toString(status))
                .register(registry);
    }
}
