package io.tender.daemon.work;

import io.tender.model.BrokenRule;
import io.tender.model.batch.JobId;
import io.tender.model.service.JobKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Ends and forgets what documents asked for, unless others need it. */
final class Deleting {
    private final Shelf shelf;

    Deleting(Shelf shelf) {
        this.shelf = shelf;
    }

    /** Ends and forgets what a document asked for. A job is gone once all its tasks have ended. */
    void delete(DocumentId id) {
        if (shelf.find(id).isEmpty() && isThereByItself(id)) {
            throw Shelf.conflict(String.valueOf(BrokenRule.of(
                            id + " cannot be deleted.",
                            "what is there without having been applied",
                            "something that was applied",
                            id.kind().equals(QueueDocument.KIND)
                                    ? "leave it, or close it by a document of its own"
                                    : "change priorityClasses in the settings")
                    .getMessage()));
        }
        shelf.known(id);
        if (shelf.find(id).orElseThrow() instanceof SessionDocument looked) {
            shelf.jobs().delete(looked);
            shelf.forget(id);
            return;
        }
        switch (id.kind()) {
            case JobDocument.KIND -> shelf.jobs().delete(JobId.parse(id.name()));
            case PriorityClassDocument.KIND -> {
                mayNotDeleteClass(id).ifPresent(refused -> {
                    throw Shelf.conflict(refused);
                });
                shelf.forget(id);
                shelf.useClasses();
            }
            case PodGroupDocument.KIND -> {
                BatchPlan plan = shelf.jobs().planWithout(JobId.parse(id.name()), new Admission(shelf.queues()));
                if (!plan.refusals().isEmpty()) {
                    throw Shelf.conflict(plan.refusals().values().stream()
                            .flatMap(List::stream)
                            .collect(Collectors.joining("\n")));
                }
                shelf.jobs().carryOut(plan, Optional.empty());
                shelf.forget(id);
            }
            case QueueDocument.KIND -> {
                Optional<String> refused = new Admission(shelf.queues())
                        .mayNotDelete(id.name(), shelf.jobs().unfinished(id.name()));
                if (refused.isPresent()) {
                    throw Shelf.conflict(refused.get());
                }
                shelf.jobs().deleteQueue(id.name());
                shelf.forget(id);
            }
            default -> {
                shelf.instances().delete(JobKey.parse(id.name()));
                shelf.forget(id);
            }
        }
    }

    private boolean isThereByItself(DocumentId id) {
        return switch (id.kind()) {
            case QueueDocument.KIND -> shelf.queues().containsKey(id.name());
            case PriorityClassDocument.KIND -> shelf.classes().byName().containsKey(id.name());
            default -> false;
        };
    }

    /** Jobs are ranked by their class again when the daemon starts, so it must be there as long as they are. */
    private Optional<String> mayNotDeleteClass(DocumentId id) {
        List<DocumentId> naming =
                shelf.batch().map(work -> work.naming(id.name())).orElse(List.of());
        boolean spare = naming.isEmpty() || shelf.ofSettings().byName().containsKey(id.name());
        return spare
                ? Optional.empty()
                : Optional.of(String.valueOf(BrokenRule.of(
                                id + " cannot be deleted.",
                                naming.size() + " that name it: "
                                        + naming.stream()
                                                .limit(WorkDesk.NAMES_SHOWN)
                                                .map(DocumentId::toString)
                                                .collect(Collectors.joining(", ")),
                                "a class that no pod group and no job names that is not over",
                                "delete them first")
                        .getMessage()));
    }
}
