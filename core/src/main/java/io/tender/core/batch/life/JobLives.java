package io.tender.core.batch.life;

import io.tender.core.batch.framework.AdoptedRun;
import io.tender.core.batch.framework.BatchListener;
import io.tender.core.batch.framework.BatchScheduler;
import io.tender.core.batch.framework.RunChange;
import io.tender.model.BrokenRule;
import io.tender.model.batch.Job;
import io.tender.model.batch.JobId;
import io.tender.model.batch.JobPhase;
import io.tender.model.batch.TaskStatus;
import io.tender.model.service.TaskId;
import io.tender.spi.AllocatorHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The lives of all jobs, between those who write jobs down and the scheduler that places their tasks.
 *
 * <p>Told of everything on its host's turns. What the scheduler says is heard on a later turn of its own, since it must not be
 * called back while it speaks. A command that makes no sense throws {@link BrokenRule} and changes nothing.
 */
public final class JobLives {
    private final AllocatorHost host;
    private final LifeListener listener;
    private final TreeMap<JobId, Entry> jobs = new TreeMap<>();
    private @Nullable BatchScheduler scheduler;

    /** What tells two gangs of one specification apart. */
    private record Shape(int version, int tasks, int blocked) {}

    /** A job that is alive or remembered. */
    private static final class Entry {
        JobSpec spec;
        JobState state;
        Shape shape = new Shape(0, 0, 0);
        boolean respecified;

        /** What the scheduler has of it; empty if nothing. */
        Optional<Job> gang = Optional.empty();

        Optional<Instant> wakeAt = Optional.empty();
        boolean told;

        Entry(JobSpec spec, JobState state) {
            this.spec = spec;
            this.state = state;
        }
    }

    public JobLives(AllocatorHost host, LifeListener listener) {
        this.host = host;
        this.listener = listener;
    }

    /** What the scheduler is to be made with. */
    public BatchListener ears() {
        return new BatchListener() {
            @Override
            public void runChanged(RunChange change) {
                host.enqueue(() -> tell(change.job(), new LifeInput.Ran(change)));
            }

            @Override
            public void phaseChanged(JobId job, JobPhase phase) {
                if (phase == JobPhase.UNKNOWN) {
                    host.enqueue(() -> tell(job, new LifeInput.NotWhole()));
                }
            }
        };
    }

    /** Gives the lives the scheduler that was made with their ears, before anything else. */
    public void drive(BatchScheduler with) {
        scheduler = with;
    }

    private BatchScheduler scheduler() {
        if (scheduler == null) {
            throw new IllegalStateException("There is no scheduler; expected drive() to be called first");
        }
        return scheduler;
    }

    // Commands

    /** Begins a job, or changes one to what is written now; what may change is for the caller to judge. */
    public void apply(JobSpec spec) {
        Entry entry = jobs.get(spec.id());
        if (entry == null) {
            // Refused by the scheduler, a job has not begun.
            Entry made = new Entry(spec, spec.beginning(host.now()));
            jobs.put(spec.id(), made);
            try {
                step(made, new LifeInput.Created());
            } catch (BrokenRule refused) {
                jobs.remove(spec.id());
                throw refused;
            }
            return;
        }
        refuseWhileDeleting(entry);
        JobSpec before = entry.spec;
        entry.spec = spec;
        entry.respecified = true;
        try {
            step(entry, new LifeInput.Updated());
        } catch (BrokenRule refused) {
            entry.spec = before;
            throw refused;
        }
    }

    private static void refuseWhileDeleting(Entry entry) {
        if (entry.state.deleting()) {
            throw BrokenRule.of(
                    "Job '" + entry.spec.id() + "' is being deleted.",
                    "a request to apply it",
                    "a job that is there, or all of whose tasks have ended",
                    "apply it again once it is gone");
        }
    }

    /** Why some of these could not be applied, one after the other, by job; nothing changes. */
    public SortedMap<JobId, String> refused(Collection<JobSpec> specs) {
        SortedMap<JobId, String> refused = new TreeMap<>();
        List<Job> gangs = new ArrayList<>();
        for (JobSpec spec : specs) {
            try {
                gangAfter(spec).ifPresent(gangs::add);
            } catch (BrokenRule impossible) {
                refused.put(spec.id(), String.valueOf(impossible.getMessage()));
            }
        }
        refused.putAll(scheduler().refused(gangs));
        return refused;
    }

    /** What the scheduler would have of a job after it was applied. */
    private Optional<Job> gangAfter(JobSpec spec) {
        Entry entry = jobs.get(spec.id());
        if (entry != null) {
            refuseWhileDeleting(entry);
        }
        JobState before = entry == null ? spec.beginning(host.now()) : entry.state;
        LifeInput input = entry == null ? new LifeInput.Created() : new LifeInput.Updated();
        LifeStep step = JobLife.step(spec, before, input, host.now());
        return step.placed() ? Optional.of(spec.gang(step.state())) : Optional.empty();
    }

