package io.tender.core.batch.life;

import io.tender.core.batch.framework.AdoptedRun;
import io.tender.core.batch.framework.RunChange;
import io.tender.model.AgentId;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is left of a job's runs after a restart of the program: those the master knows, beside those the job knew. */
final class LeftRuns {
    private final JobId job;
    private final List<AdoptedRun> runs;
    private final Map<TaskId, AdoptedRun> latest = new HashMap<>();
    private final List<TaskId> known;

    LeftRuns(JobId job, List<AdoptedRun> runs, List<TaskId> known) {
        this.job = job;
        this.runs = runs.stream()
                .sorted(Comparator.comparingLong(AdoptedRun::attempt))
                .toList();
        this.known = known;
        this.runs.forEach(run -> latest.put(run.task(), run));
    }

    /** Launches may have been remembered that the job had not heard of yet. */
    List<LifeInput> unheard() {
        Set<TaskId> heard = new HashSet<>(known);
        return latest.values().stream()
                .filter(run -> !heard.contains(run.launched()))
                .sorted(Comparator.comparing(AdoptedRun::launched))
                .map(run -> heardOf(run.task(), run.launched(), run.agent(), TaskState.ASSIGNED, ""))
                .toList();
    }

    /** A run that nobody knows any more has ended, nobody knows how. */
    List<LifeInput> lost() {
        Set<TaskId> alive = new HashSet<>();
        runs.forEach(run -> alive.add(run.launched()));
        return known.stream()
                .filter(run -> !alive.contains(run))
                .map(run ->
                        heardOf(taskOf(run), run, new AgentId("unknown"), TaskState.LOST, "nobody knows it any more"))
                .toList();
    }

    private static TaskId taskOf(TaskId launched) {
        String id = launched.value();
        return new TaskId(id.substring(0, Math.max(1, id.lastIndexOf('.'))));
    }

    private LifeInput heardOf(TaskId task, TaskId launched, AgentId agent, TaskState how, String message) {
        return new LifeInput.Ran(new RunChange(job, task, launched, agent, how, false, Optional.empty(), message));
    }

    /** Those that go on: the latest of each task of the gang that is not over. */
    List<AdoptedRun> wanted(Optional<Job> gang, JobState state) {
        Set<TaskId> open = new HashSet<>();
        gang.ifPresent(some -> some.tasks().forEach(task -> open.add(task.id())));
        state.tasks().stream().filter(task -> task.phase().isOver()).forEach(task -> open.remove(task.id(job)));
        return runs.stream()
                .filter(run -> open.contains(run.task()) && run.equals(latest.get(run.task())))
                .toList();
    }

    /** All of them, the first launched first. */
    List<AdoptedRun> all() {
        return runs;
    }
}
