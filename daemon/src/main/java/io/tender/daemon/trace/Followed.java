package io.tender.daemon.trace;

import io.tender.extender.client.TraceParent;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A job or service on its way to run, as its trace shows it. */
final class Followed {
    /** A gang of thousands is shown by a part of it. */
    private static final int MOST_LAUNCHES = 1_000;

    /** A job may wait for days; sessions in which nothing came of it say little after a while. */
    private static final int MOST_VAIN_SESSIONS = 20;

    private final String kind;
    private final String name;
    private final Span span;
    private final Instant since;
    private final Map<TaskId, Span> launches = new HashMap<>();
    private int launched;
    private int sessions;
    private int vainSessions;
    private boolean firstRuns;
    private boolean arrived;

    /** A task on its way to run; the agent is the one it was sent to. */
    record Launch(TaskId run, String task, String agent) {}

    /** @param kind the attribute that spans have its name in */
    Followed(String kind, String name, Span span, Instant since) {
        this.kind = kind;
        this.name = name;
        this.span = span;
        this.since = since;
    }

    String name() {
        return name;
    }

    TraceParent context() {
        return span.context();
    }

    synchronized boolean isWaiting() {
        return !arrived;
    }

    /** Whether a session that began then is worth showing even if nothing came of it. */
    synchronized boolean waitedIn(Instant session) {
        return !arrived && !since.isAfter(session) && vainSessions < MOST_VAIN_SESSIONS;
    }

    /** Whether nothing more will be shown of it. */
    synchronized boolean isOver() {
        return arrived && launches.isEmpty();
    }

    /** Counts a session, and says whether it is to be shown. */
    synchronized boolean session(boolean fruitful) {
        sessions++;
        return !arrived && (fruitful || ++vainSessions <= MOST_VAIN_SESSIONS);
    }

    /** One of its tasks was launched. */
    synchronized void launched(Launch launch, Spans spans, Instant now) {
        if (!arrived && launched++ < MOST_LAUNCHES) {
            launches.put(
                    launch.run(),
                    spans.begin("launch", Spans.Kind.INTERNAL, now, Optional.of(span.context()), Optional.empty())
                            .with(kind, name)
                            .with("tender.task", launch.task())
                            .with("tender.run", launch.run().toString())
                            .with("tender.agent", launch.agent()));
        }
    }

    /** One of its tasks runs, or has ended. */
    synchronized void runChanged(TaskId run, TaskState state, Instant now) {
        Span launch = launches.get(run);
        if (launch == null) {
            return;
        }
        if (state == TaskState.RUNNING) {
            launch.event("TASK_RUNNING", now).end(now);
            launches.remove(run);
            if (!firstRuns && !arrived) {
                firstRuns = true;
                span.event("first TASK_RUNNING", now);
            }
        } else if (isOver(state)) {
            launch.failed(state.name()).end(now);
            launches.remove(run);
        }
    }

    static boolean isOver(TaskState state) {
        return switch (state) {
            case FINISHED, FAILED, KILLED, LOST -> true;
            default -> false;
        };
    }

    /** It runs, or it is over without having run; true the first time. */
    synchronized boolean arrived(String phase, boolean runs, Instant now) {
        if (arrived) {
            return false;
        }
        if (!runs) {
            span.failed(phase);
        }
        end(phase, now);
        return true;
    }

    private void end(String phase, Instant now) {
        arrived = true;
        span.with("tender.phase", phase).with("tender.launches", launched).with("tender.sessions", sessions);
        span.end(now);
    }

    /** Nobody follows it any more, and it goes on. */
    synchronized void stopped(Instant now) {
        if (!arrived) {
            end("daemon stopped", now);
        }
        launches.values().forEach(launch -> launch.end(now));
        launches.clear();
    }

    synchronized void gone(Instant now) {
        arrived("gone", false, now);
        launches.values().forEach(launch -> launch.failed("gone").end(now));
        launches.clear();
    }
}
