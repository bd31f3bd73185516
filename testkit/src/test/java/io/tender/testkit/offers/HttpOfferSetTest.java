package io.tender.testkit.offers;

import static io.tender.testkit.offers.ScriptedService.closing;
import static io.tender.testkit.offers.ScriptedService.json;
import static io.tender.testkit.offers.ScriptedService.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.aurora.HttpOfferSet;
import io.tender.extender.aurora.HttpOfferSetFactory;
import io.tender.extender.client.BreakerState;
import io.tender.model.service.HostOffer;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferQuery;
import io.tender.spi.offers.OfferSet;
import io.tender.spi.offers.OfferSetFactory;
import io.tender.spi.offers.OfferSetSetup;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpOfferSetTest {
    private static final String REVERSED = "{\"error\":\"\",\"hosts\":[\"hc\",\"hb\",\"ha\"]}";

    @Test
    void the_request_is_the_published_one_byte_for_byte() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb")) {
            bench.order();

            ScriptedService.Received request = service.received().getFirst();
            assertThat(request.body())
                    .isEqualTo("{\"jobKey\":\"test-dev-job-1\",\"request\":{\"cpu\":1,\"memory\":512,\"disk\":1024},"
                            + "\"hosts\":[{\"name\":\"ha\",\"offer\":{\"cpu\":4,\"memory\":1024,\"disk\":2048}},"
                            + "{\"name\":\"hb\",\"offer\":{\"cpu\":4,\"memory\":1024,\"disk\":2048}}]}");
            assertThat(request.head())
                    .startsWith("POST /v1/offerset HTTP/1.1\r\n")
                    .contains("\r\nContent-Type: application/json\r\n")
                    .contains("\r\nAccept: application/json\r\n")
                    .contains("\r\nContent-Length: " + request.body().length() + "\r\n");
        }
    }

    @Test
    void with_auroras_habits_the_request_is_the_one_the_real_program_sent() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(service.endpoint(), "http_offer_set_compat", "aurora-0.27")
                        .holding("A:h\u00e4-\u4e16")) {
            bench.order();

            ScriptedService.Received request = service.received().getFirst();
            assertThat(request.body())
                    .matches("\\{\"jobKey\":\"test-dev-job-1@-?\\d+\","
                            + "\"request\":\\{\"cpu\":1\\.0,\"memory\":512\\.0,\"disk\":1024\\.0\\},"
                            + "\"hosts\":\\[\\{\"name\":\"h\u00e4-\\?\","
                            + "\"offer\":\\{\"cpu\":4\\.0,\"memory\":2048\\.0,\"disk\":4096\\.0\\}\\}\\]\\}");
            assertThat(request.head()).contains("\r\nContent-Type: application/json; utf-8\r\n");
        }
    }

    @Test
    void only_candidates_are_sent_and_an_attempt_without_any_sends_nothing() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha")) {
            bench.set.add(HttpSetBench.offer("Z", "hz"));
            bench.order();
            OfferQuery nothing = OfferQuery.of(2, bench.query().group(), HttpSetBench.CONFIG.request(), 1, List.of());

            assertThat(bench.set.getOrdered(nothing)).isEmpty();
            assertThat(service.received()).hasSize(1);
            assertThat(service.received().getFirst().body()).doesNotContain("hz");
            assertThat(bench.set.size()).isEqualTo(2);
        }
    }

    @Test
    void a_query_that_was_prepared_is_sent_as_it_was_then_whatever_came_and_left_since() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(), "http_offer_set_max_starting_tasks_per_slave", "2")
                        .holding("A:ha", "B:hb", "C:hc")
                        .starting("B", 2)) {
            OfferQuery query = bench.query();
            OfferQuery prepared = bench.set.prepared(query);
            query.candidates().forEach(bench.set::remove);
            bench.set.add(HttpSetBench.offer("Z", "hz"));
            bench.starting("A", 9);

            assertThat(bench.set.getOrdered(prepared))
                    .extracting(offer -> offer.id().value())
                    .containsExactly("C", "A", "B");
            assertThat(service.received().getFirst().body())
                    .contains("\"ha\"", "\"hc\"")
                    .doesNotContain("hb", "hz");
            assertThat(prepared.candidates()).isEqualTo(query.candidates());
        }
    }

    @Test
    void a_query_that_another_set_prepared_is_put_into_a_sets_own_form() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench other =
                        new HttpSetBench(service.endpoint(), "http_offer_set_compat", "aurora-0.27").holding("A:ha");
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha")) {
            bench.set.getOrdered(other.set.prepared(other.query()));

            assertThat(service.received().getFirst().body())
                    .contains("{\"name\":\"ha\",\"offer\":{\"cpu\":4,\"memory\":1024,\"disk\":2048}}");
        }
    }

    @Test
    void machines_that_start_many_tasks_are_not_asked_about_and_counted() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(), "http_offer_set_max_starting_tasks_per_slave", "2")
                        .holding("A:ha", "B:hb", "C:hc")
                        .starting("B", 2)
                        .starting("C", 1)) {
            assertThat(bench.order()).isEqualTo("C A B");
            assertThat(service.received().getFirst().body()).doesNotContain("hb");
            assertThat(bench.counter("starting_limited")).isEqualTo(1);

            bench.starting("A", 9).starting("C", 9);
            assertThat(bench.order()).isEqualTo("A B C");
            assertThat(service.received()).hasSize(1);
        }
    }

    @Test
    void missing_unknown_and_repeated_hosts_are_counted_apart() {
        try (ScriptedService service = new ScriptedService(json("{\"hosts\":[\"hx\",\"hb\",\"hb\",\"hy\",\"hb\"]}"));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc")) {
            assertThat(bench.order()).isEqualTo("B");
            assertThat(bench.counter("missing")).isEqualTo(2);
            assertThat(bench.counter("unknown")).isEqualTo(2);
            assertThat(bench.counter("repeated")).isEqualTo(2);
            assertThat(bench.counter("fallbacks")).isZero();
            bench.advance(Duration.ofMinutes(1));
            assertThat(bench.gauge("max_diff")).isEqualTo(4);
            assertThat(bench.gauge("worst_latency_ms")).isPositive();
            assertThat(bench.gauge("median_latency_ms")).isEqualTo(bench.gauge("avg_latency_ms"));
        }
    }

    @Test
    void an_empty_answer_falls_back_or_filters_as_the_setting_says() {
        try (ScriptedService service = new ScriptedService(json("{\"error\":\"\",\"hosts\":[]}"));
                HttpSetBench careful = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb");
                HttpSetBench strict = new HttpSetBench(service.endpoint(), "http_offer_set_empty_answer", "filter")
                        .holding("A:ha", "B:hb")) {
            assertThat(careful.order()).isEqualTo("A B");
            assertThat(careful.counter("fallbacks")).isEqualTo(1);
            assertThat(careful.counter("empty_answers")).isEqualTo(1);
            assertThat(strict.order()).isEmpty();
            assertThat(strict.counter("fallbacks")).isZero();
            assertThat(strict.counter("empty_answers")).isEqualTo(1);
        }
    }

    @Test
    void a_connection_that_fails_is_tried_again_within_the_same_call() {
        AtomicInteger asked = new AtomicInteger();
        ScriptedService.Conduct third =
                (request, out) -> (asked.incrementAndGet() < 3 ? closing() : json(REVERSED)).answer(request, out);
        try (ScriptedService service = new ScriptedService(third);
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc")) {
            assertThat(bench.order()).isEqualTo("C B A");
            assertThat(bench.set.isFailing()).isFalse();
            assertThat(asked).hasValue(3);
        }
    }

    @Test
    void a_service_that_answers_badly_is_not_asked_again_within_the_call() {
        try (ScriptedService service = new ScriptedService(status(503, "", "busy"));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb")) {
            assertThat(bench.order()).isEqualTo("A B");
            assertThat(service.received()).hasSize(1);
        }
    }

    @Test
    void a_service_that_keeps_failing_is_left_alone_and_comes_back_by_itself() {
        try (ScriptedService service = new ScriptedService(status(500, "", ""));
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(),
                                "http_offer_set_breaker_min_calls",
                                "3",
                                "http_offer_set_breaker_open_time",
                                "10secs")
                        .holding("A:ha", "B:hb", "C:hc")) {
            for (int i = 0; i < 5; i++) {
                assertThat(bench.order()).isEqualTo("A B C");
            }
            assertThat(bench.set.breakerState()).isEqualTo(BreakerState.OPEN);
            assertThat(service.received()).hasSize(3);
            assertThat(bench.counter("fallbacks")).isEqualTo(5);
            // It was not asked the other two times, so it did not fail then.
            assertThat(bench.counter("failures")).isEqualTo(3);

            service.behave(json(REVERSED));
            assertThat(bench.order()).isEqualTo("A B C");
            bench.advance(Duration.ofSeconds(11));
            assertThat(bench.order()).isEqualTo("C B A");
            assertThat(bench.set.breakerState()).isEqualTo(BreakerState.CLOSED);
            assertThat(bench.set.isFailing()).isFalse();
        }
    }

    @Test
    void a_service_that_keeps_answering_with_an_error_is_left_alone_too() {
        try (ScriptedService service = new ScriptedService(json("{\"error\":\"no capacity model\",\"hosts\":[]}"));
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(),
                                "http_offer_set_breaker_min_calls",
                                "3",
                                "http_offer_set_breaker_open_time",
                                "10secs")
                        .holding("A:ha", "B:hb")) {
            for (int i = 0; i < 5; i++) {
                assertThat(bench.order()).isEqualTo("A B");
            }
            assertThat(bench.set.breakerState()).isEqualTo(BreakerState.OPEN);
            assertThat(service.received()).hasSize(3);
            assertThat(bench.counter("failures")).isEqualTo(3);
            assertThat(bench.registry.getMeters())
                    .anyMatch(meter -> "error_answer".equals(meter.getId().getTag("outcome")));
        }
    }

    @Test
    void two_sets_of_one_registry_count_apart() {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc")) {
            try (HttpSetBench other = new HttpSetBench(bench.registry, service.endpoint()).holding("X:hx")) {
                bench.order();
                other.order();
                assertThat(bench.registry.find("http_offer_set_missing").counters())
                        .extracting(counter -> counter.getId().getTag("set") + " " + counter.count())
                        .containsExactlyInAnyOrder("1 0.0", "2 1.0");
            }
            assertThat(bench.registry.find("http_offer_set_missing").counters()).hasSize(1);
        }
    }

    @Test
    void a_set_that_takes_the_place_of_another_goes_on_under_its_label() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        HttpOfferSetFactory factory = new HttpOfferSetFactory(registry);
        OfferSetSetup setup = new OfferSetSetup(
                new TreeMap<>(Map.of("http_offer_set_endpoint", "http://localhost:1/v1/offerset")),
                Chance.seeded(1),
                Comparator.comparing(HostOffer::id),
                agent -> 0);
        OfferSet first = factory.create(setup);
        first.begin();
        OfferSet second = factory.create(setup);
        first.close();
        second.begin();
        assertThat(registry.find("http_offer_set_failures").counters())
                .extracting(counter -> counter.getId().getTag("set"))
                .containsExactly("1");
        second.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void headers_of_a_file_are_sent_and_never_shown(@TempDir Path folder) throws Exception {
        Path headers = Files.writeString(folder.resolve("headers"), "# for the gateway\nX-Api-Key: s3cr3t-k3y\n");
        Path recording = folder.resolve("recording.jsonl");
        ScriptedService.Conduct echoing =
                (request, out) -> json("{\"error\":\"the key s3cr3t-k3y has run out\",\"hosts\":[]}")
                        .answer(request, out);
        try (ScriptedService service = new ScriptedService(echoing);
                HttpSetBench bench = new HttpSetBench(
                                service.endpoint(),
                                "http_offer_set_headers_file",
                                headers.toString(),
                                "http_offer_set_recording_file",
                                recording.toString())
                        .holding("A:ha")) {
            bench.order();
            assertThat(service.received().getFirst().toString()).contains("s3cr3t-k3y");
        }
        assertThat(Files.readString(recording)).isNotEmpty().doesNotContain("s3cr3t-k3y");
        Files.writeString(headers, "X-Api-Key s3cr3t-k3y");
        assertThatThrownBy(
                        () -> new HttpSetBench("http://localhost:1", "http_offer_set_headers_file", headers.toString())
                                .close())
                .hasMessageContaining("line 1: got no colon")
                .hasMessageNotContaining("s3cr3t-k3y");
    }

    @Test
    void offers_come_and_go_while_the_service_is_waited_for() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        ScriptedService.Conduct waiting = (request, out) -> {
            asked.countDown();
            try {
                changed.await(4, TimeUnit.SECONDS);
            } catch (InterruptedException ended) {
                return false;
            }
            return json(REVERSED).answer(request, out);
        };
        try (ScriptedService service = new ScriptedService(waiting);
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc");
                ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> order = other.submit(bench::order);
            assertThat(asked.await(4, TimeUnit.SECONDS)).isTrue();
            bench.set.remove(HttpSetBench.offer("A", "ha"));
            bench.set.add(HttpSetBench.offer("D", "hd"));
            assertThat(bench.set.size()).isEqualTo(3);
            bench.set.clear();
            assertThat(bench.set.values()).isEmpty();
            changed.countDown();

            assertThat(order.get(5, TimeUnit.SECONDS)).isEqualTo("C B A");
        }
    }

    @Test
    void a_closed_set_serves_the_native_order() {
        try (ScriptedService service = new ScriptedService(json(REVERSED))) {
            HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc");
            bench.close();

            assertThat(bench.order()).isEqualTo("A B C");
        }
    }

    @Test
    void it_is_found_by_its_name_and_by_auroras_class_name() {
        OfferSetFactory http = ServiceLoader.load(OfferSetFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("http"))
                .findFirst()
                .orElseThrow();
        assertThat(http.aliases()).containsExactly("io.github.aurora.scheduler.offers.HttpOfferSetModule");
        OfferSetSetup setup = new OfferSetSetup(
                new TreeMap<>(), key -> 0, (HostOffer a, HostOffer b) -> a.id().compareTo(b.id()), agent -> 0);
        try (HttpOfferSet set = (HttpOfferSet) http.create(setup)) {
            assertThat(set.waits()).isTrue();
        }
    }

    @Test
    void two_equal_machines_are_two_and_leaving_twice_is_no_error() {
        try (ScriptedService service = new ScriptedService(json("{\"hosts\":[\"same\"]}"));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:same", "B:same")) {
            assertThat(bench.set.size()).isEqualTo(2);
            assertThat(bench.order()).isEqualTo("A B");
            bench.set.remove(HttpSetBench.offer("A", "same"));
            bench.set.remove(HttpSetBench.offer("A", "same"));
            assertThat(bench.set.values())
                    .extracting(offer -> offer.id().value())
                    .containsExactly("B");
            bench.set.add(HttpSetBench.offer("B", "renamed"));
            assertThat(bench.set.values()).extracting(HostOffer::hostname).containsExactly("renamed");
        }
    }

    @Test
    void many_threads_may_ask_while_offers_come_and_go() throws Exception {
        try (ScriptedService service = new ScriptedService(json(REVERSED));
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc");
                ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            OfferQuery query = bench.query();
            List<Future<List<HostOffer>>> orders = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                orders.add(others.submit(() -> bench.set.getOrdered(query)));
                bench.set.remove(query.candidates().get(i % 3));
                bench.set.add(query.candidates().get(i % 3));
            }
            for (Future<List<HostOffer>> order : orders) {
                assertThat(order.get(10, TimeUnit.SECONDS))
                        .isEqualTo(query.candidates().reversed());
            }
            assertThat(bench.set.size()).isEqualTo(3);
        }
    }

    @Test
    void an_answer_may_be_packed() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        ScriptedService.Conduct zipping = (request, out) -> {
            packed.reset();
            try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
                zip.write(REVERSED.getBytes(StandardCharsets.UTF_8));
            }
            out.write(("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            packed.writeTo(out);
            return true;
        };
        try (ScriptedService service = new ScriptedService(zipping);
                HttpSetBench bench = new HttpSetBench(service.endpoint()).holding("A:ha", "B:hb", "C:hc")) {
            assertThat(bench.order()).isEqualTo("C B A");
        }
    }
}
