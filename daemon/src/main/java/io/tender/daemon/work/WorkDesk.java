package io.tender.daemon.work;

import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.life.JobState;
import io.tender.core.batch.life.LifeAction;
import io.tender.core.services.ServiceListener;
import io.tender.core.services.ServiceScheduler;
import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.daemon.master.TaskSpec;
import io.tender.model.BrokenRule;
import io.tender.model.FrameworkId;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskId;
import io.tender.spi.AllocatorHost;
import io.tender.spi.framework.Launch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where work is handed in and asked after. What is applied is kept as documents of the master, and given to the schedulers
 * beside it. Used on the master's turns; what makes no sense is refused and has changed nothing.
 */
public final class WorkDesk {
    private static final List<String> KINDS =
            List.of(QueueDocument.KIND, PodGroupDocument.KIND, JobDocument.KIND, ServiceDocument.KIND);

    private final Master master;
    private final Documents reader;
    private final BatchWork.Ears batchEars;
    private final ServiceWork.Ears serviceEars;
    private final TreeMap<DocumentId, Document> documents = new TreeMap<>();
    private Optional<BatchWork> batch = Optional.empty();
    private Optional<ServiceWork> services = Optional.empty();

    /** What became of one document that was applied. */
    public record Applied(DocumentId id, ApplyOutcome outcome) {}

    public WorkDesk(Master master, AllocatorHost host, Documents reader) {
        this.master = master;
        this.reader = reader;
        this.batchEars = new BatchWork.Ears(master, host);
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
        batch = Optional.of(new BatchWork(master, batchEars, scheduler, framework));
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
        forgetWhatIsGone();
        Map<DocumentId, ApplyOutcome> outcomes = new TreeMap<>();
        Admission admission = new Admission(queuesWith(submitted));
        for (Submitted one : submitted) {
            DocumentId id = one.document().id();
            Optional<String> off = turnedOff(id.kind());
            outcomes.put(
                    id,
                    off.isPresent()
                            ? new ApplyOutcome.Refused(List.of(off.get()))
                            : admission.judge(Optional.ofNullable(documents.get(id)), one.document()));
        }
        boolean refused = outcomes.values().stream().anyMatch(ApplyOutcome.Refused.class::isInstance);
        if (!refused) {
            submitted.stream()
                    .sorted(Comparator.comparingInt(
                            one -> KINDS.indexOf(one.document().id().kind())))
                    .filter(one -> isToDo(one.document().id(), outcomes))
                    .forEach(one -> carryOut(one, outcomes));
        }
        return submitted.stream()
                .map(one -> one.document().id())
                .map(id -> new Applied(id, outcomes.getOrDefault(id, new ApplyOutcome.Unchanged())))
                .toList();
    }

    /** A job that is being deleted is as it was written, and yet not what its author wants. */
    private boolean isToDo(DocumentId id, Map<DocumentId, ApplyOutcome> outcomes) {
        boolean leaving = id.kind().equals(JobDocument.KIND)
                && jobs().state(JobId.parse(id.name()))
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

    private void carryOut(Submitted one, Map<DocumentId, ApplyOutcome> outcomes) {
        DocumentId id = one.document().id();
        try {
            switch (one.document()) {
                case QueueDocument queue -> jobs().apply(queue);
                case PodGroupDocument group -> jobs().apply(group);
                case JobDocument job -> jobs().apply(job);
                case ServiceDocument service -> services().apply(service, one.json());
            }
        } catch (BrokenRule refused) {
            outcomes.put(id, new ApplyOutcome.Refused(List.of(String.valueOf(refused.getMessage()))));
            return;
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
        return new MasterRefusal(MasterRefusal.Kind.CONFLICT, turnedOff(kind).orElse(""));
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
        switch (id.kind()) {
            case JobDocument.KIND -> jobs().delete(JobId.parse(id.name()));
            case PodGroupDocument.KIND -> {
                jobs().deleteGroup(JobId.parse(id.name()));
                forget(id);
            }
            case QueueDocument.KIND -> {
                Optional<String> refused =
                        new Admission(queues()).mayNotDelete(id.name(), jobs().unfinished(id.name()));
                if (refused.isPresent()) {
                    throw new MasterRefusal(MasterRefusal.Kind.CONFLICT, refused.get());
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

    private void forget(DocumentId id) {
        documents.remove(id);
        master.removeDocument(id.kind(), id.name());
    }

    private void known(DocumentId id) {
        forgetWhatIsGone();
        if (!documents.containsKey(id)) {
            throw new MasterRefusal(
                    MasterRefusal.Kind.UNKNOWN,
                    String.valueOf(BrokenRule.of(
                                    "There is no such thing.",
                                    id.toString(),
                                    "something that was applied and not deleted",
                                    "correct the name; 'tender get' lists what is there")
                            .getMessage()));
        }
    }

    /** Carries out an action on a job, such as AbortJob or ResumeJob. */
    public void command(JobId job, LifeAction action) {
        known(JobDocument.id(job));
        jobs().command(job, action);
    }

    /** Begins with some tasks of a job anew. */
    public void restart(JobId job, String role, Optional<Integer> index) {
        known(JobDocument.id(job));
        jobs().restart(job, role, index);
    }

    /** Begins with some instances of a service anew; with all, if none is named. */
    public void restart(JobKey service, List<Integer> instances) {
        known(ServiceDocument.id(service));
        services()
                .restart(
                        service,
                        instances.isEmpty()
                                ? new TreeSet<>(services().tasks(service).stream()
                                        .map(task -> task.instance().instance())
                                        .toList())
                                : instances);
    }

    // Views

    public Explanation explain(DocumentId id, Optional<TaskId> task) {
        known(id);
        return switch (id.kind()) {
            case JobDocument.KIND -> jobs().explain(JobId.parse(id.name()), task);
            case ServiceDocument.KIND -> services().explain(JobKey.parse(id.name()));
            default ->
                throw new MasterRefusal(
                        MasterRefusal.Kind.INVALID,
                        "Got " + id + "; expected a Job or a Service: only those wait for a place");
        };
    }

    private SortedMap<String, Queue> queues() {
        return batch.map(BatchWork::queues).orElse(Collections.emptySortedMap());
    }

    public List<WorkView.OfJob> jobViews() {
        return batch.stream()
                .flatMap(work -> work.jobs().values().stream()
                        .flatMap(job -> work.state(job.spec().id()).stream()
                                .map(state -> new WorkView.OfJob(job, state, work.framework(), json(job.id())))))
                .toList();
    }

    public List<WorkView.OfQueue> queueViews() {
        List<WorkView.OfQueue> views = new ArrayList<>();
        batch.ifPresent(work -> work.queues()
                .values()
                .forEach(queue -> views.add(new WorkView.OfQueue(
                        queue, work.unfinished(queue.name()), json(QueueDocument.id(queue.name()))))));
        return views;
    }

    public List<WorkView.OfGroup> groupViews() {
        return batch.stream()
                .flatMap(work -> work.groups().values().stream())
                .map(group -> new WorkView.OfGroup(group, json(group.id())))
                .toList();
    }

    public List<WorkView.OfService> serviceViews() {
        return services.stream()
                .flatMap(work -> work.services().entrySet().stream()
                        .map(entry -> new WorkView.OfService(
                                entry.getValue(),
                                work.tasks(entry.getKey()),
                                work.update(entry.getKey()),
                                work.framework(),
                                json(entry.getValue().id()))))
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
