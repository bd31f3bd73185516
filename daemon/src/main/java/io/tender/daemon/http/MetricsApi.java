package io.tender.daemon.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tender.core.batch.life.LifePhase;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.loop.MasterLoop;
import io.tender.daemon.work.WorkDesk;
import io.tender.extender.http.HttpServer;
import io.tender.extender.http.Permission;
import io.tender.model.service.TaskState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /metrics}, as Prometheus reads it. What only the master knows is asked of it each time; if it has no time, what it
 * said last is told again, and how old that is: whoever looks here may do so because something is wrong.
 */
public final class MetricsApi implements HttpServer.Routes {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsApi.class);

    /** Less than any scraper waits. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PrometheusMeterRegistry registry;
    private final MasterLoop loop;
    private final Optional<WorkDesk> desk;
    private final Duration patience;
    private final MultiGauge allocator;
    private final MultiGauge services;
    private volatile Figures figures = Figures.NONE;
    private volatile long toldAt = System.nanoTime();

    /** @param desk where jobs and services are; empty if there are none */
    public MetricsApi(PrometheusMeterRegistry registry, MasterLoop loop, Optional<WorkDesk> desk) {
        this(registry, loop, desk, PATIENCE);
    }

    /** @param patience how long the master may take */
    MetricsApi(PrometheusMeterRegistry registry, MasterLoop loop, Optional<WorkDesk> desk, Duration patience) {
        this.patience = patience;
        this.registry = registry;
        this.loop = loop;
        this.desk = desk;
        this.allocator = family("tender.allocator", "the allocator's figures under their Mesos names");
        this.services = family("tender.services", "the figures of the scheduler of services under their Aurora names");
        Gauge.builder("tender.master.waiting", loop, MasterLoop::waiting)
                .description("turns that wait for the master")
                .register(registry);
        Gauge.builder("tender.master.figures.age", this, MetricsApi::ageSeconds)
                .description("since when the master has not told its figures anew, if it has no time")
                .baseUnit("seconds")
                .register(registry);
        count("tender.agents", "agents that are known", Figures::agents);
        count("tender.frameworks", "frameworks that are known", Figures::frameworks);
        count("tender.offers", "offers that wait for an answer", Figures::offers);
        byState();
        byPhase();
    }

    private MultiGauge family(String name, String what) {
        return MultiGauge.builder(name).description(what).register(registry);
    }

    private void count(String name, String what, ToDoubleFunction<Figures> figure, String... tags) {
        Gauge.builder(name, this, now -> figure.applyAsDouble(now.figures))
                .description(what)
                .tags(tags)
                .register(registry);
    }

    private void byState() {
        FunctionCounter.builder(
                        "tender.launches", this, now -> now.figures.tally().launches())
                .description("tasks that were launched")
                .register(registry);
        for (RunState state : RunState.values()) {
            String word = word(state);
            count(
                    "tender.tasks",
                    "tasks that are not settled, of all frameworks",
                    now -> now.tasks().getOrDefault(state, 0L),
                    "state",
                    word);
            FunctionCounter.builder(
                            "tender.status.updates",
                            this,
                            now -> now.figures.tally().statuses().getOrDefault(state, 0L))
                    .description("what became known of tasks")
                    .tags("state", word)
                    .register(registry);
        }
        for (TaskState state : TaskState.values()) {
            count(
                    "tender.service.instances",
                    "instances of services",
                    now -> now.services().getOrDefault("task_store_" + state, 0L),
                    "state",
                    word(state));
        }
    }

    private void byPhase() {
        for (LifePhase phase : LifePhase.values()) {
            count("tender.jobs", "jobs", now -> now.jobs().getOrDefault(phase, 0L), "phase", word(phase));
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private double ageSeconds() {
        return (System.nanoTime() - toldAt) / 1e9;
    }

    @Override
    public void add(HttpRouting.Builder routing) {
        routing.get("/metrics", this::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        HttpServer.allowed(request, Permission.VIEWER);
        ask();
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(registry.scrape().getBytes(StandardCharsets.UTF_8));
    }

    /** Asks the master for its figures; if it does not answer, the last ones stay. */
    @SuppressWarnings("FutureReturnValueIgnored") // the inner future is what is waited for
    private void ask() {
        CompletableFuture<Figures> asked =
                loop.glance(master -> Figures.of(master, desk)).thenCompose(told -> told);
        try {
            Figures now = asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            allocator.register(rows(now.allocator()), true);
            services.register(rows(now.services()), true);
            figures = now;
            toldAt = System.nanoTime();
        } catch (ExecutionException | TimeoutException busy) {
            LOG.debug("the master does not tell its figures", busy);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Iterable<MultiGauge.Row<?>> rows(Map<String, ? extends Number> figures) {
        return figures.entrySet().stream()
                .<MultiGauge.Row<?>>map(
                        figure -> MultiGauge.Row.of(Tags.of("metric", figure.getKey()), figure.getValue()))
                .toList();
    }
}
