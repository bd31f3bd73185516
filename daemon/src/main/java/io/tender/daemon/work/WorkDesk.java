package io.tender.daemon.work;

import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.master.TaskSpec;
import io.tender.daemon.trace.JobTraces;
import io.tender.extender.client.TraceParent;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Launch;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Where work is handed in and asked after. What is applied is kept as documents of the master, and given to the schedulers
 * beside it. Used on the master's turns; what makes no sense is refused and has changed nothing.
 */
public final class WorkDesk {
    /** Of many that are meant, those that are told by name. */
    static final int NAMES_SHOWN = 20;

    private final Master master;
    private final Documents reader;
    private final BatchWork.Ears batchEars;
    private final ServiceWork.Ears serviceEars;
    private final JobTraces traces;
    private final Shelf shelf;
    private final Applying applying;
    private final Deleting deleting;
    private final WorkViews views;

    /**
     * What became of one document that was applied.
     *
     * @param notice what its author should know besides
     */
    public record Applied(DocumentId id, ApplyOutcome outcome, Optional<String> notice) {}

    public WorkDesk(Master master, AllocatorHost host, Documents reader) {
        this(master, host, reader, JobTraces.NONE);
    }

    /** @param traces told of what becomes of jobs */
    public WorkDesk(Master master, AllocatorHost host, Documents reader, JobTraces traces) {
        this.master = master;
        this.reader = reader;
        this.traces = traces;
        this.batchEars = new BatchWork.Ears(master, host, traces);
        this.serviceEars = new ServiceWork.Ears(host, traces);
        this.shelf = new Shelf(master, reader);
        this.applying = new Applying(shelf);
        this.deleting = new Deleting(shelf);
        this.views = new WorkViews(shelf);
    }

    // Beginning

    /** What the scheduler of jobs is to be made with. */
    public BatchListener batchListener() {
        return batchEars;
    }

    /** What the scheduler of services is to be made with. */
    public ServiceListener serviceListener() {
        return serviceEars;
    }

    /**
     * From now on jobs can be run.
     *
     * @param framework what their scheduler is to the master
     */
    public void runJobs(BatchScheduler scheduler, FrameworkId framework) {
        shelf.runJobs(new BatchWork(master, batchEars, scheduler, framework, new TraceRecords(master, traces)));
    }

    /**
     * From now on services can be run.
     *
     * @param framework what their scheduler is to the master
     */
    public void runServices(ServiceScheduler scheduler, FrameworkId framework) {
        shelf.runServices(new ServiceWork(master, reader, serviceEars, scheduler, framework));
    }

    /** Takes up what was kept, and gives it to the schedulers; to be called before they get offers. */
    public void recover() {
        shelf.recover();
        shelf.batch().ifPresent(work -> work.recover(shelf.all()));
        shelf.services().ifPresent(work -> work.recover(shelf.all()));
    }

    /** What a task runs that one of the schedulers launches; empty if it is of no job and no service. */
    public Optional<TaskSpec> program(Launch launch) {
        return shelf.services()
                .flatMap(work -> work.program(launch))
                .or(() -> shelf.batch().flatMap(work -> work.program(launch)));
    }

    // Commands

    /**
     * Makes it so that all these documents are there. If one may not be, none is applied.
     *
     * @return what became of each, in the order given
     */
    public List<Applied> apply(List<Submitted> submitted) {
        return apply(submitted, Optional.empty());
    }

    /** @param cause the step of a trace in which this is asked for */
    public List<Applied> apply(List<Submitted> submitted, Optional<TraceParent> cause) {
        return applying.apply(submitted, cause);
    }

    /** Ends and forgets what a document asked for. A job is gone once all its tasks have ended. */
    public void delete(DocumentId id) {
        deleting.delete(id);
    }

    /** Carries out an action on a job, such as AbortJob or ResumeJob; one that would change nothing is refused. */
    public void command(JobId job, LifeAction action) {
        shelf.known(JobDocument.id(job));
        orConflict(() -> shelf.jobs().command(job, action));
    }

