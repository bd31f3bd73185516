package io.tender.runtime;

import static io.tender.runtime.Cluster.ROLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.runtime.Cluster.Complaints;
import io.tender.runtime.Cluster.Offer;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ManyCallersTest {

    private static final int OPERATORS = 4;
    private static final int AGENTS_EACH = 100;
    private static final int FRAMEWORKS = 4;
    private static final int ANSWERS_EACH = 2_000;

    private final Complaints complaints = new Complaints();
    private final Map<FrameworkId, LinkedBlockingQueue<Offer>> inboxes = new ConcurrentHashMap<>();

    /** What the frameworks together have accepted and not yet given back, in cpus. */
    private final AtomicLong running = new AtomicLong();

    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void however_many_threads_call_nothing_is_lost_and_nothing_promised_twice() throws InterruptedException {
        try (AllocatorActor actor =
                new AllocatorActor(Cluster::hierarchical, InstantSource.system(), Chance.seeded(7), complaints)) {
            actor.initialize(
                    AllocatorOptions.defaults()
                            .withAllocationInterval(Duration.ofMillis(5))
                            .withExtensions(AllocatorOptions.Extensions.none().withAllocateWhenFreed(true)),
                    (framework, made) -> inboxes.get(framework).addAll(Offer.all(framework, made)),
                    (framework, inverse) -> {});
            List<Thread> threads = new ArrayList<>();
            CountDownLatch enough = new CountDownLatch(FRAMEWORKS);
            for (int i = 0; i < FRAMEWORKS; i++) {
                FrameworkId id = new FrameworkId("f" + i);
                inboxes.put(id, new LinkedBlockingQueue<>());
                threads.add(Thread.ofPlatform().start(() -> answer(actor, id, enough)));
                Cluster.addFramework(actor, id.value());
            }
            for (int i = 0; i < OPERATORS; i++) {
                int operator = i;
                threads.add(Thread.ofPlatform().start(() -> operate(actor, operator)));
            }
            Patience.await(enough);
            over.set(true);
            threads.forEach(Patience::join);
            actor.pause();
            Patience.await(actor.idle());

            for (LinkedBlockingQueue<Offer> inbox : inboxes.values()) {
                for (Offer offer : inbox) {
                    actor.recoverResources(
                            offer.framework(), offer.agent(), offer.resources(), Optional.empty(), false);
                }
            }
            SortedMap<String, Double> metrics = Patience.await(actor.metrics());
            assertThat(metrics.get("allocator/mesos/resources/cpus/total")).isEqualTo(OPERATORS * AGENTS_EACH * 4.0);
            assertThat(metrics.get("allocator/mesos/resources/cpus/offered_or_allocated"))
                    .isEqualTo(running.doubleValue());
            assertThat(complaints.refusals).isEmpty();
            assertThat(complaints.failures).isEmpty();

            inboxes.keySet().forEach(actor::removeFramework);
            assertThat(Patience.await(actor.metrics()).get("allocator/mesos/resources/cpus/offered_or_allocated"))
                    .isZero();
        }
    }

    /** Adds agents, and stirs while it does. */
    private static void operate(AllocatorActor actor, int operator) {
        for (int i = 0; i < AGENTS_EACH; i++) {
            String id = "a-" + operator + "-" + i;
            Cluster.addAgent(actor, id, "cpus:4;mem:1024;ports:[1-100]");
            actor.deactivateAgent(new AgentId(id));
            actor.updateWeights(Map.of(ROLE, 1.0 + operator));
            actor.activateAgent(new AgentId(id));
            actor.reviveOffers(new FrameworkId("f" + i % FRAMEWORKS), Set.of());
        }
    }

    /** Declines, or runs a task on part of the offer and lets the task before it end. */
    private void answer(AllocatorActor actor, FrameworkId framework, CountDownLatch enough) {
        Optional<Offer> task = Optional.empty();
        int answers = 0;
        while (!over.get()) {
            Offer offer = poll(framework);
            if (offer == null) {
                continue;
            }
            Resources one = Resources.parse("cpus:1;mem:256").allocate(ROLE);
            if (answers % 3 == 0 || !offer.resources().contains(one)) {
                actor.recoverResources(
                        framework,
                        offer.agent(),
                        offer.resources(),
                        Optional.of(Filters.ofSeconds(answers % 2)),
                        false);
            } else {
                running.incrementAndGet();
                actor.transitionOfferedToAllocated(offer.agent(), one);
                actor.recoverResources(
                        framework, offer.agent(), offer.resources().minus(one), Optional.empty(), false);
                task.ifPresent(ended -> {
                    actor.recoverResources(framework, ended.agent(), ended.resources(), Optional.empty(), true);
                    running.decrementAndGet();
                });
                task = Optional.of(new Offer(framework, offer.agent(), one));
            }
            if (++answers == ANSWERS_EACH) {
                enough.countDown();
            }
        }
    }

    private Offer poll(FrameworkId framework) {
        try {
            return inboxes.get(framework).poll(1, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
