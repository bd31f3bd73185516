package io.tender.runtime;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.ResourceConversion;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorOptions;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import io.tender.spi.InverseOfferCallback;
import io.tender.spi.OfferCallback;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An allocator with a thread and a timer of its own: calls from anywhere are queued and return at once.
 *
 * <p>What a call brings is copied before it is queued, so the caller may go on changing its collections. Once far too
 * many calls are waiting, a caller waits at the door instead of filling the memory.
 *
 * <p>Callbacks come from the allocator's thread and must not wait. A call that breaks the contract is told to the
 * listener, since its caller has long gone on; futures fail and succeed on a thread of their own, so that nobody's
 * continuation can hold the allocator up.
 */
public final class AllocatorActor implements Allocator, AutoCloseable {

    private final Mailbox mailbox;
    private final Allocator allocator;
    private final AllocatorListener listener;
    private final LongAdder refused = new LongAdder();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Makes an allocator on a new thread. The factory is called at once, on the caller's thread. */
    public AllocatorActor(
            Function<AllocatorHost, Allocator> factory,
            InstantSource clock,
            Chance chance,
            AllocatorListener listener) {
        this(factory, ActorClock.of(clock), chance, listener);
    }

    /** Makes an allocator on a new thread, whose time is the clock's. */
    public AllocatorActor(
            Function<AllocatorHost, Allocator> factory, ActorClock clock, Chance chance, AllocatorListener listener) {
        this(factory, clock, chance, listener, Mailbox.MOST_WAITING);
    }

    AllocatorActor(
            Function<AllocatorHost, Allocator> factory,
            ActorClock clock,
            Chance chance,
            AllocatorListener listener,
            int mostWaiting) {
        this.listener = listener;
        mailbox = new Mailbox("tender-allocator", clock, chance, listener::failed, mostWaiting);
        allocator = factory.apply(mailbox);
        mailbox.start();
    }

    private void post(String call, Runnable turn) {
        mailbox.post(() -> {
            try {
                turn.run();
            } catch (AllocatorRefusal refusal) {
                refused.increment();
                listener.refused(call, refusal);
            }
        });
    }