    /** Carries out an action on a job as a whole; one that would change nothing is refused. */
    public void command(JobId job, LifeAction action) {
        Entry entry = known(job);
        refuseIdle(entry, action);
        step(entry, new LifeInput.Asked(action, "", -1));
    }

    /** Begins with some tasks of a job anew: all of a role, or one of them. */
    public void restart(JobId job, String role, Optional<Integer> index) {
        Entry entry = known(job);
        if (!hasTask(job, role, index)) {
            throw BrokenRule.of(
                    "Job '" + job + "' has no such task.",
                    "'" + role + index.map(i -> "-" + i).orElse("") + "'",
                    "one of " + entry.spec.roles().stream().map(RoleSpec::name).toList(),
                    "correct the name or the number");
        }
        LifeAction action = index.isEmpty() ? LifeAction.RESTART_TASK : LifeAction.RESTART_POD;
        refuseIdle(entry, action);
        boolean begun = entry.state.tasks().stream()
                .filter(task -> task.role().equals(role)
                        && index.filter(i -> i != task.index()).isEmpty())
                .allMatch(task -> task.phase() != TaskPhase.BLOCKED);
        if (!begun) {
            throw BrokenRule.of(
                    "Tasks '" + role + "' of job '" + job + "' have not begun.",
                    "a request to restart them",
                    "tasks whose dependencies have begun",
                    "restart them later; they start by themselves");
        }
        step(entry, new LifeInput.Asked(action, role, index.orElse(-1)));
    }

    /** Whether a job has a task of that role, and of that number if one is given. */
    public boolean hasTask(JobId job, String role, Optional<Integer> index) {
        return spec(job)
                .flatMap(spec -> spec.role(role))
                .filter(tasks ->
                        index.filter(i -> i < 0 || i >= tasks.replicas()).isEmpty())
                .isPresent();
    }

    /** As with Volcano a job that is over or about to be heeds no action, and one that was stopped only that it go on. */
    private static void refuseIdle(Entry entry, LifeAction action) {
        LifePhase phase = entry.state.phase();
        boolean stopped = phase == LifePhase.ABORTING || phase == LifePhase.ABORTED;
        boolean resumes = action == LifeAction.RESUME_JOB;
        boolean heeded = !entry.state.deleting() && (resumes ? stopped : phase.isActive());
        if (!heeded) {
            throw BrokenRule.of(
                    "Job '" + entry.spec.id() + "' is " + phase.word() + ", so " + action.word() + " would do nothing.",
                    action.word() + " of a job that is " + (entry.state.deleting() ? "being deleted" : phase.word()),
                    resumes ? "a job that is Aborting or Aborted" : "a job that is Pending, Running or Restarting",
                    entry.state.deleting() || !(stopped || phase.isActive())
                            ? "apply the job again once it is deleted"
                            : stopped ? "resume it first" : "nothing; it was not stopped");
        }
    }

    /** Ends a job and forgets it once all its tasks have ended. */
    public void delete(JobId job) {
        step(known(job), new LifeInput.Deleted());
    }

    private Entry known(JobId job) {
        Entry entry = jobs.get(job);
        if (entry == null) {
            throw BrokenRule.of("There is no such job.", "'" + job + "'", "a known job", "apply it first");
        }
        return entry;
    }

    /**
     * Takes a job back as it was before a restart of the program, before offers arrive.
     *
     * @param runs every run of the job that the master still knows; the scheduler asks what became of them when it connects
     */
    public void restore(JobSpec spec, JobState state, List<AdoptedRun> runs) {
        Entry entry = new Entry(spec, state);
        if (jobs.putIfAbsent(spec.id(), entry) != null) {
            throw BrokenRule.of(
                    "There is a job of that name.", "'" + spec.id() + "' again", "a new name", "restore it once");
        }
        LeftRuns left = new LeftRuns(spec.id(), runs, state.runs());
        List<LifeInput> unheard = left.unheard();
        if (!unheard.isEmpty()) {
            entry.state = JobLife.step(spec, state, unheard, host.now()).state();
        }
        LifeStep step = JobLife.step(spec, entry.state, new LifeInput.Woken(), host.now());
        Optional<Job> gang = step.placed() ? Optional.of(spec.gang(step.state())) : Optional.empty();
        List<AdoptedRun> wanted = left.wanted(gang, step.state());
        Set<TaskId> adopted = wanted.stream().map(AdoptedRun::launched).collect(Collectors.toSet());
        left.all().stream()
                .filter(run -> !adopted.contains(run.launched()))
                .forEach(run -> scheduler().end(spec.id(), run));
        gang.ifPresent(some -> {
            Map<TaskId, TaskStatus> over = over(spec.id(), step.state());
            wanted.forEach(run -> over.remove(run.task()));
            scheduler().adopt(some, over, wanted);
            step.restarts().forEach(scheduler()::restart);
        });
        entry.gang = gang;
        entry.shape = shape(step.state());
        carryOut(entry, step);
        List<LifeInput> lost = left.lost();
        if (!lost.isEmpty()) {
            step(entry, lost);
        }
    }

