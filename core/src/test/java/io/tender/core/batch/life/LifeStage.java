package io.tender.core.batch.life;

import io.tender.core.batch.framework.RunChange;
import io.tender.model.AgentId;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One job whose tasks do what a test says, with short words for it. */
final class LifeStage {
    static final JobId JOB = new JobId("ns", "train");

    JobSpec spec;
    JobState state;
    Instant now = Instant.EPOCH;
    LifeStep last;
    private final Map<String, TaskId> launched = new HashMap<>();
    private int launches;

    LifeStage(JobSpec spec) {
        this.spec = spec;
        this.state = spec.beginning(now);
        this.last = tell(new LifeInput.Created());
    }

    /** A job of some workers of which so many are needed. */
    static JobSpec workers(int count, int least) {
        return job(least, role("worker", count));
    }

    static JobSpec job(int least, RoleSpec... roles) {
        return JobSpec.of(Job.builder(JOB).minAvailable(least).build(), roles);
    }

    static RoleSpec role(String name, int count) {
        return RoleSpec.of(
                TaskTemplate.builder(name, ResourceList.parse("cpu=1")).build(), count);
    }

    LifeStep tell(LifeInput input) {
        JobState before = state;
        last = JobLife.step(spec, state, input, now);
        state = last.state();
        // Whoever remembers the changes alone must come to the same.
        if (!JobChange.between(before, state).applyTo(Optional.of(before)).equals(state)
                || !JobChange.all(state).applyTo(Optional.empty()).equals(state)) {
            throw new AssertionError("changes do not add up to " + state);
        }
        return last;
    }

    private LifeStep run(String task, TaskState how, boolean asked, Optional<Integer> code) {
        int dash = task.lastIndexOf('-');
        TaskId id = JobSpec.taskId(JOB, task.substring(0, dash), Integer.parseInt(task.substring(dash + 1)));
        TaskId as = launched.getOrDefault(task, id);
        return tell(new LifeInput.Ran(new RunChange(JOB, id, as, new AgentId("a"), how, asked, code, "")));
    }

    /** Sends tasks to an agent and lets them start. */
    LifeStage start(String... tasks) {
        for (String task : tasks) {
            launched.put(task, new TaskId("ns.train." + task.replace('-', '.') + "." + ++launches));
            run(task, TaskState.ASSIGNED, false, Optional.empty());
            run(task, TaskState.RUNNING, false, Optional.empty());
        }
        return this;
    }

    LifeStage finish(String... tasks) {
        for (String task : tasks) {
            run(task, TaskState.FINISHED, false, Optional.of(0));
        }
        return this;
    }

    LifeStage fail(String task, int code) {
        run(task, TaskState.FAILED, false, Optional.of(code));
        return this;
    }

    /** The scheduler needed its place, or its agent went. */
    LifeStage evict(String task) {
        run(task, TaskState.KILLED, true, Optional.empty());
        return this;
    }

    /** What was asked to end has ended. */
    LifeStage gone(String... tasks) {
        for (String task : tasks) {
            run(task, TaskState.KILLED, true, Optional.of(143));
        }
        return this;
    }

    LifeStage ask(LifeAction action) {
        tell(new LifeInput.Asked(action, "", -1));
        return this;
    }

    LifeStage pass(Duration time) {
        now = now.plus(time);
        tell(new LifeInput.Woken());
        return this;
    }

    LifeStage change(JobSpec to) {
        spec = to;
        tell(new LifeInput.Updated());
        return this;
    }

    /** The gang the scheduler should have now. */
    Optional<Job> gang() {
        return last.placed() ? Optional.of(spec.gang(state)) : Optional.empty();
    }

    /** The tasks the scheduler should have now. */
    List<String> wanted() {
        List<String> names = new ArrayList<>();
        gang().ifPresent(gang -> gang.tasks().forEach(task -> names.add(task.role() + "-" + task.index())));
        return names;
    }

    /** Each task with its phase. */
    String tasks() {
        return state.tasks().stream()
                .map(task -> task.role() + "-" + task.index() + " " + task.phase())
                .collect(Collectors.joining(", "));
    }

    List<String> restarts() {
        return last.restarts().stream()
                .map(id -> id.value().substring("ns.train.".length()).replace('.', '-'))
                .toList();
    }
}
