package io.tender.core.batch.framework;

import io.tender.model.AgentId;
import io.tender.model.batch.JobId;
import io.tender.model.service.TaskId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The attempts to run tasks that the master knows of, and which of them is a task's present one. */
final class Runs {
    private final Map<TaskId, Run> byLaunch = new HashMap<>();
    private final Map<TaskId, Run> byTask = new HashMap<>();
    private long attempts;

    /** The number of the latest launch, of this life or of those before it. */
    long launchesSoFar() {
        return attempts;
    }

    /** Launches from now on are numbered above this. */
    void numberFrom(long launchesSoFar) {
        attempts = Math.max(attempts, launchesSoFar);
    }

    Run begin(TaskId task, JobId job, AgentId agent) {
        Run run = new Run(new TaskId(task + "." + ++attempts), task, job, agent, false);
        put(run);
        return run;
    }

    /** Takes in a run as its task's present one. */
    void put(Run run) {
        byLaunch.put(run.launched(), run);
        byTask.put(run.task(), run);
    }

    /** Takes in a run that is to end and is nobody's any more. */
    void putOrphan(Run run) {
        byLaunch.put(run.launched(), run);
    }

    /** Its task is nobody's any more; it is heard of until it has ended. */
    void orphan(Run run) {
        byTask.remove(run.task(), run);
        byLaunch.put(run.launched(), run.leaving());
    }

    /** Forgets a run that is over; true if it was its task's present one. */
    boolean end(Run run) {
        byLaunch.remove(run.launched());
        return byTask.remove(run.task(), run);
    }

    Optional<Run> launchedAs(TaskId launched) {
        return Optional.ofNullable(byLaunch.get(launched));
    }

    Optional<Run> of(TaskId task) {
        return Optional.ofNullable(byTask.get(task));
    }

    boolean isPresent(Run run) {
        return run.equals(byTask.get(run.task()));
    }

    List<Run> ofJob(JobId job) {
        return select(run -> run.job().equals(job));
    }

    List<Run> on(AgentId agent) {
        return select(run -> run.agent().equals(agent));
    }

    private List<Run> select(Predicate<Run> wanted) {
        return byLaunch.values().stream()
                .filter(wanted)
                .sorted(Comparator.comparing(Run::launched))
                .toList();
    }

    boolean isEmpty() {
        return byLaunch.isEmpty();
    }

    /** All that the master is asked about. */
    List<TaskId> launches() {
        return byLaunch.keySet().stream().sorted().toList();
    }
}
