package io.tender.daemon.work;

import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.life.JobSpec;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.batch.life.LifePhase;
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
import io.tender.model.batch.Queue;
import io.tender.model.service.JobKey;
import io.tender.spi.AllocatorHost;
import io.tender.spi.batch.SessionData;
import io.tender.spi.framework.Launch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Where work is handed in and asked after. What is applied is kept as documents of the master, and given to the schedulers
 * beside it. Used on the master's turns; what makes no sense is refused and has changed nothing.
 */
public final class WorkDesk {
    /** Each kind behind those that its documents may name. */
    private static final List<String> KINDS = List.of(
            PriorityClassDocument.KIND,
            HyperNodeDocument.KIND,
            QuotaDocument.KIND,
            BudgetDocument.KIND,
            QueueDocument.KIND,
            PodGroupDocument.KIND,
            JobDocument.KIND,
            ServiceDocument.KIND);

    private static final int NAMES_SHOWN = 20;

    private final Master master;
    private final Documents reader;
    private final BatchWork.Ears batchEars;
    private final ServiceWork.Ears serviceEars;
    private final JobTraces traces;
    private final TreeMap<DocumentId, Document> documents = new TreeMap<>();
    private Optional<BatchWork> batch = Optional.empty();
    private Optional<ServiceWork> services = Optional.empty();

    /** What became of one document that was applied. */
    public record Applied(DocumentId id, ApplyOutcome outcome) {}

    public WorkDesk(Master master, AllocatorHost host, Documents reader) {
        this(master, host, reader, JobTraces.NONE);
    }

    /** @param traces told of what becomes of jobs */
    public WorkDesk(Master master, AllocatorHost host, Documents reader, JobTraces traces) {
        this.master = master;
        this.reader = reader;
        this.traces = traces;
        this.batchEars = new BatchWork.Ears(master, host, traces);
        this.serviceEars = new ServiceWork.Ears(host);
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
        batch = Optional.of(new BatchWork(master, batchEars, scheduler, framework, new TraceRecords(master, traces)));
    }

    /**
     * From now on services can be run.
     *
     * @param framework what their scheduler is to the master
     */
    public void runServices(ServiceScheduler scheduler, FrameworkId framework) {
        services = Optional.of(new ServiceWork(master, reader, serviceEars, scheduler, framework));
    }

    /** Takes up what was kept, and gives it to the schedulers; to be called before they get offers. */
    public void recover() {
        for (String kind : KINDS) {
            for (io.tender.daemon.master.Document kept :
                    List.copyOf(master.documents().all(kind))) {
                DocumentId id = new DocumentId(kind, kept.key());
                documents.put(id, reader.readJson(id, kept.json()));
            }
            reader.useApplied(appliedClasses());
        }
        batch.ifPresent(work -> work.recover(documents.values()));
        services.ifPresent(work -> work.recover(documents.values()));
    }

    /** What a task runs that one of the schedulers launches; empty if it is of no job and no service. */
    public Optional<TaskSpec> program(Launch launch) {
        return services.flatMap(work -> work.program(launch)).or(() -> batch.flatMap(work -> work.program(launch)));
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
        forgetWhatIsGone();
        Admission admission = new Admission(queuesWith(submitted));
        Map<DocumentId, ApplyOutcome> outcomes = new TreeMap<>();
        submitted.forEach(one -> outcomes.put(one.document().id(), judge(admission, one.document())));
        classConflicts(submitted, outcomes)
                .forEach((id, reason) -> outcomes.put(id, new ApplyOutcome.Refused(List.of(reason))));
        List<Submitted> toDo = submitted.stream()
                .filter(one -> isToDo(one.document().id(), outcomes))
                .sorted(Comparator.comparingInt(
                        one -> KINDS.indexOf(one.document().id().kind())))
                .toList();
        Optional<BatchPlan> plan = batch.map(
                work -> work.plan(toDo.stream().map(Submitted::document).toList(), admission, refused(outcomes)));
        plan.ifPresent(judged ->
                judged.refusals().forEach((id, reasons) -> outcomes.put(id, new ApplyOutcome.Refused(reasons))));
        toDo.forEach(one -> serviceRefusal(one.document())
                .ifPresent(reason -> outcomes.put(one.document().id(), new ApplyOutcome.Refused(List.of(reason)))));
        if (refused(outcomes).isEmpty()) {
            plan.ifPresent(possible -> jobs().carryOut(possible, cause));
            toDo.forEach(this::keep);
            reader.useApplied(appliedClasses());
        } else {
            toDo.forEach(one -> outcomes.computeIfPresent(
                    one.document().id(),
                    (id, outcome) -> outcome instanceof ApplyOutcome.Refused ? outcome : new ApplyOutcome.Withheld()));
        }
        return submitted.stream()
                .map(one -> one.document().id())
                .map(id -> new Applied(id, outcomes.getOrDefault(id, new ApplyOutcome.Unchanged())))
                .toList();
    }

