package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tender.daemon.trace.Collector;
import io.tender.daemon.trace.SentSpan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of a real daemon, as a collector on a real socket gets them. */
class TracingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    private Path folder;

    /** Finds every node good, and remembers which trace it was asked in. */
    private static final class Extender implements AutoCloseable {
        private final HttpServer server;
        private final List<String> traces = new CopyOnWriteArrayList<>();

        Extender() throws IOException {
            this("{\"code\": 0, \"errorMessage\": \"\"}");
        }

        Extender(String said) throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.getRequestBody().readAllBytes();
                    traces.add(exchange.getRequestHeaders().getFirst("traceparent"));
                    byte[] answer = said.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                }
            });
            server.start();
        }

        String address() {
            return "http://127.0.0.1:" + server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String settings(String endpoint, String plugin) {
        return RunningDaemon.SIMULATED + """
                tracing: {endpoint: "%s", delay: 50ms, timeout: 1secs, queue: 64, headers: {X-Key: open-sesame}}
                batch:
                  schedulePeriod: 50ms
                  conf:
                    actions: "enqueue, allocate, backfill"
                    tiers: [{plugins: [{name: priority}, {name: gang}%s]}, {plugins: [{name: predicates}, {name: nodeorder}]}]
                """.formatted(endpoint, plugin);
    }

    private static String asking(Extender extender) {
        return ", {name: extender, as: gpu, arguments: {extender.urlPrefix: \"" + extender.address()
                + "\", extender.predicateVerb: predicate}}";
    }

    private static List<SentSpan> await(Collector collector, Predicate<List<SentSpan>> expected) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<SentSpan> spans = collector.spans();
        while (!expected.test(spans)) {
            assertThat(System.nanoTime()).as("still %s", spans).isLessThan(end);
            Thread.onSpinWait();
            spans = collector.spans();
        }
        return spans;
    }

    private static List<SentSpan> named(List<SentSpan> spans, String name) {
        return spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    @Test
    void one_trace_shows_a_job_from_its_submission_to_its_running_with_each_call() throws Exception {
        try (Collector collector = new Collector(false);
                Extender extender = new Extender();
                RunningDaemon running = new RunningDaemon(folder, settings(collector.address(), asking(extender)))) {
            running.apply(RunningDaemon.job("train", 2), "traceparent", CALLER);
            running.awaitPhase("train", "Running");
            List<SentSpan> spans = await(
                    collector,
                    sent -> !named(sent, "job").isEmpty()
                            && named(sent, "launch").size() == 2
                            && !named(sent, "gpu predicate").isEmpty());

            assertThat(spans).extracting(SentSpan::traceId).containsOnly(CALLER.substring(3, 35));
            SentSpan apply = named(spans, "apply").getFirst();
            assertThat(apply.parentId()).isEqualTo(CALLER.substring(36, 52));
            SentSpan job = named(spans, "job").getFirst();
            assertThat(job.parentId()).isEqualTo(apply.spanId());
            assertThat(job.attributes())
                    .containsEntry("tender.job", "default/train")
                    .containsEntry("tender.phase", "Running")
                    .containsEntry("tender.launches", "2");
            assertThat(job.events()).containsExactly("first TASK_RUNNING");
            assertThat(job.failed()).isFalse();

            assertThat(named(spans, "session"))
                    .isNotEmpty()
                    .allSatisfy(session -> assertThat(session.parentId()).isEqualTo(job.spanId()))
                    .anySatisfy(session -> assertThat(session.attributes()).containsEntry("tender.binds", "2"));
            List<String> sessions =
                    named(spans, "session").stream().map(SentSpan::spanId).toList();
            assertThat(named(spans, "gpu predicate")).allSatisfy(call -> {
                assertThat(sessions).contains(call.parentId());
                assertThat(call.attributes())
                        .containsEntry("tender.outcome", "ok")
                        .containsEntry("tender.job", "default/train")
                        .containsEntry("http.response.status_code", "200");
                assertThat(extender.traces).contains("00-" + call.traceId() + "-" + call.spanId() + "-01");
            });
            assertThat(named(spans, "launch")).hasSize(2).allSatisfy(launch -> {
                assertThat(launch.parentId()).isEqualTo(job.spanId());
                assertThat(launch.attributes()).containsKeys("tender.agent", "tender.run", "tender.task");
                assertThat(launch.events()).containsExactly("TASK_RUNNING");
            });
            assertThat(spans).allSatisfy(span -> assertThat(span.endNanos()).isGreaterThanOrEqualTo(span.startNanos()));
            assertThat(collector.headers())
                    .allSatisfy(headers -> assertThat(headers).containsEntry("X-key", List.of("open-sesame")));
        }
    }

    @Test
    void one_trace_shows_a_service_until_all_its_instances_run_with_each_call_of_its_offer_set() throws Exception {
        try (Collector collector = new Collector(false);
                Extender orders = new Extender("{\"error\": \"\", \"hosts\": []}");
                RunningDaemon running = new RunningDaemon(
                        folder, settings(collector.address(), "") + """
                        services:
                          offer_set_module: http
                          http_offer_set_endpoint: %s/offerset
                          http_offer_set_timeout: 9secs
                          offer_filter_duration: 10ms
                        """.formatted(orders.address()))) {
            running.apply("""
                    apiVersion: tender.io/v1
                    kind: Service
                    metadata: {name: hello}
                    spec:
                      role: www
                      instances: 2
                      resources: {cpu: 100m, memory: 32Mi, disk: 1Mi}
                      command: serve
                    """, "traceparent", CALLER);
            List<SentSpan> spans = await(
                    collector,
                    sent -> !named(sent, "service").isEmpty()
                            && named(sent, "launch").size() == 2
                            && sent.stream().anyMatch(span -> span.attributes().containsKey("tender.verb")));

            assertThat(spans).extracting(SentSpan::traceId).containsOnly(CALLER.substring(3, 35));
            SentSpan service = named(spans, "service").getFirst();
            assertThat(service.parentId())
                    .isEqualTo(named(spans, "apply").getFirst().spanId());
            assertThat(service.attributes())
                    .containsEntry("tender.service", "www/prod/hello")
                    .containsEntry("tender.phase", "Running")
                    .containsEntry("tender.launches", "2");
            assertThat(named(spans, "launch")).allSatisfy(launch -> {
                assertThat(launch.parentId()).isEqualTo(service.spanId());
                assertThat(launch.attributes()).containsKeys("tender.agent", "tender.run", "tender.task");
                assertThat(launch.events()).containsExactly("TASK_RUNNING");
            });
            assertThat(spans.stream().filter(span -> span.attributes().containsKey("tender.verb")))
                    .isNotEmpty()
                    .allSatisfy(call -> {
                        assertThat(call.parentId()).isEqualTo(service.spanId());
                        assertThat(call.attributes())
                                .containsEntry("tender.service", "www/prod/hello")
                                .containsEntry("tender.outcome", "ok");
                        assertThat(orders.traces).contains("00-" + call.traceId() + "-" + call.spanId() + "-01");
                    });
        }
    }

    @Test
    void who_is_not_in_a_trace_begins_one_and_each_job_has_its_own() throws Exception {
        try (Collector collector = new Collector(false);
                RunningDaemon running = new RunningDaemon(folder, settings(collector.address(), ""))) {
            running.apply(RunningDaemon.job("one", 1), "traceparent", "no such thing");
            running.apply(RunningDaemon.job("two", 1));
            List<SentSpan> jobs =
                    named(await(collector, sent -> named(sent, "job").size() == 2), "job");
            assertThat(jobs).extracting(SentSpan::traceId).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_job_that_waits_over_a_restart_goes_on_in_a_trace_that_refers_to_the_old_one() throws Exception {
        try (Collector collector = new Collector(false)) {
            String settings = settings(collector.address(), "");
            String small = settings.replace("count: 2", "count: 1");
            try (RunningDaemon running = new RunningDaemon(folder, small)) {
                running.apply(RunningDaemon.job("gang", 8), "traceparent", CALLER);
                await(collector, sent -> !named(sent, "session").isEmpty());
            }
            SentSpan waiting = named(collector.spans(), "session").getFirst();
            SentSpan before = named(collector.spans(), "job").getFirst();
            assertThat(before.spanId()).isEqualTo(waiting.parentId());
            assertThat(before.attributes()).containsEntry("tender.phase", "daemon stopped");
            try (RunningDaemon running = new RunningDaemon(folder, settings)) {
                running.awaitPhase("gang", "Running");
                SentSpan job = named(await(collector, sent -> named(sent, "job").size() == 2), "job")
                        .getLast();
                assertThat(job.traceId()).isNotEqualTo(before.traceId());
                assertThat(job.parentId()).isEmpty();
                assertThat(job.links()).containsExactly(before.traceId() + "-" + before.spanId());
                await(collector, sent -> named(sent, "launch").size() == 8);
            }
        }
    }

    @Test
    void a_collector_that_hangs_or_is_not_there_changes_nothing() throws Exception {
        try (Collector collector = new Collector(true);
                RunningDaemon running = new RunningDaemon(folder, settings(collector.address(), ""))) {
            for (int i = 0; i < 8; i++) {
                running.apply(RunningDaemon.job("job-" + i, 1));
            }
            for (int i = 0; i < 8; i++) {
                running.awaitPhase("job-" + i, "Running");
            }
            assertThat(collector.spans()).isEmpty();
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!running.ask("GET", "/metrics", "")
                    .body()
                    .matches("(?s).*tender_tracing_spans_total\\{outcome=\"lost\"\\} [1-9].*")) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.onSpinWait();
            }
        }
        Path another = Files.createDirectory(folder.resolve("another"));
        try (RunningDaemon running = new RunningDaemon(another, settings("http://127.0.0.1:1/v1/traces", ""))) {
            running.apply(RunningDaemon.job("alone", 1));
            running.awaitPhase("alone", "Running");
        }
    }
}
