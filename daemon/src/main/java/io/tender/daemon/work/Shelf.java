package io.tender.daemon.work;

import io.tender.daemon.master.Master;
import io.tender.daemon.master.MasterRefusal;
import io.tender.model.BrokenRule;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The documents that were applied, kept with the master, and the schedulers they are given to, if there are any. */
final class Shelf {
    /** Each kind behind those that its documents may name. */
    static final List<String> KINDS = List.of(
            PriorityClassDocument.KIND,
            HyperNodeDocument.KIND,
            QuotaDocument.KIND,
            BudgetDocument.KIND,
            QueueDocument.KIND,
            PodGroupDocument.KIND,
            JobDocument.KIND,
            ServiceDocument.KIND);

    private final Master master;
    private final Documents reader;
    private final TreeMap<DocumentId, Document> documents = new TreeMap<>();
    private Optional<BatchWork> batch = Optional.empty();
    private Optional<ServiceWork> services = Optional.empty();

    Shelf(Master master, Documents reader) {
        this.master = master;
        this.reader = reader;
    }

    // Schedulers

    void runJobs(BatchWork work) {
        batch = Optional.of(work);
    }

    void runServices(ServiceWork work) {
        services = Optional.of(work);
    }

    /** Empty if it is turned off. */
    Optional<BatchWork> batch() {
        return batch;
    }

    /** Empty if it is turned off. */
    Optional<ServiceWork> services() {
        return services;
    }

    BatchWork jobs() {
        return batch.orElseThrow(() -> off(JobDocument.KIND));
    }

    ServiceWork instances() {
        return services.orElseThrow(() -> off(ServiceDocument.KIND));
    }

    private MasterRefusal off(String kind) {
        return conflict(turnedOff(kind).orElse(""));
    }

    /** Why nothing can be done with documents of a kind; empty if it can. */
    Optional<String> turnedOff(String kind) {
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

    SortedMap<String, Queue> queues() {
        return batch.map(BatchWork::queues).orElse(Collections.emptySortedMap());
    }

    // Documents

    /** Takes up what was kept. */
    void recover() {
        for (String kind : KINDS) {
            for (io.tender.daemon.master.Document kept :
                    List.copyOf(master.documents().all(kind))) {
                DocumentId id = new DocumentId(kind, kept.key());
                documents.put(id, reader.readJson(id, kept.json()));
            }
            useClasses();
        }
    }

    Collection<Document> all() {
        return Collections.unmodifiableCollection(documents.values());
    }

    Optional<Document> find(DocumentId id) {
        return Optional.ofNullable(documents.get(id));
    }

    void keep(Submitted one) {
        DocumentId id = one.document().id();
        documents.put(id, one.document());
        master.putDocument(id.kind(), id.name(), one.json());
    }

    void forget(DocumentId id) {
        documents.remove(id);
        master.removeDocument(id.kind(), id.name());
    }

    /** Jobs end by themselves, and take their documents with them. */
    void forgetWhatIsGone() {
        batch.ifPresent(work -> documents
                .keySet()
                .removeIf(
                        id -> id.kind().equals(JobDocument.KIND) && !work.jobs().containsKey(JobId.parse(id.name()))));
    }

    /** Refuses what is about something that is not there. */
    void known(DocumentId id) {
        forgetWhatIsGone();
        if (!documents.containsKey(id)) {
            throw unknown(
                    "There is no such thing.",
                    id.toString(),
                    "something that was applied and not deleted",
                    "correct the name; 'tender get' lists what is there");
        }
    }

    /** What was written, as JSON. */
    String json(DocumentId id) {
        return master.documents()
                .find(id.kind(), id.name())
                .map(io.tender.daemon.master.Document::json)
                .orElse("{}");
    }

    // Priority classes

    PriorityClasses ofSettings() {
        return reader.ofSettings();
    }

    /** Those of the settings, and those that were applied. */
    PriorityClasses classes() {
        return reader.priorityClasses();
    }

    List<PriorityClass> appliedClasses() {
        return documents.values().stream()
                .filter(PriorityClassDocument.class::isInstance)
                .map(document -> ((PriorityClassDocument) document).priorityClass())
                .toList();
    }

    /** From now on jobs are read with the classes that are applied now. */
    void useClasses() {
        reader.useApplied(appliedClasses());
    }

    // Refusals

    static MasterRefusal conflict(String message) {
        return new MasterRefusal(MasterRefusal.Kind.CONFLICT, message);
    }

    static MasterRefusal unknown(String problem, String got, String expected, String advice) {
        return new MasterRefusal(
                MasterRefusal.Kind.UNKNOWN,
                String.valueOf(BrokenRule.of(problem, got, expected, advice).getMessage()));
    }
}