    private ApplyOutcome judge(Admission admission, Document document) {
        return turnedOff(document.id().kind())
                .<ApplyOutcome>map(off -> new ApplyOutcome.Refused(List.of(off)))
                .orElseGet(() -> admission.judge(Optional.ofNullable(documents.get(document.id())), document));
    }

    private List<PriorityClass> appliedClasses() {
        return documents.values().stream()
                .filter(PriorityClassDocument.class::isInstance)
                .map(document -> ((PriorityClassDocument) document).priorityClass())
                .toList();
    }

    /** Why some of the priority classes may not be there beside the others; those that stay as they are may. */
    private SortedMap<DocumentId, String> classConflicts(
            List<Submitted> submitted, Map<DocumentId, ApplyOutcome> outcomes) {
        TreeMap<String, PriorityClass> all = new TreeMap<>();
        appliedClasses().forEach(one -> all.put(one.name(), one));
        List<DocumentId> changed = new ArrayList<>();
        for (Submitted one : submitted) {
            if (one.document() instanceof PriorityClassDocument document) {
                all.put(document.priorityClass().name(), document.priorityClass());
                if (outcomes.get(document.id()) instanceof ApplyOutcome.Created
                        || outcomes.get(document.id()) instanceof ApplyOutcome.Changed) {
                    changed.add(document.id());
                }
            }
        }
        return Admission.conflicts(all.values(), changed, reader.ofSettings());
    }

