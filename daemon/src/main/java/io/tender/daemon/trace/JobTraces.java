package io.tender.daemon.trace;

import io.tender.core.batch.SessionResult;
import io.tender.core.batch.framework.RunChange;
import io.tender.core.batch.life.LifePhase;
import io.tender.core.services.TaskView;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.Target;
import io.tender.extender.client.TraceParent;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Follows jobs from their submission to their running: a span for the job, and within it one for each session that had to do
 * with it, for each call of an extender about it, and for each launch until its task runs. Services likewise, without sessions.
 *
 * <p>Told of everything by those who do it, on their own threads; it only looks on, and never waits. What it follows at the
 * same time is bounded, and so is what it shows of one job.
 */
public final class JobTraces implements CallTracer, AutoCloseable {
    /** Nobody is followed. */
    public static final JobTraces NONE = new JobTraces(Spans.NONE, InstantSource.system());

    static final String JOB = "tender.job";

    /** Jobs submitted while so many are on their way to run are not followed. */
    private static final int MOST_JOBS = 10_000;

    private final Spans spans;
    private final InstantSource clock;
    private final Map<String, Followed> jobs = new ConcurrentHashMap<>();
    private final ServiceTraces services;
    private final AtomicReference<Optional<SessionTrace>> session = new AtomicReference<>(Optional.empty());

    public JobTraces(Spans spans, InstantSource clock) {
        this.spans = spans;
        this.clock = clock;
        this.services = new ServiceTraces(spans, clock);
    }

    public boolean isOn() {
        return spans.isOn();
    }

    /**
     * Does what somebody asked for as a step of a trace.
     *
     * @param cause the step of the caller's that it is part of, if the caller has one
     * @param work given the step it is
     */
    public <T> T request(String name, Optional<TraceParent> cause, Function<Optional<TraceParent>, T> work) {
        if (!isOn()) {
            return work.apply(Optional.empty());
        }
        Span span = spans.begin(name, Spans.Kind.SERVER, clock.instant(), cause, Optional.empty());
        try {
            return work.apply(Optional.of(span.context()));
        } catch (RuntimeException failed) {
            span.failed(failed.getClass().getSimpleName());
            throw failed;
        } finally {
            span.end(clock.instant());
        }
    }

    /**
     * A job was submitted.
     *
     * @param cause the step it was submitted in
     * @return its own step, to be kept with the job until it runs; empty if it is not followed
     */
    public Optional<TraceParent> submitted(JobId job, Optional<TraceParent> cause) {
        return follow(job, cause, Optional.empty());
    }

    /** A job was found again after a restart: its trace cannot be continued, so another one refers to it. */
    public Optional<TraceParent> recovered(JobId job, TraceParent before) {
        return follow(job, Optional.empty(), Optional.of(before));
    }

    private Optional<TraceParent> follow(JobId job, Optional<TraceParent> cause, Optional<TraceParent> link) {
        if (!isOn() || jobs.size() >= MOST_JOBS) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        Span span = spans.begin("job", Spans.Kind.INTERNAL, now, cause, link).with(JOB, job.toString());
        jobs.put(job.toString(), new Followed(JOB, job.toString(), span, now));
        return Optional.of(span.context());
    }

    /**
     * A job is in a phase.
     *
     * @return whether it was followed so far and has come to run, or will not
     */
    public boolean phase(JobId job, LifePhase phase) {
        Followed followed = jobs.get(job.toString());
        boolean arrived = phase == LifePhase.RUNNING || phase.isFinal();
        if (followed == null || !arrived) {
            return false;
        }
        boolean news = followed.arrived(phase.word(), phase == LifePhase.RUNNING, clock.instant());
        forgetIfOver(followed);
        return news;
    }

    /** A job is gone, wherever it was. */
    public void gone(JobId job) {
        Followed followed = jobs.remove(job.toString());
        if (followed != null) {
            followed.gone(clock.instant());
        }
    }

    /** A run was launched, runs or has ended. */
    public void runChanged(RunChange change) {
        Followed followed = jobs.get(change.job().toString());
        if (followed != null) {
            if (change.state() == TaskState.ASSIGNED) {
                followed.launched(
                        new Followed.Launch(
                                change.launched(),
                                change.task().toString(),
                                change.agent().toString()),
                        spans,
                        clock.instant());
            } else {
                followed.runChanged(change.launched(), change.state(), clock.instant());
            }
            forgetIfOver(followed);
        }
    }

    /**
     * A service was submitted; it is followed until all its instances run.
     *
     * @param cause the step it was submitted in
     */
    public void submitted(JobKey service, int instances, Optional<TraceParent> cause) {
        services.submitted(service, instances, cause);
    }

    /** A service is to have so many instances. */
    public void resized(JobKey service, int instances) {
        services.resized(service, instances);
    }

    /** An instance of a service was launched, runs or has ended. */
    public void instanceChanged(TaskView task) {
        services.changed(task);
    }

    /** A service was deleted. */
    public void gone(JobKey service) {
        services.gone(service);
    }

    private void forgetIfOver(Followed followed) {
        if (followed.isOver()) {
            jobs.remove(followed.name(), followed);
        }
    }

    /** A session begins; until it has ended, calls belong to it. */
    public void sessionBegins(String id) {
        if (isOn()) {
            session.set(Optional.of(new SessionTrace(id, spans, clock, jobs)));
        }
    }

    /** The session has ended. */
    public void sessionEnded(SessionResult result) {
        session.getAndSet(Optional.empty()).ifPresent(ending -> ending.ended(result));
    }

    @Override
    public Optional<Step> begin(Target target, Optional<String> subject) {
        if (!isOn()) {
            return Optional.empty();
        }
        Optional<Step> ofService = subject.flatMap(name -> services.call(target, name));
        return ofService.isPresent() ? ofService : session.get().flatMap(current -> current.call(target, subject));
    }

    /** The daemon stops: what is shown of jobs ends here, and begins again with the next one. */
    @Override
    public void close() {
        jobs.values().forEach(followed -> followed.stopped(clock.instant()));
        jobs.clear();
        services.close();
    }
}
