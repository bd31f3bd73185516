package io.tender.daemon.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.master.Master;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;

/** {@code /metrics}, as Prometheus reads it. What only the master knows is asked of it each time. */
public final class MetricsApi implements HttpServer.Routes {
    private final PrometheusMeterRegistry registry;
    private final MasterLoop loop;
    private final MultiGauge allocator;
    private final AtomicReference<Counts> counts = new AtomicReference<>(new Counts(0, 0, 0));

    private record Counts(int agents, int frameworks, int offers) {
        static Counts of(Master master) {
            return new Counts(
                    master.view().agentCount(),
                    master.view().frameworkCount(),
                    master.view().offerCount());
        }
    }

    public MetricsApi(PrometheusMeterRegistry registry, MasterLoop loop) {
        this.registry = registry;
        this.loop = loop;
        this.allocator = MultiGauge.builder("tender.allocator")
                .description("the allocator's figures under their Mesos names")
                .register(registry);
        Gauge.builder("tender.master.waiting", loop, MasterLoop::waiting)
                .description("turns that wait for the master")
                .register(registry);
        Gauge.builder("tender.agents", counts, now -> now.get().agents())
                .description("agents that are known")
                .register(registry);
        Gauge.builder("tender.frameworks", counts, now -> now.get().frameworks())
                .description("frameworks that are known")
                .register(registry);
        Gauge.builder("tender.offers", counts, now -> now.get().offers())
                .description("offers that wait for an answer")
                .register(registry);
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.get("/metrics", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, Permission.VIEWER);
        counts.set(Answers.await(loop.look(Counts::of)));
        SortedMap<String, Double> figures = Answers.await(loop.askLater(Master::allocatorMetrics));
        allocator.register(
                figures.entrySet().stream()
                        .map(figure -> MultiGauge.Row.of(Tags.of("metric", figure.getKey()), figure.getValue()))
                        .toList(),
                true);
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(registry.scrape().getBytes(StandardCharsets.UTF_8));
    }
}
