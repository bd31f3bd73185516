package io.tender.cli.demo.simulated;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.runtime.AllocatorActor;
import io.tender.runtime.AllocatorListener;
import io.tender.runtime.SteppedClock;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The demo's way to the allocator on its own thread: what happened in a step is told all at once, and then waited for, so
 * that the two threads meet in the same order every time.
 */
final class LevelOne implements AutoCloseable {

    private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(30);

    private final SteppedClock clock = new SteppedClock(Instant.EPOCH);
    private final AllocatorActor allocator;
    private final List<Consumer<Allocator>> calls = new ArrayList<>();

    // Filled on the allocator's thread.
    private final Queue<Offer> offers = new ConcurrentLinkedQueue<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    private SortedMap<String, Double> metrics = new TreeMap<>();

    /** What a framework was offered on one agent. */
    record Offer(FrameworkId framework, AgentId agent, Resources resources) {}

    LevelOne(Function<AllocatorHost, Allocator> maker, Chance chance, AllocatorOptions options) {
        allocator = new AllocatorActor(maker, clock, chance, new Complaints());
        allocator.initialize(options, this::receive, (framework, asked) -> {});
    }

    @Override
    public void close() {
        allocator.close();
    }

    private void receive(FrameworkId framework, Map<Role, Map<AgentId, Resources>> made) {
        made.values()
                .forEach(byAgent -> byAgent.forEach(
                        (agent, resources) -> offers.add(new Offer(framework, agent, resources.unallocate()))));
    }

    /** Notes a call for the next {@link #settle}. */
    void tell(Consumer<Allocator> call) {
        calls.add(call);
    }

    /** Lets time pass, makes the calls noted, and waits until the allocator has nothing left to do. */
    void settle(Duration step) {
        List<Consumer<Allocator>> batch = List.copyOf(calls);
        calls.clear();
        allocator.together(() -> {
            clock.advance(step);
            batch.forEach(call -> call.accept(allocator));
        });
        await(allocator.idle());
        metrics = await(allocator.metrics());
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(LONGEST_STANDSTILL.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw new IllegalStateException("the allocator did not answer within " + LONGEST_STANDSTILL, late);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the allocator failed: " + failed.getCause(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the allocator was at work", interrupted);
        }
    }

    /** The offers of the last step, in the order in which they were made; each is given out once. */
    List<Offer> takeOffers() {
        return takeAll(offers);
    }

    /** What went wrong in the last step; each is told once. */
    List<String> takeComplaints() {
        return takeAll(complaints);
    }

    private static <T> List<T> takeAll(Queue<T> queue) {
        List<T> all = new ArrayList<>();
        for (T each = queue.poll(); each != null; each = queue.poll()) {
            all.add(each);
        }
        return all;
    }

    long runs() {
        return (long) metric("allocation_runs");
    }

    double lastRunMillis() {
        return metric("allocation_run_ms");
    }

    /** The median of the last runs where the allocator publishes it, else the last one. */
    double typicalRunMillis() {
        return metrics.getOrDefault("allocator/mesos/allocation_run_ms/p50", lastRunMillis());
    }

    /** The thousandths of cpus that are offered or used, by the allocator's own account, if it publishes one. */
    OptionalLong heldMilliCpus() {
        Double cpus = metrics.get("allocator/mesos/resources/cpus/offered_or_allocated");
        return cpus == null ? OptionalLong.empty() : OptionalLong.of(Math.round(1000 * cpus));
    }

    private double metric(String name) {
        return metrics.getOrDefault("allocator/mesos/" + name, 0.0);
    }

    /** Nothing the demo does breaks the contract, so a refusal is as bad as a failure. */
    private final class Complaints implements AllocatorListener {
        @Override
        public void refused(String call, AllocatorRefusal refusal) {
            complaints.add(call + " was refused: " + refusal.reason() + ", " + refusal.getMessage());
        }

        @Override
        public void failed(Throwable failure) {
            complaints.add("the allocator failed: " + failure);
        }
    }
}
