package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Retries, breaker, budget and bulkhead, on a clock that is moved. */
class ResilienceTest extends ClientTestBase {
    private void failing(int times) {
        AtomicInteger left = new AtomicInteger(times);
        extender.now(exchange -> FakeExtender.answering(left.getAndDecrement() > 0 ? 503 : 200, "\"yes\"")
                .handle(exchange));
    }

    @Test
    void a_call_that_is_safe_to_repeat_is_repeated_with_growing_pauses() {
        failing(2);

        Outcome<String> outcome = client(settings()).call(call().safeToRepeat());

        assertThat(outcome.value()).contains("yes");
        assertThat(outcome.attempts()).isEqualTo(3);
        assertThat(time.pauses()).hasSize(2);
        assertThat(time.pauses().get(0)).isBetween(Duration.ofMillis(10), Duration.ofMillis(20));
        assertThat(time.pauses().get(1)).isBetween(Duration.ofMillis(20), Duration.ofMillis(40));
    }

    @Test
    void a_call_that_is_not_safe_to_repeat_is_made_once() {
        failing(1);

        assertThat(failure(client(settings()).call(call().idempotencyKey("k"))).label())
                .isEqualTo("status");
        assertThat(extender.asked()).hasSize(1);
    }

    @Test
    void the_number_of_repetitions_is_bounded() {
        failing(100);

        Outcome<String> outcome = client(settings()).call(call().safeToRepeat());

        assertThat(outcome.attempts()).isEqualTo(3);
        assertThat(outcome.label()).isEqualTo("status");
    }

    @Test
    void a_wrong_answer_is_not_asked_for_again() {
        extender.now(FakeExtender.answering(200, "no json"));

        assertThat(client(settings()).call(call().safeToRepeat()).attempts()).isEqualTo(1);
    }

    @Test
    void nothing_is_repeated_past_the_deadline() {
        failing(100);
        RetrySettings slow = new RetrySettings(10, Duration.ofMillis(400), Duration.ofMillis(400));

        Outcome<String> outcome =
                client(settings().deadline(Duration.ofSeconds(1)).retries(slow)).call(call().safeToRepeat());

        assertThat(outcome.attempts()).isBetween(3, 5);
        assertThat(outcome.latency()).isLessThan(Duration.ofSeconds(1));
        assertThat(outcome.label()).as("what happened, not that time is up").isEqualTo("status");
    }

