package io.tender.runtime;

import static io.tender.runtime.Cluster.ROLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.runtime.Cluster.Complaints;
import io.tender.runtime.Cluster.Offer;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import io.tender.spi.OfferCallback;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AllocatorActorTest {

    /** Longer than any test, so that only what happens causes runs. */
    private static final Duration NO_TICKS = Duration.ofHours(1);

    private static final Duration SHORT = Duration.ofMillis(20);

    private final Complaints complaints = new Complaints();
    private final LinkedBlockingQueue<Offer> offers = new LinkedBlockingQueue<>();
    private final AllocatorActor actor =
            new AllocatorActor(Cluster::hierarchical, InstantSource.system(), Chance.seeded(1), complaints);

    private void initialize(Duration interval) {
        initialize(interval, (framework, made) -> offers.addAll(Offer.all(framework, made)));
    }

    private void initialize(Duration interval, OfferCallback callback) {
        actor.initialize(
                AllocatorOptions.defaults().withAllocationInterval(interval), callback, (framework, inverse) -> {});
    }

    @AfterEach
    void end() {
        actor.close();
    }

    private Offer nextOffer() {
        try {
            Offer offer = offers.poll(60, TimeUnit.SECONDS);
            assertThat(offer).as("an offer within a minute").isNotNull();
            return offer;
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }

    private SortedMap<String, Double> metrics() {
        return Patience.await(actor.metrics());
    }

    private double runs() {
        return metrics().get("allocator/mesos/allocation_runs");
    }

    /** Keeps the allocator in its second run, inside a callback, until the returned latch is counted down. */
    private CountDownLatch occupied() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        initialize(NO_TICKS, (framework, made) -> {
            if (first.getAndSet(false)) {
                begun.countDown();
                Patience.await(go);
            }
            offers.addAll(Offer.all(framework, made));
        });
        Cluster.addAgent(actor, "first", "cpus:1");
        Patience.await(actor.idle());
        Cluster.addFramework(actor, "f");
        Patience.await(begun);
        return go;
    }

    @Test
    void calls_return_at_once_while_the_allocator_is_busy_and_causes_of_a_run_are_coalesced() {
        CountDownLatch go = occupied();

        for (int i = 0; i < 100; i++) {
            Cluster.addAgent(actor, "a" + i, "cpus:1");
        }
        assertThat(offers).isEmpty();
        go.countDown();
        Patience.await(actor.idle());

        assertThat(offers).hasSize(101);
        assertThat(runs()).as("one run for the hundred").isEqualTo(3);
        assertThat(complaints.refusals).isEmpty();
    }

    @Test
    void calls_are_executed_in_the_order_in_which_they_came() {
        initialize(NO_TICKS);
        for (int i = 0; i < 500; i++) {
            Cluster.addAgent(actor, "a", "cpus:1");
            actor.removeAgent(new AgentId("a"));
        }

        Patience.await(actor.idle());

        assertThat(complaints.refusals).isEmpty();
        assertThat(metrics().get("allocator/mesos/resources/cpus/total")).isZero();
    }

    @Test
    void ticks_come_again_and_again() {
        // What is given back without a filter is offered again at the next tick, and at no other time.
        Semaphore seen = new Semaphore(0);
        initialize(
                SHORT,
                (framework, made) -> Offer.all(framework, made).forEach(offer -> {
                    actor.recoverResources(framework, offer.agent(), offer.resources(), Optional.empty(), false);
                    seen.release();
                }));
        Cluster.addFramework(actor, "f");
        Cluster.addAgent(actor, "a", "cpus:1");

        Patience.await(seen, 10);

        assertThat(runs()).isGreaterThanOrEqualTo(10);
        assertThat(complaints.refusals).isEmpty();
    }

    @Test
    void a_filter_keeps_an_agent_away_until_it_expires_in_real_time() {
        initialize(SHORT);
        FrameworkId framework = Cluster.addFramework(actor, "f");
        Cluster.addAgent(actor, "a", "cpus:1");
        Offer first = nextOffer();
        Duration refusal = Duration.ofMillis(100);
        long declined = System.nanoTime();
        actor.recoverResources(framework, first.agent(), first.resources(), Optional.of(Filters.ofSeconds(0.1)), false);

        Offer second = nextOffer();

        assertThat(second).isEqualTo(first);
        assertThat(Duration.ofNanos(System.nanoTime() - declined)).isGreaterThanOrEqualTo(refusal);
        assertThat(metrics().get("allocator/mesos/offer_filters/roles/web/active"))
                .isZero();
    }

    @Test
    void a_filter_shorter_than_the_interval_still_covers_the_next_tick() {
        SteppedClock clock = new SteppedClock(Instant.EPOCH);
        try (AllocatorActor stepped = new AllocatorActor(Cluster::hierarchical, clock, Chance.seeded(1), complaints)) {
            stepped.initialize(
                    AllocatorOptions.defaults(),
                    (framework, made) -> offers.addAll(Offer.all(framework, made)),
                    (framework, inverse) -> {});
            FrameworkId framework = Cluster.addFramework(stepped, "f");
            Cluster.addAgent(stepped, "a", "cpus:1");
            Patience.await(stepped.idle());
            Offer first = nextOffer();
            stepped.recoverResources(
                    framework, first.agent(), first.resources(), Optional.of(Filters.ofSeconds(0.1)), false);
            Patience.await(stepped.idle());

            clock.advance(Duration.ofSeconds(1));
            Patience.await(stepped.idle());
            assertThat(offers).isEmpty();

            clock.advance(Duration.ofSeconds(1));
            Patience.await(stepped.idle());
            assertThat(offers).containsExactly(first);
        }
    }

    @Test
    void calls_made_together_are_not_torn_apart_by_a_run() {
        initialize(NO_TICKS);
        Patience.await(actor.idle());

        actor.together(() -> {
            Cluster.addFramework(actor, "f");
            for (int i = 0; i < 1_000; i++) {
                Cluster.addAgent(actor, "a" + i, "cpus:1");
            }
        });
        Patience.await(actor.idle());

        assertThat(offers).hasSize(1_000);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void a_refused_call_is_told_to_the_listener_and_changes_nothing() {
        initialize(NO_TICKS);
        FrameworkId framework = Cluster.addFramework(actor, "f");
        Cluster.addAgent(actor, "a", "cpus:4;mem:100");
        Offer offer = nextOffer();
        SortedMap<String, Double> before = withoutTimings(metrics());

        Cluster.addAgent(actor, "a", "cpus:1");
        Cluster.addFramework(actor, "f");
        actor.removeAgent(new AgentId("b"));
        actor.removeFramework(new FrameworkId("g"));
        actor.recoverResources(
                framework, offer.agent(), Resources.parse("cpus:5").allocate(ROLE), Optional.empty(), false);
        actor.updateWeights(Map.of(ROLE, -1.0));

        assertThat(Patience.failureOf(actor.updateAvailable(new AgentId("b"), List.of())))
                .isInstanceOfSatisfying(
                        AllocatorRefusal.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(AllocatorRefusal.Reason.UNKNOWN_AGENT));
        assertThat(complaints.refusals)
                .containsExactly(
                        "addAgent AGENT_EXISTS",
                        "addFramework FRAMEWORK_EXISTS",
                        "removeAgent UNKNOWN_AGENT",
                        "removeFramework UNKNOWN_FRAMEWORK",
                        "recoverResources NOT_HELD",
                        "updateWeights BAD_WEIGHT");
        assertThat(complaints.failures).isEmpty();
        SortedMap<String, Double> after = withoutTimings(metrics());
        assertThat(after.remove("allocator/tender/refused_calls")).isEqualTo(6);
        before.remove("allocator/tender/refused_calls");
        assertThat(after).isEqualTo(before);
    }

    private static SortedMap<String, Double> withoutTimings(SortedMap<String, Double> metrics) {
        SortedMap<String, Double> left = new TreeMap<>(metrics);
        left.keySet().removeIf(key -> key.contains("_ms"));
        return left;
    }

    @Test
    void a_callback_that_throws_stops_neither_the_loop_nor_the_offers_of_others() {
        initialize(SHORT, (framework, made) -> {
            if (framework.value().equals("bad")) {
                throw new IllegalStateException("the callback failed");
            }
            offers.addAll(Offer.all(framework, made));
        });
        actor.pause();
        Cluster.addFramework(actor, "bad");
        Cluster.addFramework(actor, "good");
        actor.resume();
        for (int i = 0; i < 10; i++) {
            Cluster.addAgent(actor, "a" + i, "cpus:1");
        }

        assertThat(nextOffer().framework()).isEqualTo(new FrameworkId("good"));
        Patience.await(actor.idle());
        double runs = runs();
        FrameworkId late = Cluster.addFramework(actor, "late");
        Cluster.addAgent(actor, "another", "cpus:1");
        while (!nextOffer().framework().equals(late)) {
            // The others had their turn first.
        }

        assertThat(complaints.failures)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessage("the callback failed"));
        assertThat(runs()).isGreaterThan(runs);
    }

    @Test
    void futures_complete_on_a_thread_of_their_own_so_that_nobody_can_hold_the_allocator_up() {
        CountDownLatch busy = occupied();
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<String> slow = actor.metrics().thenApply(metrics -> {
            Patience.await(go);
            return Thread.currentThread().getName();
        });
        busy.countDown();

        assertThat(metrics()).isNotEmpty();
        go.countDown();

        assertThat(Patience.await(slow)).isNotEqualTo("tender-allocator");
        assertThat(Patience.await(actor.inverseOfferStatuses())).isEmpty();
        assertThat(Patience.await(actor.offerConstraintsDebug())).hasSize(1);
    }

    @Test
    void callbacks_come_from_the_allocators_own_thread() {
        CompletableFuture<String> name = new CompletableFuture<>();
        initialize(
                NO_TICKS,
                (framework, made) -> name.complete(Thread.currentThread().getName()));
        Cluster.addFramework(actor, "f");
        Cluster.addAgent(actor, "a", "cpus:1");

        assertThat(Patience.await(name)).isEqualTo("tender-allocator");
    }

    @Test
    void metrics_count_the_calls_that_wait() {
        CountDownLatch go = occupied();
        CompletableFuture<SortedMap<String, Double>> asked = actor.metrics();
        for (int i = 0; i < 7; i++) {
            actor.pause();
        }

        go.countDown();

        assertThat(Patience.await(asked))
                .containsEntry("allocator/event_queue_dispatches", 7.0)
                .containsEntry("allocator/mesos/event_queue_dispatches", 7.0)
                .containsEntry("allocator/mesos/allocation_runs", 2.0)
                .containsEntry("allocator/mesos/resources/cpus/total", 1.0)
                .containsKeys("allocator/mesos/allocation_run_ms", "allocator/mesos/allocation_run_latency_ms");
    }

    @Test
    void metrics_can_be_read_before_initialization_and_are_zero() {
        assertThat(metrics())
                .containsEntry("allocator/mesos/allocation_runs", 0.0)
                .containsEntry("allocator/event_queue_dispatches", 0.0);
        assertThat(Patience.failureOf(actor.inverseOfferStatuses())).isInstanceOf(AllocatorRefusal.class);
    }

    @Test
    void close_fails_the_futures_of_calls_that_still_wait() {
        CountDownLatch go = occupied();
        CompletableFuture<?> waiting = actor.metrics();
        CompletableFuture<?> idle = actor.idle();
        Thread closing = Thread.ofPlatform().start(actor::close);
        Patience.awaitStandstill(closing);

        go.countDown();
        Patience.join(closing);

        assertThat(Patience.failureOf(waiting)).hasMessageContaining("closed before it came to this call");
        assertThat(Patience.failureOf(idle)).hasMessageContaining("closed before it came to this call");
    }

    @Test
    void an_allocator_that_can_be_closed_is_closed_once_and_after_its_last_call() {
        List<String> heard = new CopyOnWriteArrayList<>();
        AllocatorActor closeable = new AllocatorActor(
                host -> closeable(host, heard), InstantSource.system(), Chance.seeded(1), complaints);
        closeable.pause();
        Patience.await(closeable.idle());

        closeable.close();
        closeable.close();

        assertThat(heard).containsExactly("pause", "close");
        assertThat(complaints.failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessageContaining("the connection was gone"));
    }

    /** As a module would be that holds a connection; only two of its methods matter here. */
    private static Allocator closeable(AllocatorHost host, List<String> heard) {
        Allocator whole = Cluster.hierarchical(host);
        return (Allocator) Proxy.newProxyInstance(
                Allocator.class.getClassLoader(),
                new Class<?>[] {Allocator.class, AutoCloseable.class},
                (proxy, method, arguments) -> {
                    heard.add(method.getName());
                    if (method.getName().equals("close")) {
                        throw new IOException("the connection was gone");
                    }
                    return method.getName().equals("pause") ? null : method.invoke(whole, arguments);
                });
    }

    @Test
    void calls_after_close_are_refused() {
        initialize(NO_TICKS);
        actor.close();

        assertThatThrownBy(actor::pause)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(Patience.failureOf(actor.metrics())).hasMessageContaining("closed");
        assertThat(Patience.failureOf(actor.idle())).hasMessageContaining("closed");
    }

    @Test
    void a_caller_too_fast_for_the_allocator_waits_at_the_door() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (AllocatorActor narrow = new AllocatorActor(
                Cluster::hierarchical, ActorClock.of(InstantSource.system()), Chance.seeded(1), complaints, 5)) {
            narrow.initialize(
                    AllocatorOptions.defaults().withAllocationInterval(NO_TICKS),
                    (framework, made) -> {
                        begun.countDown();
                        Patience.await(go);
                    },
                    (framework, inverse) -> {});
            Cluster.addFramework(narrow, "f");
            Cluster.addAgent(narrow, "a", "cpus:1");
            Patience.await(begun);
            List<Integer> done = new CopyOnWriteArrayList<>();
            Thread caller = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 100; i++) {
                    narrow.pause();
                    done.add(i);
                }
            });

            Patience.awaitStandstill(caller);
            assertThat(done).hasSize(5);
            go.countDown();
            Patience.join(caller);
            assertThat(done).hasSize(100);
        }
    }

    @Test
    void callers_may_change_their_collections_after_the_call() {
        CountDownLatch go = occupied();
        Map<FrameworkId, Resources> used = new HashMap<>();
        used.put(new FrameworkId("f"), Resources.parse("cpus:1").allocate(ROLE));
        Set<String> whitelist = new HashSet<>(Set.of("a.example"));
        Map<Role, Double> weights = new HashMap<>(Map.of(ROLE, 2.0));

        actor.addAgent(Cluster.agent("a"), Set.of(), Optional.empty(), Resources.parse("cpus:4"), used);
        actor.updateWhitelist(Optional.of(whitelist));
        actor.updateWeights(weights);
        used.clear();
        whitelist.clear();
        weights.put(ROLE, -1.0);
        go.countDown();
        Patience.await(actor.idle());

        assertThat(complaints.refusals).isEmpty();
        assertThat(metrics().get("allocator/mesos/roles/web/shares/dominant")).isEqualTo(2.0 / 5 / 2);
    }

    @Test
    void an_allocator_that_answers_badly_fails_the_future_and_nothing_else() {
        Allocator broken = answering(method -> switch (method) {
            case "metrics" -> CompletableFuture.completedFuture(Collections.emptySortedMap());
            case "offerConstraintsDebug" -> throw new AssertionError("a bug");
            default -> null;
        });
        try (AllocatorActor module =
                new AllocatorActor(host -> broken, InstantSource.system(), Chance.seeded(1), complaints)) {
            assertThat(Patience.failureOf(module.inverseOfferStatuses())).hasMessageContaining("null instead of");
            assertThat(Patience.failureOf(module.offerConstraintsDebug())).hasMessage("a bug");
            assertThat(Patience.await(module.metrics())).containsKey("allocator/event_queue_dispatches");
        }
    }

    private interface Answer {
        Object to(String method);
    }

    private static Allocator answering(Answer answer) {
        return (Allocator) Proxy.newProxyInstance(
                AllocatorActorTest.class.getClassLoader(),
                new Class<?>[] {Allocator.class},
                (proxy, method, arguments) -> answer.to(method.getName()));
    }
}
