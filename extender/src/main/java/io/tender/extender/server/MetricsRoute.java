package io.tender.extender.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.extender.http.HttpServer;
import java.nio.charset.StandardCharsets;

/** {@code /metrics}, as Prometheus reads it. */
record MetricsRoute(PrometheusMeterRegistry registry) implements HttpServer.Routes {
    @Override
    public void add(HttpRouting.Builder routing) {
        routing.get(
                "/metrics",
                (request, response) -> response.header(
                                HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                        .send(registry.scrape().getBytes(StandardCharsets.UTF_8)));
    }
}