    // Steps

    private void tell(JobId job, LifeInput input) {
        Entry entry = jobs.get(job);
        if (entry != null) {
            step(entry, input);
        }
    }

    private void step(Entry entry, LifeInput input) {
        step(entry, List.of(input));
    }

    private void step(Entry entry, List<LifeInput> inputs) {
        LifeStep step = JobLife.step(entry.spec, entry.state, inputs, host.now());
        push(entry, step);
        carryOut(entry, step);
    }

    /** Brings the scheduler to what the job wants of it now. */
    private void push(Entry entry, LifeStep step) {
        if (!step.placed()) {
            if (entry.gang.isPresent()) {
                scheduler().remove(entry.spec.id());
                entry.gang = Optional.empty();
            }
            return;
        }
        Shape shape = shape(step.state());
        if (entry.gang.isPresent() && entry.shape.version() != shape.version()) {
            // It began anew within one step, as nothing was left that had to end first.
            scheduler().remove(entry.spec.id());
            entry.gang = Optional.empty();
        }
        if (entry.gang.isEmpty()) {
            Job gang = entry.spec.gang(step.state());
            scheduler().adopt(gang, over(entry.spec.id(), step.state()), List.of());
            entry.gang = Optional.of(gang);
        } else if (entry.respecified || !entry.shape.equals(shape)) {
            Job gang = entry.spec.gang(step.state());
            if (!entry.gang.get().equals(gang)) {
                scheduler().change(gang);
            }
            entry.gang = Optional.of(gang);
        }
        entry.shape = shape;
        entry.respecified = false;
        step.restarts().forEach(scheduler()::restart);
    }

    /** What the gang is made of, told apart without making it: most of what happens leaves it as it is. */
    private static Shape shape(JobState state) {
        return new Shape(state.version(), state.tasks().size(), state.count(TaskPhase.BLOCKED));
    }

    private void carryOut(Entry entry, LifeStep step) {
        JobState before = entry.state;
        boolean first = !entry.told;
        entry.told = true;
        entry.state = step.state();
        if (step.forget()) {
            jobs.remove(entry.spec.id());
            listener.jobGone(entry.spec.id());
            return;
        }
        if (first) {
            listener.jobChanged(entry.spec.id(), JobChange.all(entry.state), entry.state);
        } else if (!before.equals(entry.state)) {
            listener.jobChanged(entry.spec.id(), JobChange.between(before, entry.state), entry.state);
        }
        if (step.wakeAt().isPresent() && !step.wakeAt().equals(entry.wakeAt)) {
            entry.wakeAt = step.wakeAt();
            wake(entry, step.wakeAt().get());
        }
    }

    private void wake(Entry entry, Instant due) {
        Duration until = Duration.between(host.now(), due);
        host.after(until.isNegative() ? Duration.ZERO : until, () -> {
            if (jobs.get(entry.spec.id()) == entry) {
                entry.wakeAt = Optional.empty();
                step(entry, new LifeInput.Woken());
            }
        });
    }

    /** Tasks that are over, or pause after they were, as the scheduler is told of them. */
    private static Map<TaskId, TaskStatus> over(JobId job, JobState state) {
        Map<TaskId, TaskStatus> over = new TreeMap<>();
        for (TaskLife task : state.tasks()) {
            if (task.phase() == TaskPhase.SUCCEEDED) {
                over.put(task.id(job), TaskStatus.SUCCEEDED);
            } else if (task.phase() == TaskPhase.FAILED || task.phase() == TaskPhase.BACKING_OFF) {
                over.put(task.id(job), TaskStatus.FAILED);
            }
        }
        return over;
    }

    // Views

    public Optional<JobState> state(JobId job) {
        return Optional.ofNullable(jobs.get(job)).map(entry -> entry.state);
    }

    public Optional<JobSpec> spec(JobId job) {
        return Optional.ofNullable(jobs.get(job)).map(entry -> entry.spec);
    }

    /** All jobs, by name. */
    public SortedMap<JobId, JobState> all() {
        TreeMap<JobId, JobState> all = new TreeMap<>();
        jobs.forEach((id, entry) -> all.put(id, entry.state));
        return all;
    }
}
