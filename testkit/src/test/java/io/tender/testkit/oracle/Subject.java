package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.UnavailableResources;
import io.tender.spi.Allocator;
import io.tender.spi.AllocatorHost;
import io.tender.spi.AllocatorRefusal;
import io.tender.spi.Chance;
import io.tender.testkit.ManualHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** An allocator in a virtual host of its own, and everything it says. */
final class Subject implements AllocatorHost {
    private final ManualHost host;
    private final Allocator allocator;
    private List<Said> turn = new ArrayList<>();
    private List<Event> events = new ArrayList<>();

    /** Makes the allocator that is to be driven. */
    interface Maker {
        Allocator make(AllocatorHost host, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter);
    }

    /** One callback. */
    sealed interface Said {
        FrameworkId framework();

        record Offers(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offers) implements Said {}

        record InverseOffers(FrameworkId framework, Map<AgentId, UnavailableResources> inverseOffers) implements Said {}
    }

    /** Something that happened while a step was played, in order. */
    sealed interface Event {
        Instant at();
    }

    /** All callbacks of one turn, which are those of one run. */
    record Run(Instant at, List<Said> said) implements Event {}

    /** The end of a step, or of a call that waited in the queue. */
    record Played(Instant at, Step step, Outcome outcome) implements Event {}

    /** How a step ended. */
    sealed interface Outcome {
        record Done() implements Outcome {}

        record Refused(AllocatorRefusal.Reason reason) implements Outcome {}

        record Answered(Object answer) implements Outcome {}

        record Threw(String what) implements Outcome {}
    }

    Subject(Maker maker, long seed, ReferenceSorter.Kind roleSorter, ReferenceSorter.Kind frameworkSorter) {
        this.host = new ManualHost(seed);
        this.allocator = maker.make(this, roleSorter, frameworkSorter);
    }

    /** Plays a step, and tells all that happened meanwhile; the last event is the end of the step itself. */
    List<Event> play(Step step) {
        record(step);
        List<Event> happened = events;
        events = new ArrayList<>();
        return happened;
    }

    private void record(Step step) {
        Outcome outcome = outcome(step);
        endTurn();
        events.add(new Played(host.now(), step, outcome));
    }

    @SuppressWarnings("CatchingUnchecked") // whatever an allocator throws is a finding to be reported
    private Outcome outcome(Step step) {
        try {
            return switch (step) {
                case Step.Settle settle -> {
                    host.settle();
                    yield new Outcome.Done();
                }
                case Step.Advance advance -> {
                    host.advance(advance.by());
                    yield new Outcome.Done();
                }
                case Step.Later later -> {
                    if (later.delay().isZero()) {
                        host.enqueue(() -> record(later.call()));
                    } else {
                        host.after(later.delay(), () -> record(later.call()));
                    }
                    yield new Outcome.Done();
                }
                case Step.Initialize initialize -> {
                    allocator.initialize(initialize.options(), this::offered, this::inverseOffered);
                    yield new Outcome.Done();
                }
                case Step.Call call -> {
                    call.on(allocator);
                    yield new Outcome.Done();
                }
                case Step.Question question -> answer(question.on(allocator));
            };
        } catch (AllocatorRefusal refusal) {
            return new Outcome.Refused(refusal.reason());
        } catch (RuntimeException thrown) {
            return threw(thrown);
        }
    }

    private static Outcome answer(CompletableFuture<?> future) {
        if (!future.isDone()) {
            return new Outcome.Threw("a future that is not complete when the call returns");
        }
        try {
            Object answer = future.join();
            return answer == null ? new Outcome.Done() : new Outcome.Answered(comparable(answer));
        } catch (CompletionException failed) {
            return failed.getCause() instanceof AllocatorRefusal refusal
                    ? new Outcome.Refused(refusal.reason())
                    : threw(failed);
        }
    }

    private static Outcome threw(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
            text.append("\n  because of ").append(cause);
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("io.tender")) {
                text.append("\n    at ").append(frame);
            }
        }
        return new Outcome.Threw(text.toString());
    }

    /** Metrics without what depends on real time or on the host's queue. */
    private static Object comparable(Object answer) {
        if (!(answer instanceof SortedMap<?, ?> map) || map.isEmpty() || !(map.firstKey() instanceof String)) {
            return answer;
        }
        SortedMap<String, Object> kept = new TreeMap<>();
        map.forEach((key, value) -> {
            String name = key.toString();
            if (!name.contains("/allocation_run_ms")
                    && !name.contains("/allocation_run_latency_ms")
                    && !name.endsWith("/event_queue_dispatches")) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    private void offered(FrameworkId framework, Map<Role, Map<AgentId, Resources>> offers) {
        turn.add(new Said.Offers(framework, offers));
    }

    private void inverseOffered(FrameworkId framework, Map<AgentId, UnavailableResources> inverseOffers) {
        turn.add(new Said.InverseOffers(framework, inverseOffers));
    }

    private void endTurn() {
        if (!turn.isEmpty()) {
            events.add(new Run(host.now(), turn));
            turn = new ArrayList<>();
        }
    }

    // --- the host, which tells turns apart ---------------------------------------------------------------------------

    @Override
    public Instant now() {
        return host.now();
    }

    @Override
    public void enqueue(Runnable task) {
        host.enqueue(() -> inTurn(task));
    }

    @Override
    public void after(Duration delay, Runnable task) {
        host.after(delay, () -> inTurn(task));
    }

    private void inTurn(Runnable task) {
        task.run();
        endTurn();
    }

    @Override
    public Chance chance() {
        return host.chance();
    }

    @Override
    public long stopwatch() {
        return host.stopwatch();
    }
}
