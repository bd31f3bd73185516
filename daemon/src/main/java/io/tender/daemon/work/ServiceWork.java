package io.tender.daemon.work;

import io.tender.core.services.AdoptedTask;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.core.services.TaskView;
import io.tender.core.services.UpdateState;
import io.tender.core.services.UpdateView;
import io.tender.core.services.Waiting;
import io.tender.daemon.cluster.Command;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkCall;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.TaskSpec;
import io.tender.daemon.trace.JobTraces;
import io.tender.extender.client.TraceParent;
import io.tender.model.AgentInfo;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Launch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Services: between the documents and their scheduler. Used on the master's turns. */
final class ServiceWork {
    private static final String INSTANCE = "tender.io/instance";
    private static final String SERVICE = "tender.io/service";
    private static final String REVISION = "tender.io/revision";

    private final Master master;
    private final ServiceRecords records;
    private final ServiceScheduler scheduler;
    private final FrameworkId framework;
    private final JobTraces traces;
    private final TreeMap<JobKey, ServiceDocument> services = new TreeMap<>();

    /** What a scheduler is made with, before there is one; it is heard on a turn after the one it speaks in. */
    static final class Ears implements ServiceListener {
        private final AllocatorHost host;
        private final ServiceTroubles troubles;
        private final JobTraces traces;
        private Optional<ServiceWork> work = Optional.empty();

        Ears(AllocatorHost host, JobTraces traces) {
            this.host = host;
            this.traces = traces;
            this.troubles = new ServiceTroubles(host);
        }

        @Override
        public void taskChanged(TaskView task, TaskState before) {
            if (before == TaskState.ASSIGNED) {
                troubles.placed();
            }
            traces.instanceChanged(task);
            host.enqueue(() -> work.ifPresent(desk -> desk.changed(task)));
        }

        @Override
        public void updateChanged(UpdateView update) {
            host.enqueue(() -> work.ifPresent(desk -> desk.updated(update.job())));
        }

        @Override
        public void offerSetFailed(Throwable cause) {
            troubles.setFailed(cause);
        }

        @Override
        public void offerSetAnswered() {
            troubles.setAnswered();
        }

        @Override
        public void attemptBroke(TaskGroupKey group, Throwable cause) {
            troubles.attemptBroke(group, cause);
        }
    }

    ServiceWork(Master master, Documents reader, Ears ears, ServiceScheduler scheduler, FrameworkId framework) {
        this.master = master;
        this.records = new ServiceRecords(master, reader);
        this.scheduler = scheduler;
        this.framework = framework;
        this.traces = ears.traces;
        ears.work = Optional.of(this);
    }

    FrameworkId framework() {
        return framework;
    }

    // Beginning

    /** Gives the scheduler back what it had; to be called before it gets offers. */
    void recover(Collection<Document> documents) {
        records.recover();
        for (Document document : documents) {
            if (document instanceof ServiceDocument service) {
                services.put(service.config().job(), service);
            }
        }
        Map<JobKey, List<AdoptedTask>> tasks = tasks();
        SortedMap<JobKey, SortedMap<Integer, ServiceRecords.Instance>> kept = records.instances();
        services.forEach((job, service) -> recover(
                service, tasks.getOrDefault(job, List.of()), kept.getOrDefault(job, Collections.emptySortedMap())));
    }

    private void recover(
            ServiceDocument service, List<AdoptedTask> tasks, SortedMap<Integer, ServiceRecords.Instance> kept) {
        JobKey job = service.config().job();
        TreeMap<Integer, TaskConfig> wanted = new TreeMap<>();
        TreeMap<Integer, Integer> failures = new TreeMap<>();
        kept.forEach((instance, known) -> {
            wanted.put(
                    instance,
                    records.service(job, known.revision())
                            .map(ServiceDocument::config)
                            .orElse(service.config()));
            failures.put(instance, known.failures());
        });
        List<AdoptedTask> once = new ArrayList<>();
        for (AdoptedTask task : tasks) {
            if (once.stream().anyMatch(other -> other.instance() == task.instance())) {
                end(task.id());
            } else {
                once.add(task);
            }
        }
        scheduler.adopt(job, wanted, once, failures);
        boolean reached =
                wanted.size() == service.instances() && wanted.values().stream().allMatch(service.config()::equals);
        if (!wanted.isEmpty() && !reached && !records.isSettled(job)) {
            if (records.isPaused(job)) {
                scheduler.startPausedUpdate(service.config(), service.instances(), service.update());
            } else {
                scheduler.startUpdate(service.config(), service.instances(), service.update());
            }
        }
    }

    /** What runs, or whose end is still to be told, by service; what belongs to none any more is ended. */
    private Map<JobKey, List<AdoptedTask>> tasks() {
        Map<JobKey, List<AdoptedTask>> tasks = new HashMap<>();
        for (io.tender.daemon.master.TaskView task : master.view().tasks(framework)) {
            Optional<AdoptedTask> adopted = adopted(task);
            if (adopted.isPresent()
                    && services.containsKey(adopted.get().config().job())) {
                tasks.computeIfAbsent(adopted.get().config().job(), job -> new ArrayList<>())
                        .add(adopted.get());
            } else if (!task.state().isTerminal()) {
                end(task.key().task());
            }
        }
        return tasks;
    }

