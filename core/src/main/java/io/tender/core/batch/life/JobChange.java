package io.tender.core.batch.life;

import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is different between two states of a job: small enough to be remembered each time, however many tasks the job has.
 *
 * @param all whether the tasks are all there are now; otherwise they replace those of the same role and number
 * @param begun runs that are new
 * @param ended runs that are over
 */
public record JobChange(
        LifePhase phase,
        String why,
        int retries,
        int version,
        Instant created,
        Instant since,
        Optional<Instant> finished,
        boolean clearing,
        boolean deleting,
        boolean all,
        List<TaskLife> tasks,
        List<TaskId> begun,
        List<TaskId> ended,
        List<DelayedAction> delayed) {
    public JobChange {
        tasks = List.copyOf(tasks);
        begun = List.copyOf(begun);
        ended = List.copyOf(ended);
        delayed = List.copyOf(delayed);
    }

    /** A task among those of its job. */
    private record Seat(String role, int index) {
        static Seat of(TaskLife task) {
            return new Seat(task.role(), task.index());
        }
    }

    /** What makes the second state of the first. */
    public static JobChange between(JobState before, JobState after) {
        boolean sameSeats = before.tasks().size() == after.tasks().size();
        List<TaskLife> changed = new ArrayList<>();
        for (int i = 0; sameSeats && i < after.tasks().size(); i++) {
            TaskLife was = before.tasks().get(i);
            TaskLife is = after.tasks().get(i);
            sameSeats = was.index() == is.index() && was.role().equals(is.role());
            if (!was.equals(is)) {
                changed.add(is);
            }
        }
        Set<TaskId> ran = new HashSet<>(before.runs());
        Set<TaskId> run = new HashSet<>(after.runs());
        return new JobChange(
                after.phase(),
                after.why(),
                after.retries(),
                after.version(),
                after.created(),
                after.since(),
                after.finished(),
                after.clearing(),
                after.deleting(),
                !sameSeats,
                sameSeats ? changed : after.tasks(),
                after.runs().stream().filter(id -> !ran.contains(id)).toList(),
                before.runs().stream().filter(id -> !run.contains(id)).toList(),
                after.delayed());
    }

    /** All of a state, for one who knows nothing of the job yet. */
    public static JobChange all(JobState state) {
        return new JobChange(
                state.phase(),
                state.why(),
                state.retries(),
                state.version(),
                state.created(),
                state.since(),
                state.finished(),
                state.clearing(),
                state.deleting(),
                true,
                state.tasks(),
                state.runs(),
                List.of(),
                state.delayed());
    }

    /** The state after it; the first change of a job needs no state before it. */
    public JobState applyTo(Optional<JobState> before) {
        LinkedHashSet<TaskId> runs =
                new LinkedHashSet<>(before.map(JobState::runs).orElse(List.of()));
        ended.forEach(runs::remove);
        runs.addAll(begun);
        List<TaskLife> after = new ArrayList<>(tasks);
        if (!all) {
            Map<Seat, TaskLife> changed = new HashMap<>();
            tasks.forEach(task -> changed.put(Seat.of(task), task));
            after = new ArrayList<>(before.map(JobState::tasks).orElse(List.of()));
            after.replaceAll(task -> changed.getOrDefault(Seat.of(task), task));
        }
        return new JobState(
                phase,
                why,
                retries,
                version,
                created,
                since,
                finished,
                clearing,
                deleting,
                after,
                List.copyOf(runs),
                delayed);
    }
}