    private static Set<DocumentId> refused(Map<DocumentId, ApplyOutcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(one -> one.getValue() instanceof ApplyOutcome.Refused)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Optional<String> serviceRefusal(Document document) {
        return document instanceof ServiceDocument service
                ? services.flatMap(work -> work.refusal(service))
                : Optional.empty();
    }

    /** A job that is being deleted is as it was written, and yet not what its author wants. */
    private boolean isToDo(DocumentId id, Map<DocumentId, ApplyOutcome> outcomes) {
        boolean leaving = id.kind().equals(JobDocument.KIND)
                && batch.flatMap(work -> work.state(JobId.parse(id.name())))
                        .filter(JobState::deleting)
                        .isPresent();
        return leaving || !(outcomes.get(id) instanceof ApplyOutcome.Unchanged);
    }

    private SortedMap<String, Queue> queuesWith(List<Submitted> submitted) {
        TreeMap<String, Queue> queues = new TreeMap<>(queues());
        for (Submitted one : submitted) {
            if (one.document() instanceof QueueDocument queue) {
                queues.put(queue.queue().name(), queue.queue());
            }
        }
        return queues;
    }

    private Optional<String> turnedOff(String kind) {
        boolean service = kind.equals(ServiceDocument.KIND);
        boolean there = service ? services.isPresent() : batch.isPresent();
        return there
                ? Optional.empty()
                : Optional.of(String.valueOf(BrokenRule.of(
                                "This daemon runs no documents of that kind.",
                                "a " + kind,
                                "a kind whose scheduler is turned on",
                                "turn it on in the settings: " + (service ? "services" : "batch") + ".enabled")
                        .getMessage()));
    }

    private void keep(Submitted one) {
        DocumentId id = one.document().id();
        if (one.document() instanceof ServiceDocument service) {
            services().apply(service, one.json());
        }
        documents.put(id, one.document());
        master.putDocument(id.kind(), id.name(), one.json());
    }

    private BatchWork jobs() {
        return batch.orElseThrow(() -> off(JobDocument.KIND));
    }

    private ServiceWork services() {
        return services.orElseThrow(() -> off(ServiceDocument.KIND));
    }

    private MasterRefusal off(String kind) {
        return conflict(turnedOff(kind).orElse(""));
    }

    private static MasterRefusal conflict(String message) {
        return new MasterRefusal(MasterRefusal.Kind.CONFLICT, message);
    }

    /** Jobs end by themselves, and take their documents with them. */
    private void forgetWhatIsGone() {
        batch.ifPresent(work -> documents
                .keySet()
                .removeIf(
                        id -> id.kind().equals(JobDocument.KIND) && !work.jobs().containsKey(JobId.parse(id.name()))));
    }

    /** Ends and forgets what a document asked for. A job is gone once all its tasks have ended. */
    public void delete(DocumentId id) {
        known(id);
        if (documents.get(id) instanceof SessionDocument looked) {
            jobs().delete(looked);
            forget(id);
            return;
        }
        switch (id.kind()) {
            case JobDocument.KIND -> jobs().delete(JobId.parse(id.name()));
            case PriorityClassDocument.KIND -> {
                mayNotDeleteClass(id).ifPresent(refused -> {
                    throw conflict(refused);
                });
                forget(id);
                reader.useApplied(appliedClasses());
            }
            case PodGroupDocument.KIND -> {
                BatchPlan plan = jobs().planWithout(JobId.parse(id.name()), new Admission(queues()));
                if (!plan.refusals().isEmpty()) {
                    throw conflict(plan.refusals().values().stream()
                            .flatMap(List::stream)
                            .collect(Collectors.joining("\n")));
                }
                jobs().carryOut(plan, Optional.empty());
                forget(id);
            }
            case QueueDocument.KIND -> {
                Optional<String> refused =
                        new Admission(queues()).mayNotDelete(id.name(), jobs().unfinished(id.name()));
                if (refused.isPresent()) {
                    throw conflict(refused.get());
                }
                jobs().deleteQueue(id.name());
                forget(id);
            }
            default -> {
                services().delete(JobKey.parse(id.name()));
                forget(id);
            }
        }
    }

    /** Jobs are ranked by their class again when the daemon starts, so it must be there as long as they are. */
    private Optional<String> mayNotDeleteClass(DocumentId id) {
        List<DocumentId> naming = batch.map(work -> work.naming(id.name())).orElse(List.of());
        boolean spare = naming.isEmpty() || reader.ofSettings().byName().containsKey(id.name());
        return spare
                ? Optional.empty()
                : Optional.of(String.valueOf(BrokenRule.of(
                                id + " cannot be deleted.",
                                naming.size() + " that name it: "
                                        + naming.stream()
                                                .limit(NAMES_SHOWN)
                                                .map(DocumentId::toString)
                                                .collect(Collectors.joining(", ")),
                                "a class that no pod group and no job names that is not over",
                                "delete them first")
                        .getMessage()));
    }

    private void forget(DocumentId id) {
        documents.remove(id);
        master.removeDocument(id.kind(), id.name());
    }

    private void known(DocumentId id) {
        forgetWhatIsGone();
        if (!documents.containsKey(id)) {
            throw unknown(
                    "There is no such thing.",
                    id.toString(),
                    "something that was applied and not deleted",
                    "correct the name; 'tender get' lists what is there");
        }
    }

    private static MasterRefusal unknown(String problem, String got, String expected, String advice) {
        return new MasterRefusal(
                MasterRefusal.Kind.UNKNOWN,
                String.valueOf(BrokenRule.of(problem, got, expected, advice).getMessage()));
    }

    /** Carries out an action on a job, such as AbortJob or ResumeJob; one that would change nothing is refused. */
    public void command(JobId job, LifeAction action) {
        known(JobDocument.id(job));
        orConflict(() -> jobs().command(job, action));
    }

    /**
     * Begins with some tasks of a job anew.
     *
     * @param tasks all of a role, as in {@code worker}, or one of them, as in {@code worker-0}
     */
    public void restart(JobId job, String tasks) {
        known(JobDocument.id(job));
        NamedTasks named = named(job, tasks);
        orConflict(() -> jobs().restart(job, named.role(), named.index()));
    }

    private NamedTasks named(JobId job, String tasks) {
        return jobs().named(job, tasks)
                .orElseThrow(() -> unknown(
                        "Job '" + job + "' has no such task.",
                        "'" + tasks + "'",
                        "one of " + jobs().roles(job) + ", with a number for one of them",
                        "correct the name or the number"));
    }

    /** What makes no sense as things are, though it may later. */
    private static void orConflict(Runnable order) {
        try {
            order.run();
        } catch (BrokenRule idle) {
            throw conflict(String.valueOf(idle.getMessage()));
        }
    }

    /** Begins with some instances of a service anew; with all, if none is named. */
    public void restart(JobKey service, List<Integer> instances) {
        known(ServiceDocument.id(service));
        Set<Integer> there = new TreeSet<>();
        services().tasks(service).forEach(task -> there.add(task.instance().instance()));
        if (!there.containsAll(instances)) {
            throw unknownInstance(service, instances.toString(), there);
        }
        services().restart(service, instances.isEmpty() ? there : instances);
    }

    /** Has the rolling update of a service wait, go on, or end where it is. */
    public void command(JobKey service, UpdateAction action) {
        known(ServiceDocument.id(service));
        orConflict(() -> services().command(service, action));
    }

    private static MasterRefusal unknownInstance(JobKey service, String got, Collection<Integer> there) {
        String some = there.stream().limit(NAMES_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return unknown(
                "Service '" + service + "' has no such instance.",
                "'" + got + "'",
                there.isEmpty()
                        ? "the number of an instance, of which there are none now"
                        : "one of " + some + (there.size() > NAMES_SHOWN ? ", …" : ""),
                "correct the number");
    }

    // Views

    /** @param task the only one to explain: as in {@code worker-0}, or the number of an instance */
    public Explanation explain(DocumentId id, Optional<String> task) {
        known(id);
        return switch (id.kind()) {
            case JobDocument.KIND -> explain(JobId.parse(id.name()), task);
            case ServiceDocument.KIND -> explain(JobKey.parse(id.name()), task);
            default ->
                throw new MasterRefusal(
                        MasterRefusal.Kind.INVALID,
                        "Got " + id + "; expected a Job or a Service: only those wait for a place");
        };
    }

    private Explanation explain(JobId job, Optional<String> task) {
        Optional<NamedTasks> named = task.map(name -> named(job, name));
        if (named.filter(some -> some.index().isEmpty()).isPresent()) {
            throw unknown(
                    "Job '" + job + "' has no task of that name, but several.",
                    "'" + named.get().role() + "'",
                    "one of them",
                    "name one by its number, such as " + named.get().role() + "-0");
        }
        return jobs().explain(
                        job,
                        named.map(one ->
                                JobSpec.taskId(job, one.role(), one.index().orElseThrow())));
    }

    private Explanation explain(JobKey service, Optional<String> instance) {
        Map<String, Integer> there = new TreeMap<>();
        services()
                .tasks(service)
                .forEach(task -> there.put(
                        Integer.toString(task.instance().instance()),
                        task.instance().instance()));
        if (instance.filter(number -> !there.containsKey(number)).isPresent()) {
            throw unknownInstance(service, instance.get(), there.values());
        }
        return services().explain(service, instance.map(there::get));
    }

    private SortedMap<String, Queue> queues() {
        return batch.map(BatchWork::queues).orElse(Collections.emptySortedMap());
    }

    /** How many jobs are in each phase. */
    public SortedMap<LifePhase, Long> jobsByPhase() {
        TreeMap<LifePhase, Long> counts = new TreeMap<>();
        batch.ifPresent(work -> work.jobs()
                .keySet()
                .forEach(job -> work.state(job).ifPresent(state -> counts.merge(state.phase(), 1L, Long::sum))));
        return Collections.unmodifiableSortedMap(counts);
    }

    /** The figures of the scheduler of services, under Aurora's names; none if it is turned off. */
    public SortedMap<String, Long> serviceMetrics() {
        return services.map(ServiceWork::metrics).orElse(Collections.emptySortedMap());
    }

    /** One thing that was applied, or the queue that is there by itself; empty if there is no such thing. */
    public Optional<WorkView> view(DocumentId id) {
        if (id.kind().equals(QueueDocument.KIND)) {
            return batch.flatMap(work -> Optional.ofNullable(work.queues().get(id.name()))
                    .<WorkView>map(queue -> view(queue, work.unfinished(queue.name()))));
        }
        if (id.kind().equals(PriorityClassDocument.KIND)) {
            return Optional.ofNullable(reader.priorityClasses().byName().get(id.name()))
                    .map(this::view);
        }
        return Optional.ofNullable(documents.get(id)).flatMap(this::view);
    }

    private Optional<WorkView> view(Document document) {
        return switch (document) {
            case JobDocument applied ->
                batch.flatMap(work -> Optional.ofNullable(
                                work.jobs().get(applied.spec().id()))
                        .<WorkView>flatMap(job -> view(work, job)));
            case ServiceDocument service -> services.<WorkView>map(work -> view(work, service));
            case PodGroupDocument group -> batch.<WorkView>map(work -> view(group));
            case SessionDocument looked -> Optional.of(view(looked));
            // Some of these are there without having been applied.
            case QueueDocument queue -> Optional.empty();
            case PriorityClassDocument one -> Optional.empty();
        };
    }

    private Optional<WorkView.OfJob> view(BatchWork work, JobDocument job) {
        return work.state(job.spec().id())
                .map(state -> new WorkView.OfJob(job, state, work.framework(), json(job.id())));
    }

    private WorkView.OfQueue view(Queue queue, int unfinished) {
        return new WorkView.OfQueue(queue, unfinished, json(QueueDocument.id(queue.name())));
    }

    private WorkView.OfGroup view(PodGroupDocument group) {
        return new WorkView.OfGroup(group, json(group.id()));
    }

    private WorkView.OfService view(ServiceWork work, ServiceDocument service) {
        JobKey job = service.config().job();
        return new WorkView.OfService(service, work.tasks(job), work.update(job), work.framework(), json(service.id()));
    }

    public List<WorkView.OfJob> jobViews() {
        return batch.stream()
                .flatMap(work -> work.jobs().values().stream().flatMap(job -> view(work, job).stream()))
                .toList();
    }

    public List<WorkView.OfQueue> queueViews() {
        List<WorkView.OfQueue> views = new ArrayList<>();
        batch.ifPresent(work -> {
            Map<String, Integer> unfinished = work.unfinished();
            work.queues().values().forEach(queue -> views.add(view(queue, unfinished.getOrDefault(queue.name(), 0))));
        });
        return views;
    }

    public List<WorkView.OfGroup> groupViews() {
        return batch.stream()
                .flatMap(work -> work.groups().values().stream())
                .map(this::view)
                .toList();
    }

    /** What batch sessions look at that was applied. */
    public Set<SessionData> sessionData() {
        Set<SessionData> there = EnumSet.noneOf(SessionData.class);
        for (Document document : documents.values()) {
            if (document instanceof SessionDocument looked) {
                there.add(looked.data());
            }
        }
        return there;
    }

    /** All priority classes there are, those of the settings included. */
    public List<WorkView.OfClass> classViews() {
        return reader.priorityClasses().byName().values().stream()
                .map(this::view)
                .toList();
    }

    private WorkView.OfClass view(PriorityClass one) {
        boolean given = reader.ofSettings().byName().containsKey(one.name());
        WorkView.Source source = !given
                ? WorkView.Source.DOCUMENT
                : PriorityClass.isName(one.name()) ? WorkView.Source.SETTINGS : WorkView.Source.SYSTEM;
        return new WorkView.OfClass(one, source, json(PriorityClassDocument.id(one.name())));
    }

    /** What sessions look at beside jobs and queues, of one kind. */
    public List<WorkView.OfSessions> sessionViews(String kind) {
        return documents.values().stream()
                .filter(document -> document.id().kind().equals(kind))
                .filter(SessionDocument.class::isInstance)
                .map(document -> view((SessionDocument) document))
                .toList();
    }

    private WorkView.OfSessions view(SessionDocument looked) {
        return new WorkView.OfSessions(looked, json(looked.id()));
    }

    public List<WorkView.OfService> serviceViews() {
        return services.stream()
                .flatMap(work -> work.services().values().stream().map(service -> view(work, service)))
                .toList();
    }

    /** What was written, as JSON. */
    public String text(DocumentId id) {
        known(id);
        return json(id);
    }

    private String json(DocumentId id) {
        return master.documents()
                .find(id.kind(), id.name())
                .map(io.tender.daemon.master.Document::json)
                .orElse("{}");
    }
}
