package io.tender.extender.server;

import static io.tender.extender.server.Scores.scoreEach;
import static io.tender.extender.server.Verdict.fits;
import static io.tender.extender.server.Verdict.never;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderServerTest {
    private static final byte[] PREDICATE = Golden.bytes("volcano/documented/predicate-request");

    private static ExtenderServer.Builder useful() {
        return ExtenderServer.builder()
                .predicate((task, agent) -> agent.has("ssd") ? fits() : never("agent has no 'ssd' label"))
                .prioritize((task, agents) -> scoreEach(agents, agent -> 100 - agent.load()));
    }

    @Test
    void one_policy_answers_every_dialect_on_one_port() throws Exception {
        try (ExtenderServer server = useful().listen(0);
                SdkClient client = new SdkClient(server)) {
            assertThat(client.post("/volcano/predicate", PREDICATE).body())
                    .isEqualTo("{\"code\":3,\"errorMessage\":\"agent has no 'ssd' label\"}");
            assertThat(client.post("/volcano/predicate", Golden.bytes("volcano/volcano/predicate-request"))
                            .body())
                    .isEqualTo("{\"status\":\"agent has no 'ssd' label\",\"code\":3}");
            assertThat(client.post("/tender/prioritize", Golden.bytes("volcano/documented/prioritize-request"))
                            .body())
                    .isEqualTo("{\"nodeScore\":{\"node-1\":100,\"node-2\":93.75},\"errorMessage\":\"\"}");
            assertThat(client.post("/kube/prioritize", Golden.bytes("kube/prioritize-request-names"))
                            .body())
                    .isEqualTo("[{\"Host\":\"node-1\",\"Score\":10},{\"Host\":\"node-2\",\"Score\":10}]");
            HttpResponse<String> aurora = client.post("/aurora/offerset", Golden.bytes("aurora/request-published"));
            assertThat(aurora.body()).isEqualTo("{\"error\":\"\",\"hosts\":[]}");
            assertThat(aurora.headers().firstValue("Content-Type")).contains("application/json");
        }
    }

    @Test
    void members_that_nobody_knows_are_passed_over_whatever_they_are() throws Exception {
        String known = new String(PREDICATE, StandardCharsets.UTF_8).strip();
        String more =
                "{\"a\":\"te\\\"xt\",\"b\":12.5,\"c\":null,\"d\":[1,{\"e\":\"f\"}],\"g\":{\"h\":true},\"i\":\"\",";
        try (ExtenderServer server = useful().listen(0);
                SdkClient client = new SdkClient(server)) {
            HttpResponse<String> before =
                    client.post("/tender/predicate", (more + known.substring(1)).getBytes(StandardCharsets.UTF_8));
            String behind = known.substring(0, known.length() - 1) + "," + more.substring(1, more.length() - 1) + "}";
            HttpResponse<String> after = client.post("/tender/predicate", behind.getBytes(StandardCharsets.UTF_8));
            assertThat(List.of(before.body(), after.body()))
                    .containsOnly("{\"code\":3,\"errorMessage\":\"agent has no 'ssd' label\"}");
        }
    }

    @Test
    void a_hook_that_is_not_there_is_not_served_and_what_is_there_is_told() throws Exception {
        try (ExtenderServer server = ExtenderServer.builder()
                        .predicate((task, agent) -> fits())
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            assertThat(server.verbs().get(Dialect.KUBE)).containsExactly("filter");
            assertThat(server.verbs().get(Dialect.VOLCANO)).containsExactly("batchPredicate", "predicate");
            HttpResponse<String> refused = client.post("/volcano/jobReady", PREDICATE);
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("/volcano/jobReady", "/volcano/predicate", "/kube/filter");
            assertThat(client.post("/nowhere", PREDICATE).statusCode()).isEqualTo(404);
            assertThat(client.get("/volcano/predicate").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void a_policy_of_a_class_is_served_as_far_as_it_overrides() {
        Policy policy = new Policy() {
            @Override
            public boolean overused(Queue queue) {
                return true;
            }

            @Override
            public Optional<String> bind(Task task, Agent agent) {
                return Optional.empty();
            }
        };
        try (ExtenderServer server = ExtenderServer.builder()
                .policy(policy)
                .ready(job -> true)
                .dialects(Dialect.VOLCANO, Dialect.KUBE)
                .listen(0)) {
            assertThat(server.verbs().get(Dialect.VOLCANO)).containsExactly("bind", "jobReady", "queueOverused");
            assertThat(server.verbs().get(Dialect.KUBE)).containsExactly("bind");
            assertThat(server.verbs()).doesNotContainKey(Dialect.AURORA);
        }
    }

    @Test
    void a_policy_that_throws_is_told_in_each_dialects_own_way() throws Exception {
        try (ExtenderServer server = ExtenderServer.builder()
                        .predicate((task, agent) -> {
                            throw new IllegalStateException("the table is not loaded");
                        })
                        .prioritize((task, agents) -> Scores.scoreEach(agents, agent -> Double.NaN))
                        .bind((task, agent) -> {
                            throw new IllegalStateException("no");
                        })
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            HttpResponse<String> volcano = client.post("/volcano/predicate", PREDICATE);
            assertThat(volcano.statusCode()).isEqualTo(500);
            assertThat(volcano.body()).contains("the table is not loaded").hasSizeLessThan(400);
            HttpResponse<String> filter = client.post("/kube/filter", Golden.bytes("kube/filter-request-names"));
            assertThat(filter.statusCode()).isEqualTo(200);
            assertThat(filter.body()).contains("\"NodeNames\":null", "\"Error\":\"The extender failed");
            HttpResponse<String> bind = client.post("/kube/bind", Golden.bytes("kube/bind-request"));
            assertThat(bind.body()).startsWith("{\"Error\":\"The extender failed");
            assertThat(client.post("/kube/prioritize", Golden.bytes("kube/prioritize-request-names"))
                            .statusCode())
                    .isEqualTo(500);
            HttpResponse<String> aurora = client.post("/aurora/offerset", Golden.bytes("aurora/request-published"));
            assertThat(aurora.statusCode()).isEqualTo(500);
            assertThat(aurora.body())
                    .startsWith("{\"error\":\"The extender failed")
                    .endsWith("\"hosts\":[]}");
            assertThat(client.get("/metrics").body())
                    .contains(
                            "tender_server_failures_total{dialect=\"volcano\",verb=\"predicate\",why=\"failed\"} 1.0");
        }
    }

    @Test
    void what_cannot_be_read_is_refused_and_counted() throws Exception {
        try (ExtenderServer server = useful().mostBodyBytes(10_000).listen(0);
                SdkClient client = new SdkClient(server)) {
            HttpResponse<String> broken = client.post("/kube/filter", "{\"Pod\":".getBytes(StandardCharsets.UTF_8));
            assertThat(broken.statusCode()).isEqualTo(400);
            assertThat(broken.body()).contains("Got");
            assertThat(client.announce("/kube/filter", 20_000))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("The request is too long.", "more than 10000 bytes", "send less at once");
            assertThat(client.get("/metrics").body())
                    .contains("tender_server_failures_total{dialect=\"kube\",verb=\"filter\",why=\"unreadable\"} 1.0")
                    .contains("tender_server_answer_seconds_count{dialect=\"kube\",verb=\"filter\"}");
            assertThat(client.get("/healthz").body()).isEqualTo("ok\n");
        }
    }

    @Test
    void a_repeated_message_is_heard_once_and_answered_as_before() throws Exception {
        AtomicInteger heard = new AtomicInteger();
        byte[] body = Golden.bytes("volcano/documented/allocateFunc-request");
        try (ExtenderServer server = ExtenderServer.builder()
                        .allocated(task -> Optional.of("refusal " + heard.incrementAndGet()))
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            String first = client.post("/tender/allocateFunc", body, "Idempotency-Key", "k1")
                    .body();
            assertThat(client.post("/tender/allocateFunc", body, "Idempotency-Key", "k1")
                            .body())
                    .isEqualTo(first);
            assertThat(heard).hasValue(1);
            client.post("/tender/allocateFunc", body, "Idempotency-Key", "k2");
            client.post("/tender/allocateFunc", body);
            assertThat(heard).hasValue(3);
        }
    }

    @Test
    void a_key_that_comes_with_another_message_is_new_and_replaces_the_one_before() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        try (ExtenderServer server = ExtenderServer.builder()
                        .allocated(task -> {
                            heard.add(task.name());
                            return Optional.of("no " + task.name());
                        })
                        .deallocated(task -> heard.add("gone " + task.name()))
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            for (String name : List.of("a", "b", "b", "a")) {
                assertThat(client.post("/tender/allocateFunc", about(name), "Idempotency-Key", "k")
                                .body())
                        .contains("no " + name);
            }
            client.post("/volcano/allocateFunc", about("a"), "Idempotency-Key", "k");
            client.post("/volcano/deallocateFunc", about("a"), "Idempotency-Key", "k");
            assertThat(heard).containsExactly("a", "b", "a", "a", "gone a");
        }
    }

    private static byte[] about(String task) {
        return ("{\"task\":{\"name\":\"" + task + "\"}}").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void what_failed_is_tried_again_under_the_same_key_whatever_its_status_and_whatever_was_thrown() throws Exception {
        AtomicInteger heard = new AtomicInteger();
        byte[] body = Golden.bytes("kube/bind-request");
        try (ExtenderServer server = ExtenderServer.builder()
                        .bind((task, agent) -> switch (heard.incrementAndGet()) {
                            case 1 -> throw new IllegalStateException("not yet");
                            case 2 -> throw new NoClassDefFoundError("some/Library");
                            default -> Optional.empty();
                        })
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            HttpResponse<String> thrown = client.post("/kube/bind", body, "Idempotency-Key", "k");
            assertThat(thrown.statusCode()).isEqualTo(200);
            assertThat(thrown.body()).contains("not yet");
            HttpResponse<String> error = client.post("/kube/bind", body, "Idempotency-Key", "k");
            assertThat(error.statusCode()).isEqualTo(200);
            assertThat(error.body()).startsWith("{\"Error\":\"The extender failed: NoClassDefFoundError");
            for (int i = 0; i < 2; i++) {
                assertThat(client.post("/kube/bind", body, "Idempotency-Key", "k")
                                .body())
                        .isEqualTo("{\"Error\":\"\"}");
            }
            assertThat(heard).hasValue(3);
        }
    }

    @Test
    void who_has_no_token_is_not_answered() throws Exception {
        try (ExtenderServer server = useful().token("open sesame").listen(0);
                SdkClient client = new SdkClient(server)) {
            assertThat(client.post("/volcano/predicate", PREDICATE).statusCode())
                    .isEqualTo(401);
            assertThat(client.get("/metrics").statusCode()).isEqualTo(401);
            assertThat(client.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(client.post("/volcano/predicate", PREDICATE, "Authorization", "Bearer open sesame")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void others_are_let_near_only_on_purpose() {
        assertThatThrownBy(() -> useful().host("0.0.0.0").listen(0).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unencrypted")
                .hasMessageContaining("to do:");
        assertThatThrownBy(() -> useful().tls(Path.of("no-such"), Path.of("file"))
                        .listen(0)
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such");
    }

    @Test
    void clients_are_known_by_one_file_of_authorities() {
        ExtenderServer.Builder builder =
                useful().client(Path.of("one.pem"), "first").client(Path.of("one.pem"), "second");
        assertThatThrownBy(() -> builder.client(Path.of("two.pem"), "third"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got:      two.pem, after one.pem")
                .hasMessageContaining("to do:");
    }

    @Test
    void client_certificates_need_tls_to_be_shown_in() {
        assertThatThrownBy(() ->
                        useful().client(Path.of("one.pem"), "first").listen(0).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got:      client(one.pem, …) without tls(…)")
                .hasMessageContaining("to do:");
    }

    @Test
    void requests_that_are_too_much_together_are_told_to_come_again() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        byte[] large =
                (new String(PREDICATE, StandardCharsets.UTF_8) + " ".repeat(40_000)).getBytes(StandardCharsets.UTF_8);
        try (ExtenderServer server = ExtenderServer.builder()
                        .predicate((task, agent) -> {
                            asked.countDown();
                            await(mayAnswer);
                            return fits();
                        })
                        .mostBodyBytes(60_000)
                        .mostBytesAtOnce(60_000)
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.post("/volcano/predicate", large);
                } catch (Exception broken) {
                    throw new IllegalStateException(broken);
                }
            });
            await(asked);
            HttpResponse<String> second = client.post("/volcano/predicate", large);
            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.body()).contains("60000 bytes in all");
            assertThat(second.headers().firstValue("Retry-After")).contains("1");
            mayAnswer.countDown();
            assertThat(first.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            // What was answered, and what was refused, has given back what it had.
            assertThat(client.post("/volcano/predicate", large).statusCode()).isEqualTo(200);
            assertThat(client.postInChunks("/volcano/predicate", large).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void an_address_that_is_taken_is_named() {
        try (ExtenderServer server = useful().listen(0)) {
            assertThatThrownBy(() -> useful().listen(server.port()).close())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("Cannot listen on 127.0.0.1:" + server.port());
        }
    }

    @Test
    void answers_under_way_end_before_the_server_does() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ExtenderServer server = ExtenderServer.builder()
                .predicate((task, agent) -> {
                    asked.countDown();
                    await(mayAnswer);
                    return fits();
                })
                .patience(Duration.ofSeconds(20))
                .listen(0);
        try (SdkClient client = new SdkClient(server)) {
            CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.post("/volcano/predicate", PREDICATE);
                } catch (Exception broken) {
                    throw new IllegalStateException(broken);
                }
            });
            await(asked);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (client.get("/readyz").statusCode() != 503) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
            assertThat(client.post("/volcano/predicate", PREDICATE).statusCode())
                    .isEqualTo(503);
            assertThat(closed).isNotDone();
            mayAnswer.countDown();
            assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            closed.get(20, TimeUnit.SECONDS);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** A few of them are sent at once, thousands in parts, and in another order from where they were said before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100, 680, 760, 5_000})
    void a_reply_of_any_length_arrives_whole_in_whatever_order_it_was_asked_before(int nodes) throws Exception {
        List<String> names = new ArrayList<>(
                IntStream.range(0, nodes).mapToObj("node-%05d"::formatted).toList());
        try (ExtenderServer server = useful().listen(0);
                SdkClient client = new SdkClient(server)) {
            for (int turn = 0; turn < 3; turn++) {
                String asked = "{\"Pod\":{},\"NodeNames\":[\"" + String.join("\",\"", names) + "\"]}";
                assertThat(client.post("/kube/filter", asked.getBytes(StandardCharsets.UTF_8))
                                .body())
                        .isEqualTo("{\"Nodes\":null,\"NodeNames\":[],\"FailedNodes\":null,"
                                + names.stream()
                                        .map(name -> "\"" + name + "\":\"agent has no 'ssd' label\"")
                                        .collect(Collectors.joining(
                                                ",", "\"FailedAndUnresolvableNodes\":{", "},\"Error\":\"\"}")));
                Collections.rotate(names, 1 + nodes / 3);
            }
        }
    }

    @Test
    void many_ask_at_once_and_each_gets_its_own_answer() throws Exception {
        try (ExtenderServer server = ExtenderServer.builder()
                        .predicate((task, agent) -> never(agent.name()))
                        .listen(0);
                SdkClient client = new SdkClient(server)) {
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String name = "n" + i;
                byte[] body = ("{\"task\":{\"name\":\"t\"},\"node\":{\"name\":\"" + name + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                all.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return client.post("/tender/predicate", body).body().contains("\"" + name + "\"");
                    } catch (Exception broken) {
                        throw new IllegalStateException(broken);
                    }
                }));
            }
            for (CompletableFuture<Boolean> each : all) {
                assertThat(each.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}