    /**
     * Begins with some tasks of a job anew.
     *
     * @param tasks all of a role, as in {@code worker}, or one of them, as in {@code worker-0}
     */
    public void restart(JobId job, String tasks) {
        shelf.known(JobDocument.id(job));
        NamedTasks named = named(job, tasks);
        orConflict(() -> shelf.jobs().restart(job, named.role(), named.index()));
    }

    private NamedTasks named(JobId job, String tasks) {
        return shelf.jobs()
                .named(job, tasks)
                .orElseThrow(() -> Shelf.unknown(
                        "Job '" + job + "' has no such task.",
                        "'" + tasks + "'",
                        "one of " + shelf.jobs().roles(job) + ", with a number for one of them",
                        "correct the name or the number"));
    }

    /** What makes no sense as things are, though it may later. */
    private static void orConflict(Runnable order) {
        try {
            order.run();
        } catch (BrokenRule idle) {
            throw Shelf.conflict(String.valueOf(idle.getMessage()));
        }
    }

    /** Begins with some instances of a service anew; with all, if none is named. */
    public void restart(JobKey service, List<Integer> instances) {
        shelf.known(ServiceDocument.id(service));
        Set<Integer> there = new TreeSet<>();
        shelf.instances()
                .tasks(service)
                .forEach(task -> there.add(task.instance().instance()));
        if (!there.containsAll(instances)) {
            throw unknownInstance(service, instances.toString(), there);
        }
        shelf.instances().restart(service, instances.isEmpty() ? there : instances);
    }

    /** Has the rolling update of a service wait, go on, or end where it is. */
    public void command(JobKey service, UpdateAction action) {
        shelf.known(ServiceDocument.id(service));
        orConflict(() -> shelf.instances().command(service, action));
    }

    private static MasterRefusal unknownInstance(JobKey service, String got, Collection<Integer> there) {
        String some = there.stream().limit(NAMES_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return Shelf.unknown(
                "Service '" + service + "' has no such instance.",
                "'" + got + "'",
                there.isEmpty()
                        ? "the number of an instance, of which there are none now"
                        : "one of " + some + (there.size() > NAMES_SHOWN ? ", …" : ""),
                "correct the number");
    }

    // Views

    /** What was applied, and what has become of it. */
    public WorkViews views() {
        return views;
    }

    /** @param task the only one to explain: as in {@code worker-0}, or the number of an instance */
    public Explanation explain(DocumentId id, Optional<String> task) {
        shelf.known(id);
        return switch (id.kind()) {
            case JobDocument.KIND -> explain(JobId.parse(id.name()), task);
            case ServiceDocument.KIND -> explain(JobKey.parse(id.name()), task);
            default ->
                throw new MasterRefusal(
                        MasterRefusal.Kind.INVALID,
                        String.valueOf(BrokenRule.of(
                                        "Only what waits for a place is explained.",
                                        id,
                                        "a Job or a Service",
                                        "name one of those; 'tender describe' shows the others")
                                .getMessage()));
        };
    }

    private Explanation explain(JobId job, Optional<String> task) {
        Optional<NamedTasks> named = task.map(name -> named(job, name));
        if (named.filter(some -> some.index().isEmpty()).isPresent()) {
            throw Shelf.unknown(
                    "Job '" + job + "' has no task of that name, but several.",
                    "'" + named.get().role() + "'",
                    "one of them",
                    "name one by its number, such as " + named.get().role() + "-0");
        }
        return shelf.jobs()
                .explain(
                        job,
                        named.map(one ->
                                JobSpec.taskId(job, one.role(), one.index().orElseThrow())));
    }

    private Explanation explain(JobKey service, Optional<String> instance) {
        Map<String, Integer> there = new TreeMap<>();
        shelf.instances()
                .tasks(service)
                .forEach(task -> there.put(
                        Integer.toString(task.instance().instance()),
                        task.instance().instance()));
        if (instance.filter(number -> !there.containsKey(number)).isPresent()) {
            throw unknownInstance(service, instance.get(), there.values());
        }
        return shelf.instances().explain(service, instance.map(there::get));
    }

    /** What was written, as JSON. */
    public String text(DocumentId id) {
        shelf.known(id);
        return shelf.json(id);
    }
}