    private void end(TaskId task) {
        master.call(framework, new FrameworkCall.Kill(task, Optional.empty(), Optional.empty()));
    }

    private Optional<AdoptedTask> adopted(io.tender.daemon.master.TaskView task) {
        SortedMap<String, String> labels = task.spec().labels();
        Optional<AgentInfo> info = master.view().agent(task.spec().agent()).map(AgentView::agent);
        String hostname =
                info.map(AgentInfo::hostname).orElse(task.spec().agent().value());
        return Optional.ofNullable(labels.get(SERVICE))
                .map(JobKey::parse)
                .flatMap(job -> records.service(job, labels.getOrDefault(REVISION, "")))
                .map(service -> new AdoptedTask(
                        task.key().task(),
                        Integer.parseInt(labels.getOrDefault(INSTANCE, "0")),
                        service.config(),
                        state(task),
                        task.spec().agent(),
                        hostname,
                        HostAttributes.of(
                                hostname, info.map(AgentInfo::attributes).orElse(List.of())),
                        task.spec().ports(),
                        task.launchedAt().toEpochMilli(),
                        0));
    }

    private static TaskState state(io.tender.daemon.master.TaskView task) {
        if (task.killing()) {
            return TaskState.KILLING;
        }
        return switch (task.state()) {
            case STAGING -> TaskState.ASSIGNED;
            case STARTING -> TaskState.STARTING;
            case UNREACHABLE -> TaskState.PARTITIONED;
            default -> TaskState.RUNNING;
        };
    }

    // Commands

