package io.tender.daemon.work;

import io.tender.core.batch.life.LifePhase;
import io.tender.model.batch.Queue;
import io.tender.model.service.JobKey;
import io.tender.spi.batch.SessionData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was applied, and what has become of it. Used on the master's turns. */
public final class WorkViews {
    private final Shelf shelf;

    WorkViews(Shelf shelf) {
        this.shelf = shelf;
    }

    /** How many jobs are in each phase. */
    public SortedMap<LifePhase, Long> jobsByPhase() {
        TreeMap<LifePhase, Long> counts = new TreeMap<>();
        shelf.batch()
                .ifPresent(work -> work.jobs()
                        .keySet()
                        .forEach(
                                job -> work.state(job).ifPresent(state -> counts.merge(state.phase(), 1L, Long::sum))));
        return Collections.unmodifiableSortedMap(counts);
    }

    /** The figures of the scheduler of services, under Aurora's names; none if it is turned off. */
    public SortedMap<String, Long> serviceMetrics() {
        return shelf.services().map(ServiceWork::metrics).orElse(Collections.emptySortedMap());
    }

    /** One thing that was applied, or the queue that is there by itself; empty if there is no such thing. */
    public Optional<WorkView> find(DocumentId id) {
        if (id.kind().equals(QueueDocument.KIND)) {
            return shelf.batch()
                    .flatMap(work -> Optional.ofNullable(work.queues().get(id.name()))
                            .<WorkView>map(queue -> view(queue, work.unfinished(queue.name()))));
        }
        if (id.kind().equals(PriorityClassDocument.KIND)) {
            return Optional.ofNullable(shelf.classes().byName().get(id.name())).map(this::view);
        }
        return shelf.find(id).flatMap(this::view);
    }

    private Optional<WorkView> view(Document document) {
        return switch (document) {
            case JobDocument applied ->
                shelf.batch()
                        .flatMap(work -> Optional.ofNullable(
                                        work.jobs().get(applied.spec().id()))
                                .<WorkView>flatMap(job -> view(work, job)));
            case ServiceDocument service ->
                shelf.services()
                        .<WorkView>map(work -> view(
                                work,
                                service,
                                work.lastEnds(
                                        service.config().job(),
                                        work.tasks(service.config().job()))));
            case PodGroupDocument group -> shelf.batch().<WorkView>map(work -> view(group));
            case SessionDocument looked -> Optional.of(view(looked));
            // Some of these are there without having been applied.
            case QueueDocument queue -> Optional.empty();
            case PriorityClassDocument one -> Optional.empty();
        };
    }

    private Optional<WorkView.OfJob> view(BatchWork work, JobDocument job) {
        return work.state(job.spec().id())
                .map(state -> new WorkView.OfJob(job, state, work.framework(), shelf.json(job.id())));
    }

    private WorkView.OfQueue view(Queue queue, int unfinished) {
        return new WorkView.OfQueue(queue, unfinished, shelf.json(QueueDocument.id(queue.name())));
    }

    private WorkView.OfGroup view(PodGroupDocument group) {
        return new WorkView.OfGroup(group, shelf.json(group.id()));
    }

    private WorkView.OfService view(ServiceWork work, ServiceDocument service, SortedMap<Integer, LastEnd> ended) {
        JobKey job = service.config().job();
        return new WorkView.OfService(
                service, work.tasks(job), ended, work.update(job), work.framework(), shelf.json(service.id()));
    }

    public List<WorkView.OfJob> jobs() {
        return shelf.batch().stream()
                .flatMap(work -> work.jobs().values().stream().flatMap(job -> view(work, job).stream()))
                .toList();
    }

    public List<WorkView.OfQueue> queues() {
        List<WorkView.OfQueue> views = new ArrayList<>();
        shelf.batch().ifPresent(work -> {
            Map<String, Integer> unfinished = work.unfinished();
            work.queues().values().forEach(queue -> views.add(view(queue, unfinished.getOrDefault(queue.name(), 0))));
        });
        return views;
    }

    public List<WorkView.OfGroup> groups() {
        return shelf.batch().stream()
                .flatMap(work -> work.groups().values().stream())
                .map(this::view)
                .toList();
    }

    /** What batch sessions look at that was applied. */
    public Set<SessionData> sessionData() {
        Set<SessionData> there = EnumSet.noneOf(SessionData.class);
        for (Document document : shelf.all()) {
            if (document instanceof SessionDocument looked) {
                there.add(looked.data());
            }
        }
        return there;
    }

    /** All priority classes there are, those of the settings included. */
    public List<WorkView.OfClass> classes() {
        return shelf.classes().byName().values().stream().map(this::view).toList();
    }

    private WorkView.OfClass view(PriorityClass one) {
        boolean given = shelf.ofSettings().byName().containsKey(one.name());
        WorkView.Source source = !given
                ? WorkView.Source.DOCUMENT
                : PriorityClass.isName(one.name()) ? WorkView.Source.SETTINGS : WorkView.Source.SYSTEM;
        return new WorkView.OfClass(one, source, shelf.json(PriorityClassDocument.id(one.name())));
    }

    /** What sessions look at beside jobs and queues, of one kind. */
    public List<WorkView.OfSessions> ofSessions(String kind) {
        return shelf.all().stream()
                .filter(document -> document.id().kind().equals(kind))
                .filter(SessionDocument.class::isInstance)
                .map(document -> view((SessionDocument) document))
                .toList();
    }

    private WorkView.OfSessions view(SessionDocument looked) {
        return new WorkView.OfSessions(looked, shelf.json(looked.id()));
    }

    public List<WorkView.OfService> services() {
        return shelf.services().stream()
                .flatMap(work -> work.services().values().stream()
                        .map(service -> view(work, service, Collections.emptySortedMap())))
                .toList();
    }
}