    @Test
    void the_breaker_opens_says_when_it_tries_again_and_closes_by_itself() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(ExtenderClient.class)).addAppender(log);
        failing(5);
        ExtenderClient client = client(settings());
        for (int i = 0; i < 5; i++) {
            client.call(call());
        }

        assertThat(client.breakerState()).isEqualTo(BreakerState.OPEN);
        assertThat(failure(client.call(call()))).isInstanceOfSatisfying(ExtenderFailure.BreakerOpen.class, open -> {
            assertThat(open.retryAt()).isEqualTo(time.instant().plus(Duration.ofSeconds(1)));
            assertThat(open.got()).contains("; the last that was asked got 503 from POST http://");
        });
        assertThat(extender.asked()).hasSize(5);

        time.pass(Duration.ofSeconds(1));

        assertThat(client.call(call()).value()).contains("yes");
        assertThat(client.breakerState()).isEqualTo(BreakerState.CLOSED);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        line -> assertThat(line).contains("'gpu'", "CLOSED -> OPEN", "5 of the last 5", "503"),
                        line -> assertThat(line).contains("OPEN -> HALF_OPEN"),
                        line -> assertThat(line).contains("HALF_OPEN -> CLOSED"));
    }

    @Test
    void failures_that_are_not_the_peers_do_not_open_the_breaker() {
        ExtenderClient client = client(settings().limits(SizeLimits.USUAL.withRequestBytes(1)));
        for (int i = 0; i < 20; i++) {
            client.call(call());
        }

        assertThat(client.breakerState()).isEqualTo(BreakerState.CLOSED);
    }

    /** A breaker that opens at the first failure that counts. */
    private static BreakerSettings jumpy() {
        return new BreakerSettings(true, 1, 1, 1, Duration.ofSeconds(1), Duration.ofMinutes(1), 1);
    }

    @ParameterizedTest
    @CsvSource({"60, OPEN", "50, OPEN", "49, CLOSED", "10, CLOSED"})
    void a_budget_that_ends_a_call_is_held_against_the_peer_only_if_it_had_half_its_deadline(
            int budgetMillis, BreakerState expected) {
        extender.now(exchange -> {
            time.pass(Duration.ofMillis(70));
            FakeExtender.answering(200, "\"yes\"").handle(exchange);
        });
        ExtenderClient client =
                client(settings().deadline(Duration.ofMillis(100)).breaker(jumpy()));

        Outcome<String> outcome = client.call(call(), Budget.of(Duration.ofMillis(budgetMillis), time));

        assertThat(failure(outcome)).isInstanceOf(ExtenderFailure.BudgetSpent.class);
        assertThat(client.breakerState()).isEqualTo(expected);
    }

    @Test
    void a_log_that_breaks_while_the_breaker_tells_of_a_probe_does_not_cost_the_probe() {
        failing(1);
        ExtenderClient client = client(settings().breaker(jumpy()));
        client.call(call());
        assertThat(client.breakerState()).isEqualTo(BreakerState.OPEN);
        time.pass(Duration.ofSeconds(1));
        Logger logger = (Logger) LoggerFactory.getLogger(ExtenderClient.class);
        ListAppender<ILoggingEvent> broken = new ListAppender<>() {
            @Override
            public synchronized void doAppend(ILoggingEvent event) {
                throw new IllegalStateException("the disk is full");
            }
        };
        logger.addAppender(broken);
        try {
            assertThatThrownBy(() -> client.call(call())).hasMessage("the disk is full");
        } finally {
            logger.detachAppender(broken);
        }

        assertThat(client.call(call()).value()).as("the only probe there is").contains("yes");
        assertThat(client.breakerState()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void calls_of_a_cycle_share_its_budget() {
        Budget budget = Budget.of(Duration.ofMillis(100), time);
        extender.now(exchange -> {
            time.pass(Duration.ofMillis(60));
            FakeExtender.answering(200, "\"yes\"").handle(exchange);
        });
        ExtenderClient client = client(settings());

        assertThat(client.call(call(), budget).value()).contains("yes");
        assertThat(budget.remaining()).isEqualTo(Duration.ofMillis(40));
        assertThat(failure(client.call(call(), budget)))
                .isInstanceOfSatisfying(ExtenderFailure.BudgetSpent.class, spent -> {
                    assertThat(spent.budget()).isEqualTo(Duration.ofMillis(100));
                    assertThat(spent.blamesPeer()).as("it had too little time").isFalse();
                });
        assertThat(failure(client.call(call(), budget))).isInstanceOf(ExtenderFailure.BudgetSpent.class);
        assertThat(extender.asked()).hasSize(2);
    }

    @Test
    void a_call_beyond_the_bulkhead_is_refused_at_once_and_one_that_waits_gets_its_turn() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        extender.now(exchange -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            FakeExtender.answering(200, "\"yes\"").handle(exchange);
        });
        ExtenderClient client =
                client(settings().bulkhead(new BulkheadSettings(1, 1)), ClientSurroundings.system(registry));
        AtomicInteger good = new AtomicInteger();
        Runnable calling = () -> good.addAndGet(client.call(call()).value().isPresent() ? 1 : 0);
        Thread first = Thread.ofPlatform().start(calling);
        asked.await();
        Thread second = Thread.ofVirtual().start(calling);
        while (registry.get("tender.extender.queued").gauge().value() < 1) {
            Thread.onSpinWait();
        }

        assertThat(failure(client.call(call()))).isInstanceOf(ExtenderFailure.BulkheadFull.class);

        release.countDown();
        first.join();
        second.join();
        assertThat(good).hasValue(2);
    }

    @Test
    void waiting_for_ones_turn_counts_against_the_deadline() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        extender.now(exchange -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        ExtenderClient client =
                client(settings().bulkhead(new BulkheadSettings(1, 1)), ClientSurroundings.system(registry));
        Thread first = Thread.ofPlatform().start(() -> client.call(call()));
        asked.await();

        assertThat(failure(client.call(call().within(Duration.ofMillis(20)))))
                .isInstanceOfSatisfying(
                        ExtenderFailure.TimedOut.class,
                        late -> assertThat(late.phase()).isEqualTo(Phase.QUEUED));
        release.countDown();
        client.close();
        first.join();
    }

    /** A body that does not keep its word. */
    private static RequestBody lying(String text, int announced) {
        return new RequestBody() {
            @Override
            public long length() {
                return announced;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                if (text.isEmpty()) {
                    throw new IllegalStateException("no body today");
                }
            }
        };
    }

    @ParameterizedTest
    @EnumSource(HttpVersion.class)
    void what_is_our_own_fault_is_neither_repeated_nor_held_against_the_peer(HttpVersion version) throws Exception {
        try (Http2Extender http2 = new Http2Extender(asking -> asking.answer(200, "\"yes\""))) {
            ExtenderSettings.Builder settings = version == HttpVersion.HTTP_2
                    ? ExtenderSettings.of("gpu", http2.url()).httpVersion(version)
                    : settings();
            ExtenderClient client = client(settings.deadline(Duration.ofMinutes(1)));
            for (int i = 0; i < 10; i++) {
                RequestBody body = i % 2 == 0 ? lying("{}", 3) : lying("", 2);
                Outcome<String> outcome =
                        client.call(Call.post(VERB, body, TEXT).safeToRepeat());

                assertThat(outcome.label()).isEqualTo("broken");
                assertThat(outcome.attempts()).isEqualTo(1);
            }

            assertThat(client.breakerState()).isEqualTo(BreakerState.CLOSED);
            assertThat(client.call(call()).value()).contains("yes");
        }
    }

    @Test
    void too_many_lookups_at_once_are_our_own_fault() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger lookups = new AtomicInteger();
        ExtenderClient client = client(
                settings().deadline(Duration.ofMinutes(5)),
                ClientSurroundings.system(registry).withLookup(host -> {
                    lookups.incrementAndGet();
                    awaited(release);
                    throw new UnknownHostException(host);
                }));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Endpoint somewhere = Endpoint.parse("http://host" + i + ".test");
            threads.add(Thread.ofVirtual().start(() -> client.call(call().at(somewhere))));
        }
        while (lookups.get() < 16) {
            Thread.onSpinWait();
        }

        ExtenderFailure failure = failure(client.call(call().at(Endpoint.parse("http://one-more.test"))));

        assertThat(failure.label()).isEqualTo("broken");
        assertThat(failure.blamesPeer()).isFalse();
        release.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closing_ends_a_call_that_pauses_before_a_repetition() throws Exception {
        failing(100);
        RetrySettings slow = new RetrySettings(5, Duration.ofMinutes(1), Duration.ofMinutes(1));
        CountDownLatch pausing = new CountDownLatch(1);
        ExtenderClient client = client(
                settings().deadline(Duration.ofHours(1)).retries(slow),
                ClientSurroundings.system(registry).withPause(length -> {
                    pausing.countDown();
                    Pause.SLEEP.pause(length);
                }));
        CompletableFuture<Outcome<String>> ended = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            ended.complete(client.call(call().safeToRepeat()));
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        pausing.await();

        client.close();

        assertThat(ended.get().label()).isEqualTo("closed");
        assertThat(interrupted.get()).as("nobody else interrupted it").isFalse();
    }

    @Test
    void closing_ends_a_call_that_waits_for_a_name() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExtenderClient client = client(
                ExtenderSettings.of("gpu", "http://slow.test").deadline(Duration.ofHours(1)),
                ClientSurroundings.system(registry).withLookup(host -> {
                    looking.countDown();
                    awaited(release);
                    throw new UnknownHostException(host);
                }));
        CompletableFuture<Outcome<String>> ended = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> ended.complete(client.call(call())));
        looking.await();

        client.close();

        assertThat(ended.get().label()).isEqualTo("closed");
        release.countDown();
    }

    @Test
    void an_idempotent_get_that_becomes_a_post_is_not_repeated_unless_that_is_said() {
        Call<String> get = Call.get(VERB, TEXT);

        assertThat(get.isSafeToRepeat()).isTrue();
        assertThat(get.by(HttpMethod.POST).isSafeToRepeat()).isFalse();
        assertThat(get.by(HttpMethod.POST).safeToRepeat().isSafeToRepeat()).isTrue();
        assertThat(call().safeToRepeat().by(HttpMethod.POST).isSafeToRepeat()).isTrue();
    }

    @Test
    void credentials_for_https_are_not_sent_over_http() {
        ExtenderClient client =
                client(ExtenderSettings.of("gpu", "https://127.0.0.1:1").header("X-Key", Secret.of("hush-hush-hush")));

        ExtenderFailure failure = failure(client.call(call().at(Endpoint.parse(extender.url()))));

        assertThat(failure.label()).isEqualTo("broken");
        assertThat(failure.message()).contains("credentials", extender.url());
        assertThat(extender.asked()).isEmpty();
    }

    @Test
    void one_address_that_understands_gzip_says_nothing_about_another() {
        ExtenderClient client = client(settings().limits(SizeLimits.USUAL.withCompressFrom(10)));
        Call<String> large = Call.post(VERB, RequestBody.of("\"" + "x".repeat(100) + "\""), TEXT);
        try (FakeExtender other = new FakeExtender(FakeExtender.answering(200, "\"other\""))) {
            extender.now(exchange -> {
                exchange.getResponseHeaders().add("Accept-Encoding", "gzip");
                FakeExtender.answering(200, "\"yes\"").handle(exchange);
            });
            client.call(large);
            client.call(large);
            client.call(large.at(Endpoint.parse(other.url())));

            assertThat(extender.asked().get(1).header("Content-encoding")).isEqualTo("gzip");
            assertThat(other.asked().getFirst().header("Content-encoding")).isEmpty();
        }
    }
}