    /** Why a service cannot be applied; empty if it can. */
    Optional<String> refusal(ServiceDocument service) {
        try {
            scheduler.check(service.config(), service.instances());
            refuseWhileGoingBack(service);
            return Optional.empty();
        } catch (BrokenRule refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    /** What goes back has another config than the document; one of the two would have to be forgotten. */
    private void refuseWhileGoingBack(ServiceDocument service) {
        JobKey job = service.config().job();
        boolean back = scheduler
                .update(job)
                .filter(update -> update.state().isGoingBack())
                .isPresent();
        if (back && isResized(service)) {
            throw BrokenRule.of(
                    "Service '" + job + "' is going back to what it was before its last update.",
                    "another number of instances",
                    "a service that does not go back",
                    "wait until it is ROLLED_BACK, or apply a document with another config");
        }
    }

    /** @param cause the step of a trace in which it is asked for */
    void apply(ServiceDocument service, String json, Optional<TraceParent> cause) {
        JobKey job = service.config().job();
        Optional<ServiceDocument> before = Optional.ofNullable(services.get(job));
        if (!scheduler.has(job)) {
            traces.submitted(job, service.instances(), cause);
            scheduler.submit(service.config(), service.instances());
            records.submitted(service, json);
        } else if (before.filter(same -> isReachedBy(same, service)).isEmpty()) {
            Optional<UpdateState> underWay =
                    scheduler.update(job).map(UpdateView::state).filter(state -> !state.isOver());
            if (underWay.isEmpty() && isResized(service)) {
                scheduler.scale(job, service.instances());
                records.resized(job, scheduler.instances(job));
            } else {
                update(service, json, underWay);
            }
            traces.resized(job, service.instances());
        }
        services.put(job, service);
    }

    /** Begins an update in place of the one that is under way, and as paused as that if it leads to the same config. */
    private void update(ServiceDocument service, String json, Optional<UpdateState> underWay) {
        underWay.ifPresent(state -> scheduler.abortUpdate(service.config().job()));
        records.updating(service, json);
        if (underWay.filter(UpdateState::isPaused).isPresent() && isResized(service)) {
            scheduler.startPausedUpdate(service.config(), service.instances(), service.update());
        } else {
            scheduler.startUpdate(service.config(), service.instances(), service.update());
        }
    }

    /** Whether a document asks for nothing but another number of instances. */
    private boolean isResized(ServiceDocument service) {
        JobKey job = service.config().job();
        ServiceDocument before = services.get(job);
        return before != null && before.config().equals(service.config()) && before.instances() != service.instances();
    }

    /** Whether nothing has to be done to tasks to come from one to the other. */
    private static boolean isReachedBy(ServiceDocument before, ServiceDocument after) {
        return before.config().equals(after.config()) && before.instances() == after.instances();
    }

    void delete(JobKey job) {
        if (scheduler.has(job)) {
            scheduler.kill(job);
        }
        services.remove(job);
        traces.gone(job);
        records.instances()
                .getOrDefault(job, Collections.emptySortedMap())
                .keySet()
                .forEach(instance -> records.remove(new InstanceKey(job, instance)));
        records.forget(job);
    }

    void restart(JobKey job, Collection<Integer> instances) {
        scheduler.restart(job, instances);
    }

    void command(JobKey job, UpdateAction action) {
        switch (action) {
            case PAUSE -> scheduler.pauseUpdate(job);
            case RESUME -> scheduler.resumeUpdate(job);
            case ABORT -> scheduler.abortUpdate(job);
        }
    }

    // What is heard of tasks

    private void changed(TaskView task) {
        InstanceKey instance = task.instance();
        Optional<TaskConfig> wanted = scheduler.config(instance);
        if (wanted.isPresent() && services.containsKey(instance.job())) {
            records.put(instance, wanted.get(), task.failures());
        } else {
            records.remove(instance);
        }
    }

    private void updated(JobKey job) {
        ServiceDocument service = services.get(job);
        // As it is by now: what was told may have been the end of an update that another has followed.
        Optional<UpdateView> latest = scheduler.update(job);
        if (service == null || latest.isEmpty()) {
            return;
        }
        UpdateView update = latest.get();
        records.updated(job, update.state(), update.failure());
        if (update.state().isOver()) {
            Stream<TaskConfig> wanted = scheduler.instances(job).values().stream();
            Stream<TaskConfig> running = tasks(job).stream().map(TaskView::config);
            records.keepOnly(
                    job,
                    Stream.concat(Stream.of(service.config()), Stream.concat(wanted, running))
                            .toList());
        }
    }

    /** What a launched task of a service runs; empty if it is none of a service. */
    Optional<TaskSpec> program(Launch launch) {
        return scheduler.task(launch.task()).map(task -> {
            ServiceProgram program = ServiceProgram.of(task.config());
            TreeMap<String, String> labels = new TreeMap<>(task.config().metadata());
            labels.remove(ServiceReader.PROGRAM);
            labels.put(SERVICE, task.instance().job().toString());
            labels.put(INSTANCE, Integer.toString(task.instance().instance()));
            records.revision(task.config()).ifPresent(revision -> labels.put(REVISION, revision));
            Command command = program.command(task.instance());
            return new TaskSpec(
                    launch.task(),
                    task.instance().job().name() + "-" + task.instance().instance(),
                    launch.agent(),
                    launch.resources(),
                    command,
                    launch.ports(),
                    program.grace(),
                    labels,
                    Optional.empty(),
                    program.runsFor(),
                    "");
        });
    }

    // Views

    SortedMap<JobKey, ServiceDocument> services() {
        return Collections.unmodifiableSortedMap(services);
    }

    List<TaskView> tasks(JobKey job) {
        return scheduler.tasks(job);
    }

    SortedMap<String, Long> metrics() {
        return scheduler.metrics();
    }

    Optional<UpdateView> update(JobKey job) {
        return scheduler.update(job);
    }

    /** How the last runs of instances ended that have no place, by their numbers; those long past are forgotten. */
    SortedMap<Integer, LastEnd> lastEnds(JobKey job, List<TaskView> tasks) {
        TreeMap<Integer, LastEnd> ends = new TreeMap<>();
        Set<String> unplaced = tasks.stream()
                .filter(task -> task.agent().isEmpty())
                .map(task -> Integer.toString(task.instance().instance()))
                .collect(Collectors.toSet());
        if (!unplaced.isEmpty()) {
            for (io.tender.daemon.master.TaskView over : master.view().completedTasks(framework)) {
                SortedMap<String, String> labels = over.spec().labels();
                String instance = labels.getOrDefault(INSTANCE, "");
                if (job.toString().equals(labels.get(SERVICE)) && unplaced.contains(instance)) {
                    ends.put(Integer.parseInt(instance), LastEnd.of(over));
                }
            }
        }
        return Collections.unmodifiableSortedMap(ends);
    }

    /** @param instance the one to explain; empty for all of them */
    Explanation explain(JobKey job, Optional<Integer> instance) {
        Map<TaskId, Waiting> waiting = new HashMap<>();
        List<TaskView> tasks = tasks(job);
        tasks.forEach(task -> scheduler.why(task.id()).ifPresent(why -> waiting.put(task.id(), why)));
        boolean holdsOffers = master.view().framework(framework).stream()
                .anyMatch(view -> !view.offered().isEmpty());
        Optional<String> unoffered =
                holdsOffers ? Optional.empty() : Optional.of(NoOffers.why(master.view(), framework, false));
        List<Explanation.Share> shares = Shares.of(master.view(), framework);
        SortedMap<Integer, LastEnd> ended = lastEnds(job, tasks);
        return tasks.stream()
                .filter(task -> instance.filter(
                                wanted -> wanted == task.instance().instance())
                        .isPresent())
                .findFirst()
                .map(task -> Explaining.service(
                        task,
                        Optional.ofNullable(waiting.get(task.id())),
                        Optional.ofNullable(ended.get(task.instance().instance())),
                        unoffered,
                        shares))
                .orElseGet(() -> Explaining.service(job.toString(), tasks, waiting, ended, unoffered, shares)
                        .saying(updateWords(job)));
    }

    /** Of an update from before the last start only what was kept is known. */
    private Optional<String> updateWords(JobKey job) {
        Optional<UpdateView> update = scheduler.update(job);
        return update.isPresent() ? update.flatMap(UpdateWords::of) : records.lastUpdate(job);
    }
}