    /** Sorted, so that no decision depends on how a caller's collection happens to iterate. */
    private static <K extends Comparable<K>, V> SortedMap<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }

    private static <T extends Comparable<? super T>> SortedSet<T> copy(Set<T> set) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(set));
    }

    private <T> CompletableFuture<T> ask(Supplier<CompletableFuture<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            mailbox.post(() -> pass(answered(question), answer), () -> drop(answer));
        } catch (IllegalStateException closed) {
            return CompletableFuture.failedFuture(closed);
        }
        return answer;
    }

    /** Whatever goes wrong is the answer: somebody waits for it. */
    private static <T> CompletableFuture<T> answered(Supplier<CompletableFuture<T>> question) {
        try {
            return Objects.requireNonNull(question.get(), "the allocator returned null instead of a future");
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whatever happens, the answer is told
    private static <T> void pass(CompletableFuture<T> inner, CompletableFuture<T> answer) {
        inner.whenComplete((value, failure) -> Thread.startVirtualThread(() -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(reasonOf(failure));
            }
        }));
    }

    /** Without the wrapping that a future adds for its dependents. */
    private static Throwable reasonOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private static <T> void drop(CompletableFuture<T> answer) {
        IllegalStateException closed =
                new IllegalStateException("the allocator was closed before it came to this call: create a new one");
        Thread.startVirtualThread(() -> answer.completeExceptionally(closed));
    }

    private SortedMap<String, Double> withOwn(SortedMap<String, Double> allocators) {
        SortedMap<String, Double> metrics = new TreeMap<>(allocators);
        double waiting = mailbox.waiting();
        metrics.put("allocator/event_queue_dispatches", waiting);
        metrics.put("allocator/mesos/event_queue_dispatches", waiting);
        metrics.put("allocator/tender/refused_calls", refused.doubleValue());
        return metrics;
    }

    /**
     * Queues all calls made by the given code behind each other: no run or timer comes between them, and no other call
     * unless another thread makes one meanwhile. The code is run on the allocator's thread and must not wait. For simulations, which want the same order every time.
     */
    public void together(Runnable calls) {
        mailbox.post(calls);
    }

    /**
     * Completes once nothing is left to do: no call waits, and no timer is due. For tests and simulations, which have to
     * know that all they caused has happened; under a steady stream of calls it may take long.
     */
    public CompletableFuture<Void> idle() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        try {
            mailbox.whenIdle(() -> pass(CompletableFuture.completedFuture(null), answer), () -> drop(answer));
        } catch (IllegalStateException closed) {
            return CompletableFuture.failedFuture(closed);
        }
        return answer;
    }

    /**
     * Stops the allocator after the call it is in. Calls that still wait are dropped and their futures fail; later calls
     * are refused with an {@link IllegalStateException}, in the future where there is one. An allocator that can be
     * closed is closed then, once.
     */
    @Override
    public void close() {
        mailbox.close();
        if (allocator instanceof AutoCloseable closeable && closed.compareAndSet(false, true)) {
            try {
                closeable.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (Exception failure) {
                listener.failed(failure);
            }
        }
    }

    @Override
    public void initialize(AllocatorOptions options, OfferCallback offers, InverseOfferCallback inverseOffers) {
        post("initialize", () -> allocator.initialize(options, offers, inverseOffers));
    }

    @Override
    public void recover(int expectedAgentCount, Map<Role, Quota> quotas) {
        SortedMap<Role, Quota> own = copy(quotas);
        post("recover", () -> allocator.recover(expectedAgentCount, own));
    }

    @Override
    public void addFramework(
            FrameworkInfo framework, Map<AgentId, Resources> used, boolean active, FrameworkOptions options) {
        SortedMap<AgentId, Resources> own = copy(used);
        post("addFramework", () -> allocator.addFramework(framework, own, active, options));
    }

    @Override
    public void removeFramework(FrameworkId framework) {
        post("removeFramework", () -> allocator.removeFramework(framework));
    }

    @Override
    public void activateFramework(FrameworkId framework) {
        post("activateFramework", () -> allocator.activateFramework(framework));
    }

    @Override
    public void deactivateFramework(FrameworkId framework) {
        post("deactivateFramework", () -> allocator.deactivateFramework(framework));
    }

    @Override
    public void updateFramework(FrameworkInfo framework, FrameworkOptions options) {
        post("updateFramework", () -> allocator.updateFramework(framework, options));
    }

    @Override
    public void addAgent(
            AgentInfo agent,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used) {
        SortedSet<AgentCapability> can = copy(capabilities);
        SortedMap<FrameworkId, Resources> own = copy(used);
        post("addAgent", () -> allocator.addAgent(agent, can, unavailability, total, own));
    }

    @Override
    public void removeAgent(AgentId agent) {
        post("removeAgent", () -> allocator.removeAgent(agent));
    }

    @Override
    public void updateAgent(AgentInfo agent, Optional<Resources> total, Optional<Set<AgentCapability>> capabilities) {
        Optional<Set<AgentCapability>> can = capabilities.map(AllocatorActor::copy);
        post("updateAgent", () -> allocator.updateAgent(agent, total, can));
    }

    @Override
    public void addResourceProvider(AgentId agent, Resources total, Map<FrameworkId, Resources> used) {
        SortedMap<FrameworkId, Resources> own = copy(used);
        post("addResourceProvider", () -> allocator.addResourceProvider(agent, total, own));
    }

    @Override
    public void activateAgent(AgentId agent) {
        post("activateAgent", () -> allocator.activateAgent(agent));
    }

    @Override
    public void deactivateAgent(AgentId agent) {
        post("deactivateAgent", () -> allocator.deactivateAgent(agent));
    }

    @Override
    public void updateWhitelist(Optional<Set<String>> hostnames) {
        Optional<Set<String>> own = hostnames.map(AllocatorActor::copy);
        post("updateWhitelist", () -> allocator.updateWhitelist(own));
    }

    @Override
    public void requestResources(FrameworkId framework, List<ResourceRequest> requests) {
        List<ResourceRequest> own = List.copyOf(requests);
        post("requestResources", () -> allocator.requestResources(framework, own));
    }

    @Override
    public void updateAllocation(
            FrameworkId framework, AgentId agent, Resources offered, List<ResourceConversion> conversions) {
        List<ResourceConversion> own = List.copyOf(conversions);
        post("updateAllocation", () -> allocator.updateAllocation(framework, agent, offered, own));
    }

    @Override
    public CompletableFuture<Void> updateAvailable(AgentId agent, List<Operation> operations) {
        List<Operation> own = List.copyOf(operations);
        return ask(() -> allocator.updateAvailable(agent, own));
    }

    @Override
    public void updateUnavailability(AgentId agent, Optional<Unavailability> unavailability) {
        post("updateUnavailability", () -> allocator.updateUnavailability(agent, unavailability));
    }

    @Override
    public void updateInverseOffer(
            AgentId agent,
            FrameworkId framework,
            Optional<UnavailableResources> unavailable,
            Optional<InverseOfferStatus> status,
            Optional<Filters> filters) {
        post("updateInverseOffer", () -> allocator.updateInverseOffer(agent, framework, unavailable, status, filters));
    }

    @Override
    public CompletableFuture<SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>>> inverseOfferStatuses() {
        return ask(() -> allocator.inverseOfferStatuses());
    }

    @Override
    public void transitionOfferedToAllocated(AgentId agent, Resources resources) {
        post("transitionOfferedToAllocated", () -> allocator.transitionOfferedToAllocated(agent, resources));
    }

    @Override
    public void recoverResources(
            FrameworkId framework, AgentId agent, Resources resources, Optional<Filters> filters, boolean used) {
        post("recoverResources", () -> allocator.recoverResources(framework, agent, resources, filters, used));
    }

    @Override
    public void suppressOffers(FrameworkId framework, Set<Role> roles) {
        SortedSet<Role> own = copy(roles);
        post("suppressOffers", () -> allocator.suppressOffers(framework, own));
    }

    @Override
    public void reviveOffers(FrameworkId framework, Set<Role> roles) {
        SortedSet<Role> own = copy(roles);
        post("reviveOffers", () -> allocator.reviveOffers(framework, own));
    }

    @Override
    public void updateQuota(Role role, Quota quota) {
        post("updateQuota", () -> allocator.updateQuota(role, quota));
    }

    @Override
    public void updateWeights(Map<Role, Double> weights) {
        SortedMap<Role, Double> own = copy(weights);
        post("updateWeights", () -> allocator.updateWeights(own));
    }

    @Override
    public void pause() {
        post("pause", () -> allocator.pause());
    }

    @Override
    public void resume() {
        post("resume", () -> allocator.resume());
    }

    @Override
    public CompletableFuture<SortedMap<String, Double>> metrics() {
        return ask(() -> allocator.metrics().thenApply(this::withOwn));
    }

    @Override
    public CompletableFuture<SortedMap<FrameworkId, ConstraintsView>> offerConstraintsDebug() {
        return ask(() -> allocator.offerConstraintsDebug());
    }
}
