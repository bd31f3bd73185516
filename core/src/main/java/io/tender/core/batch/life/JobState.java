package io.tender.core.batch.life;

import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All that is known of a job's life at one moment: with its specification enough to go on after a restart.
 *
 * @param why what brought it into its phase, for people; may be blank
 * @param retries how often it was restarted
 * @param version counts its beginnings: what is heard of an earlier one no longer matters
 * @param since when it came into its phase
 * @param finished when it was over
 * @param clearing whether a restart waits until everything has ended
 * @param deleting whether it is forgotten as soon as everything has ended
 * @param runs the runs that are not over, those of earlier versions included
 */
public record JobState(
        LifePhase phase,
        String why,
        int retries,
        int version,
        Instant created,
        Instant since,
        Optional<Instant> finished,
        boolean clearing,
        boolean deleting,
        List<TaskLife> tasks,
        List<TaskId> runs,
        List<DelayedAction> delayed) {
    public JobState {
        tasks = List.copyOf(tasks);
        runs = List.copyOf(runs);
        delayed = List.copyOf(delayed);
    }

    /**
     * Whether a task neither goes on nor is over by itself: its job was ended around it, and its run has ended or never began. It
     * keeps the phase it was in.
     */
    public Predicate<TaskLife> stopped() {
        Set<TaskId> alive = new HashSet<>(runs);
        return task -> !phase.isActive()
                && !task.phase().isOver()
                && task.launched().filter(alive::contains).isEmpty();
    }

    /** How many tasks are in that phase. */
    public int count(TaskPhase wanted) {
        return (int) tasks.stream().filter(task -> task.phase() == wanted).count();
    }
}
