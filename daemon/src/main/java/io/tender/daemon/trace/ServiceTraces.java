package io.tender.daemon.trace;

import io.tender.core.services.TaskView;
import io.tender.extender.client.CallTracer;
import io.tender.extender.client.Target;
import io.tender.extender.client.TraceParent;
import io.tender.model.AgentId;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Follows services from their submission until all their instances run: a span for the service, and within it one for each
 * call of an offer set about it and for each launch until its instance runs.
 */
final class ServiceTraces {
    private static final String SERVICE = "tender.service";

    /** Services submitted while so many are on their way to run are not followed. */
    private static final int MOST_SERVICES = 10_000;

    /** A service may wait for days; what is asked about it says little after a while. */
    private static final int MOST_CALLS = 100;

    private final Spans spans;
    private final InstantSource clock;
    private final Map<String, Service> services = new ConcurrentHashMap<>();

    /** One that is followed. */
    private static final class Service {
        private final Followed followed;
        private int instances;
        private final Set<Integer> running = new HashSet<>();
        private int calls;

        Service(Followed followed, int instances) {
            this.followed = followed;
            this.instances = instances;
        }

        /** Whether all its instances run, now that this one is in that state. */
        synchronized boolean allRun(int instance, TaskState state) {
            if (state == TaskState.RUNNING) {
                running.add(instance);
            } else {
                running.remove(instance);
            }
            return running.size() >= instances;
        }

        synchronized boolean allRun(int wanted) {
            instances = wanted;
            return running.size() >= instances;
        }

        synchronized boolean countCall() {
            return followed.isWaiting() && calls++ < MOST_CALLS;
        }
    }

    ServiceTraces(Spans spans, InstantSource clock) {
        this.spans = spans;
        this.clock = clock;
    }

    void submitted(JobKey service, int instances, Optional<TraceParent> cause) {
        if (!spans.isOn() || services.size() >= MOST_SERVICES) {
            return;
        }
        String name = service.toString();
        Instant now = clock.instant();
        Span span = spans.begin("service", Spans.Kind.INTERNAL, now, cause, Optional.empty())
                .with(SERVICE, name);
        services.put(name, new Service(new Followed(SERVICE, name, span, now), instances));
    }

    /** One of its instances was launched, runs, or has ended. */
    void changed(TaskView task) {
        Service service = services.get(task.instance().job().toString());
        if (service == null) {
            return;
        }
        Instant now = clock.instant();
        Followed followed = service.followed;
        if (task.state() == TaskState.ASSIGNED) {
            String agent = task.agent().map(AgentId::value).orElse("");
            followed.launched(new Followed.Launch(task.id(), task.instance().toString(), agent), spans, now);
        } else {
            followed.runChanged(task.id(), task.state(), now);
        }
        if (service.allRun(task.instance().instance(), task.state())) {
            arrived(service);
        }
    }

    private void arrived(Service service) {
        service.followed.arrived("Running", true, clock.instant());
        services.remove(service.followed.name(), service);
    }

    /** It is to have so many instances. */
    void resized(JobKey job, int instances) {
        Service service = services.get(job.toString());
        if (service != null && service.allRun(instances)) {
            arrived(service);
        }
    }

    /** It was deleted. */
    void gone(JobKey job) {
        Service service = services.remove(job.toString());
        if (service != null) {
            service.followed.gone(clock.instant());
        }
    }

    /** Begins a call, unless it is about nobody who is followed. */
    Optional<CallTracer.Step> call(Target target, String subject) {
        return Optional.ofNullable(services.get(subject))
                .filter(Service::countCall)
                .<CallTracer.Step>map(service -> {
                    TracedCall call = TracedCall.begin(
                            target,
                            service.followed.context(),
                            spans,
                            clock.instant(),
                            span -> span.end(clock.instant()));
                    call.span().with(SERVICE, subject);
                    return call;
                });
    }

    void close() {
        services.values().forEach(service -> service.followed.stopped(clock.instant()));
        services.clear();
    }
}
