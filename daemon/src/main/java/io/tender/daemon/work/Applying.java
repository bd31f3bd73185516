package io.tender.daemon.work;

import io.tender.core.batch.life.JobState;
import io.tender.extender.client.TraceParent;
import io.tender.model.batch.JobId;
import io.tender.model.batch.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes it so that documents are there, all that were handed in together or none of them. */
final class Applying {
    private final Shelf shelf;

    Applying(Shelf shelf) {
        this.shelf = shelf;
    }

    /**
     * @param cause the step of a trace in which this is asked for
     * @return what became of each, in the order given
     */
    List<WorkDesk.Applied> apply(List<Submitted> submitted, Optional<TraceParent> cause) {
        shelf.forgetWhatIsGone();
        Admission admission = new Admission(queuesWith(submitted));
        Map<DocumentId, ApplyOutcome> outcomes = new TreeMap<>();
        submitted.forEach(one -> outcomes.put(one.document().id(), judge(admission, one.document())));
        classConflicts(submitted, outcomes)
                .forEach((id, reason) -> outcomes.put(id, new ApplyOutcome.Refused(List.of(reason))));
        List<Submitted> toDo = submitted.stream()
                .filter(one -> isToDo(one.document().id(), outcomes))
                .sorted(Comparator.comparingInt(
                        one -> Shelf.KINDS.indexOf(one.document().id().kind())))
                .toList();
        Optional<BatchPlan> plan = shelf.batch()
                .map(work -> work.plan(toDo.stream().map(Submitted::document).toList(), admission, refused(outcomes)));
        plan.ifPresent(judged ->
                judged.refusals().forEach((id, reasons) -> outcomes.put(id, new ApplyOutcome.Refused(reasons))));
        toDo.forEach(one -> serviceRefusal(one.document())
                .ifPresent(reason -> outcomes.put(one.document().id(), new ApplyOutcome.Refused(List.of(reason)))));
        if (refused(outcomes).isEmpty()) {
            plan.ifPresent(possible -> shelf.jobs().carryOut(possible, cause));
            toDo.forEach(one -> keep(one, cause));
            shelf.useClasses();
        } else {
            toDo.forEach(one -> outcomes.computeIfPresent(
                    one.document().id(),
                    (id, outcome) -> outcome instanceof ApplyOutcome.Refused ? outcome : new ApplyOutcome.Withheld()));
        }
        return submitted.stream()
                .map(one -> one.document().id())
                .map(id -> applied(id, outcomes.getOrDefault(id, new ApplyOutcome.Unchanged())))
                .toList();
    }

    private WorkDesk.Applied applied(DocumentId id, ApplyOutcome outcome) {
        boolean changedJob =
                outcome instanceof ApplyOutcome.Changed && id.kind().equals(JobDocument.KIND);
        Optional<JobState> over =
                changedJob ? state(id).filter(job -> job.phase().isFinal()) : Optional.empty();
        return new WorkDesk.Applied(
                id,
                outcome,
                over.map(job -> id + " is " + job.phase().word()
                        + ", so nothing comes of the change: delete it and apply it again to have it run"));
    }

    private Optional<JobState> state(DocumentId job) {
        return shelf.batch().flatMap(work -> work.state(JobId.parse(job.name())));
    }

    private ApplyOutcome judge(Admission admission, Document document) {
        return shelf.turnedOff(document.id().kind())
                .<ApplyOutcome>map(off -> new ApplyOutcome.Refused(List.of(off)))
                .orElseGet(() -> admission.judge(shelf.find(document.id()), document));
    }

    /** Why some of the priority classes may not be there beside the others; those that stay as they are may. */
    private SortedMap<DocumentId, String> classConflicts(
            List<Submitted> submitted, Map<DocumentId, ApplyOutcome> outcomes) {
        TreeMap<String, PriorityClass> all = new TreeMap<>();
        shelf.appliedClasses().forEach(one -> all.put(one.name(), one));
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
        return Admission.conflicts(all.values(), changed, shelf.ofSettings());
    }

    private static Set<DocumentId> refused(Map<DocumentId, ApplyOutcome> outcomes) {
        return outcomes.entrySet().stream()
                .filter(one -> one.getValue() instanceof ApplyOutcome.Refused)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Optional<String> serviceRefusal(Document document) {
        return document instanceof ServiceDocument service
                ? shelf.services().flatMap(work -> work.refusal(service))
                : Optional.empty();
    }

    /** A job that is being deleted is as it was written, and yet not what its author wants. */
    private boolean isToDo(DocumentId id, Map<DocumentId, ApplyOutcome> outcomes) {
        boolean leaving = id.kind().equals(JobDocument.KIND)
                && state(id).filter(JobState::deleting).isPresent();
        return leaving || !(outcomes.get(id) instanceof ApplyOutcome.Unchanged);
    }

    private SortedMap<String, Queue> queuesWith(List<Submitted> submitted) {
        TreeMap<String, Queue> queues = new TreeMap<>(shelf.queues());
        for (Submitted one : submitted) {
            if (one.document() instanceof QueueDocument queue) {
                queues.put(queue.queue().name(), queue.queue());
            }
        }
        return queues;
    }

    private void keep(Submitted one, Optional<TraceParent> cause) {
        if (one.document() instanceof ServiceDocument service) {
            shelf.instances().apply(service, one.json(), cause);
        }
        shelf.keep(one);
    }
}
