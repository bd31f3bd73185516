package io.tender.daemon.trace;

import io.tender.core.batch.SessionResult;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.Target;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session as the traces of the jobs show it that it had to do with: each has a span for it of its own, since each has a
 * trace of its own, and the calls about a job are part of the job's. What is about no job in particular is shown in the trace
 * of the job that was first asked about, or of the first by name.
 *
 * <p>Whether it is shown is decided at its end, when it is known whether anything came of it.
 */
final class SessionTrace {
    /** Jobs that wait while nothing comes of it for any of them: a few of them tell it. */
    private static final int MOST_VAIN_JOBS = 100;

    private static final int MOST_CALLS = 1_000;

    private final String id;
    private final Spans spans;
    private final InstantSource clock;
    private final Map<String, Followed> jobs;
    private final Instant began;
    private final Map<String, Part> parts = new HashMap<>();
    private int calls;

    /** What it is in the trace of one job. */
    private record Part(Followed job, Span span, List<Ended> calls) {}

    /** A call that has ended, and is seen if the session is. */
    private record Ended(Span span, Instant at) {}

    SessionTrace(String id, Spans spans, InstantSource clock, Map<String, Followed> jobs) {
        this.id = id;
        this.spans = spans;
        this.clock = clock;
        this.jobs = jobs;
        this.began = clock.instant();
    }

    /** Begins a call, unless it is about somebody who is not followed. */
    synchronized Optional<CallTracer.Step> call(Target target, Optional<String> subject) {
        Optional<Followed> job =
                subject.isPresent() ? subject.flatMap(name -> Optional.ofNullable(jobs.get(name))) : anybody();
        if (job.isEmpty() || !job.get().isWaiting() || calls >= MOST_CALLS) {
            return Optional.empty();
        }
        calls++;
        Part part = part(job.get());
        TracedCall call =
                TracedCall.begin(target, part.span().context(), spans, clock.instant(), span -> ended(part, span));
        subject.ifPresent(name -> call.span().with(JobTraces.JOB, name));
        return Optional.of(call);
    }

    private synchronized void ended(Part part, Span call) {
        part.calls().add(new Ended(call, clock.instant()));
    }

    private Optional<Followed> anybody() {
        Optional<Followed> asked = parts.values().stream().map(Part::job).min(Comparator.comparing(Followed::name));
        return asked.isPresent()
                ? asked
                : jobs.values().stream().filter(Followed::isWaiting).min(Comparator.comparing(Followed::name));
    }

    private Part part(Followed job) {
        return parts.computeIfAbsent(
                job.name(),
                name -> new Part(
                        job,
                        spans.begin("session", Spans.Kind.INTERNAL, began, Optional.of(job.context()), Optional.empty())
                                .with(JobTraces.JOB, name)
                                .with("tender.session", id),
                        new ArrayList<>()));
    }

    synchronized void ended(SessionResult result) {
        Instant now = clock.instant();
        Map<String, Integer> binds = new HashMap<>();
        result.binds().forEach(bind -> binds.merge(bind.job().toString(), 1, Integer::sum));
        binds.keySet().stream()
                .map(name -> Optional.ofNullable(jobs.get(name)))
                .flatMap(Optional::stream)
                .filter(Followed::isWaiting)
                .forEach(this::part);
        jobs.values().stream()
                .filter(job -> job.waitedIn(began))
                .limit(MOST_VAIN_JOBS)
                .forEach(this::part);
        for (Part part : parts.values()) {
            int placed = binds.getOrDefault(part.job().name(), 0);
            if (part.job().session(placed > 0)) {
                part.calls().forEach(call -> call.span().end(call.at()));
                part.span().with("tender.binds", placed).end(now);
            }
        }
    }
}
