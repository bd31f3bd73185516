package io.tender.core.batch;

import io.tender.spi.batch.Answer;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SimulateTask;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Optional;

/** Tells the plugins what was placed and what was taken away; in dry runs only those who want to hear of dry runs. */
final class Events {
    private final Choir choir;
    private final Ballot ballot;

    Events(Choir choir, Ballot ballot) {
        this.choir = choir;
        this.ballot = ballot;
    }

    /** A task got its place: all are told, and the first no counts. */
    Optional<Refusal> placed(SessionTask task, boolean dryRun) {
        if (dryRun) {
            simulated(HookKind.SIMULATE_ADD_TASK, task);
            return Optional.empty();
        }
        Optional<Refusal> refusal = Optional.empty();
        for (var voice : choir.of(HookKind.ALLOCATE_HANDLER)) {
            Refusal said = null;
            try {
                Answer answer = voice.hook().allocated(task);
                if (!answer.yes()) {
                    said = new Refusal(
                            voice.plugin(),
                            HookKind.ALLOCATE_HANDLER.name(),
                            Verdict.Code.UNSCHEDULABLE,
                            answer.reason());
                }
            } catch (RuntimeException thrown) {
                said = ballot.failed(voice, HookKind.ALLOCATE_HANDLER, thrown);
            }
            if (said != null && refusal.isEmpty()) {
                refusal = Optional.of(said);
            }
        }
        return refusal;
    }

    /** An eviction was taken back; nobody can object to what was. */
    void restored(SessionTask task, boolean dryRun) {
        placed(task, dryRun);
    }

    /** A task was evicted, or is about to lose its tentative place. */
    void removed(SessionTask task, boolean dryRun) {
        if (dryRun) {
            simulated(HookKind.SIMULATE_REMOVE_TASK, task);
            return;
        }
        for (var voice : choir.of(HookKind.DEALLOCATE_HANDLER)) {
            try {
                voice.hook().deallocated(task);
            } catch (RuntimeException thrown) {
                choir.fault(voice, HookKind.DEALLOCATE_HANDLER, thrown);
            }
        }
    }

    private void simulated(HookKind<SimulateTask> kind, SessionTask task) {
        Optional<NodeView> node = task.node();
        if (node.isEmpty()) {
            return;
        }
        for (Voice<SimulateTask> voice : choir.of(kind)) {
            try {
                voice.hook().changed(task, node.get());
            } catch (RuntimeException thrown) {
                choir.fault(voice, kind, thrown);
            }
        }
    }

    void enqueued(SessionJob job) {
        for (var voice : choir.of(HookKind.JOB_ENQUEUED)) {
            try {
                voice.hook().enqueued(job);
            } catch (RuntimeException thrown) {
                choir.fault(voice, HookKind.JOB_ENQUEUED, thrown);
            }
        }
    }

    /** How a plugin answered that was to bind a task. */
    sealed interface Binding {
        /** Nobody cares for it. */
        record Nobodys() implements Binding {}

        record Bound() implements Binding {}

        record Refused(Refusal refusal) implements Binding {}
    }

    /** Asks the plugins in turn until one cares for it. */
    Binding bind(SessionTask task) {
        for (var voice : choir.of(HookKind.BINDER)) {
            try {
                Optional<Answer> answer = voice.hook().bind(task, task.node().orElseThrow());
                if (answer.isPresent() && answer.get().yes()) {
                    return new Binding.Bound();
                }
                if (answer.isPresent()) {
                    return new Binding.Refused(new Refusal(
                            voice.plugin(),
                            HookKind.BINDER.name(),
                            Verdict.Code.ERROR,
                            answer.get().reason()));
                }
            } catch (RuntimeException thrown) {
                return new Binding.Refused(ballot.failed(voice, HookKind.BINDER, thrown));
            }
        }
        return new Binding.Nobodys();
    }

    void outcome(List<SessionTask> committed, List<SessionTask> aborted) {
        for (var voice : choir.of(HookKind.OUTCOME_LISTENER)) {
            try {
                voice.hook().outcome(List.copyOf(committed), List.copyOf(aborted));
            } catch (RuntimeException thrown) {
                choir.fault(voice, HookKind.OUTCOME_LISTENER, thrown);
            }
        }
    }
}
