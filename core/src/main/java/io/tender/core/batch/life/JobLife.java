package io.tender.core.batch.life;

import io.tender.core.batch.framework.RunChange;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One step in the life of a job: its specification, its state and what it is told make its next state and what is to be done.
 * Mutable while the step is taken; nothing of it is kept.
 */
final class JobLife {
    private final JobSpec spec;
    private final Instant now;
    private final JobTasks tasks;
    private final LinkedHashSet<TaskId> runs;
    private final Delays delays;
    private final List<TaskId> restarts = new ArrayList<>();
    private final Instant created;
    private LifePhase phase;
    private String why;
    private int retries;
    private int version;
    private Instant since;
    private Optional<Instant> finished;
    private boolean clearing;
    private boolean deleting;

    private JobLife(JobSpec spec, JobState state, Instant now) {
        this.spec = spec;
        this.now = now;
        this.tasks = new JobTasks(spec, state.tasks());
        this.runs = new LinkedHashSet<>(state.runs());
        this.delays = new Delays(state.delayed());
        this.created = state.created();
        this.phase = state.phase();
        this.why = state.why();
        this.retries = state.retries();
        this.version = state.version();
        this.since = state.since();
        this.finished = state.finished();
        this.clearing = state.clearing();
        this.deleting = state.deleting();
    }

    static LifeStep step(JobSpec spec, JobState state, LifeInput input, Instant now) {
        return step(spec, state, List.of(input), now);
    }

    /** One step for all that was heard at once: what follows from it is thought of when everything is known. */
    static LifeStep step(JobSpec spec, JobState state, List<LifeInput> inputs, Instant now) {
        JobLife life = new JobLife(spec, state, now);
        inputs.forEach(life::take);
        life.settle();
        return life.result();
    }

    private void take(LifeInput input) {
        switch (input) {
            case LifeInput.Created created -> makeTasks();
            case LifeInput.Updated updated -> {
                if (phase.isActive() && !clearing) {
                    makeTasks();
                    happened(LifeEvent.JOB_UPDATED, Optional.empty(), "", -1);
                }
            }
            case LifeInput.Asked asked ->
                act(asked.action(), asked.role(), asked.index(), LifeEvent.COMMAND_ISSUED.word());
            case LifeInput.Deleted deleted -> delete();
            case LifeInput.Ran ran -> ran(ran.change());
            case LifeInput.NotWhole notWhole -> happened(LifeEvent.UNKNOWN, Optional.empty(), "", -1);
            case LifeInput.Woken woken -> woken();
        }
    }

    private void delete() {
        deleting = true;
        if (!phase.isFinal() && phase != LifePhase.ABORTED) {
            enter(LifePhase.TERMINATING, "deleted");
        }
    }

    // Tasks

    /** Makes the tasks be those of the specification; the ones that are there stay as they are. */
    private void makeTasks() {
        Map<String, Map<Integer, TaskLife>> before = tasks.byRole();
        tasks.clear();
        for (RoleSpec role : spec.roles()) {
            Map<Integer, TaskLife> there = before.getOrDefault(role.name(), Map.of());
            boolean begun = there.values().stream().anyMatch(task -> task.phase() != TaskPhase.BLOCKED);
            boolean held = role.dependsOn().isPresent() && !begun;
            for (int index = 0; index < role.replicas(); index++) {
                TaskLife task = there.get(index);
                tasks.add(task != null ? task : fresh(role, index, held ? TaskPhase.BLOCKED : TaskPhase.PENDING));
            }
        }
    }

    private TaskLife fresh(RoleSpec role, int index, TaskPhase first) {
        TaskLife task = TaskLife.fresh(role.name(), index, first, now);
        if (first == TaskPhase.PENDING) {
            waits(task);
        }
        return task;
    }

    private void waits(TaskLife task) {
        happened(LifeEvent.POD_PENDING, Optional.empty(), task.role(), task.index());
    }

    private void put(int at, TaskLife task) {
        tasks.set(at, task);
        delays.dropPast(task);
    }

    private void ran(RunChange change) {
        boolean over = change.state().isTerminal();
        if (over) {
            runs.remove(change.launched());
        } else {
            runs.add(change.launched());
        }
        int at = tasks.find(change.task());
        boolean heeded = at >= 0 && phase.isActive() && !clearing;
        if (!heeded || !isCurrent(tasks.get(at), change)) {
            return;
        }
        TaskLife task = tasks.get(at);
        switch (change.state()) {
            case ASSIGNED, STARTING -> put(at, task.launchedAs(change.launched()));
            case RUNNING -> {
                if (task.phase() == TaskPhase.PENDING) {
                    put(at, task.launchedAs(change.launched()).in(TaskPhase.RUNNING, now));
                }
            }
            case FINISHED -> finished(at, task, change);
            case FAILED, KILLED, LOST -> broken(at, task, change);
            default -> {
                // Out of reach for now; it comes back or is lost, and the scheduler will say so.
            }
        }
    }

    /** Whether the change is about the latest run of the task, or about its next one. */
    private static boolean isCurrent(TaskLife task, RunChange change) {
        boolean next = change.state() == TaskState.ASSIGNED;
        return next || task.launched().isEmpty() || task.launched().get().equals(change.launched());
    }

    private void finished(int at, TaskLife task, RunChange change) {
        RoleSpec role = spec.role(task.role()).orElseThrow();
        if (task.phase() == TaskPhase.ENDING) {
            // It was to begin anew, and just ended by itself: the scheduler took that for its end.
            begin(at, task.ended(TaskPhase.PENDING, Optional.of(0), now));
            restarts.add(task.id(spec.id()));
        } else if (role.restarts() == RestartPolicy.ALWAYS) {
            backOff(at, task.ended(task.phase(), Optional.of(0), task.since()), role);
        } else {
            put(
                    at,
                    task.ended(
                            TaskPhase.SUCCEEDED, Optional.of(change.exitCode().orElse(0)), now));
            if (tasks.count(role, TaskPhase.SUCCEEDED) == role.replicas()) {
                happened(LifeEvent.TASK_COMPLETED, Optional.empty(), role.name(), -1);
            }
        }
    }

    private void broken(int at, TaskLife task, RunChange change) {
        RoleSpec role = spec.role(task.role()).orElseThrow();
        boolean failed = change.state() == TaskState.FAILED && !change.asked();
        if (task.phase() == TaskPhase.ENDING) {
            begin(at, task.broken(TaskPhase.PENDING, change.exitCode(), change.message(), now));
            if (failed) {
                restarts.add(task.id(spec.id()));
            }
        } else if (!failed) {
            // The scheduler lets it wait for another place.
            begin(at, task.broken(TaskPhase.PENDING, change.exitCode(), change.message(), now));
            happened(LifeEvent.POD_EVICTED, change.exitCode(), task.role(), task.index());
        } else if (role.restarts() == RestartPolicy.NEVER) {
            put(at, task.broken(TaskPhase.FAILED, change.exitCode(), change.message(), now));
            happened(LifeEvent.POD_FAILED, change.exitCode(), task.role(), task.index());
        } else {
            backOff(at, task.broken(task.phase(), change.exitCode(), change.message(), task.since()), role);
        }
    }

    private void begin(int at, TaskLife task) {
        put(at, task);
        waits(task);
    }

    private void backOff(int at, TaskLife task, RoleSpec role) {
        put(at, task.backingOff(task.restarts() + 1, now, now.plus(Backoff.pause(task, now))));
        if (role.maxRetry() >= 0 && tasks.restarts(role) > role.maxRetry()) {
            happened(LifeEvent.TASK_FAILED, task.exitCode(), role.name(), task.index());
        }
    }

    private void woken() {
        for (DelayedAction action : delays.takeDue(now)) {
            act(action.action(), action.role(), action.index(), action.event().word());
        }
    }

    // Policies

    /** Does what the first policy that is about the event says: those of the role come before those of the job. */
    private void happened(LifeEvent event, Optional<Integer> exitCode, String role, int index) {
        if (!phase.isActive() || clearing) {
            return;
        }
        List<LifePolicy> policies = new ArrayList<>();
        spec.role(role).ifPresent(of -> policies.addAll(of.policies()));
        policies.addAll(spec.policies());
        for (LifePolicy policy : policies) {
            if (policy.isAbout(event, exitCode)) {
                if (policy.timeout().isPresent()) {
                    delays.put(new DelayedAction(
                            policy.action(),
                            event,
                            role,
                            index,
                            now.plus(policy.timeout().get())));
                } else {
                    act(policy.action(), role, index, cause(event, exitCode, role, index));
                }
                return;
            }
        }
    }

    private static String cause(LifeEvent event, Optional<Integer> exitCode, String role, int index) {
        return event.word()
                + (role.isEmpty() ? "" : " of " + role + (index < 0 ? "" : "-" + index))
                + exitCode.map(code -> " with exit code " + code).orElse("");
    }

    private void act(LifeAction action, String role, int index, String cause) {
        String reason = action.word() + " for " + cause;
        boolean stopped = phase == LifePhase.ABORTING || phase == LifePhase.ABORTED;
        if (stopped && action == LifeAction.RESUME_JOB && !deleting) {
            restartAll(reason, false);
            return;
        }
        if (!phase.isActive()) {
            return;
        }
        switch (action) {
            case ABORT_JOB -> enter(LifePhase.ABORTING, reason);
            case TERMINATE_JOB -> enter(LifePhase.TERMINATING, reason);
            case COMPLETE_JOB -> enter(LifePhase.COMPLETING, reason);
            case RESTART_JOB -> restartAll(reason, true);
            case RESTART_TASK, RESTART_POD -> restartSome(action, role, index, reason);
            case RESUME_JOB, SYNC_JOB -> {
                // Nothing was stopped; looking at the job anew follows anyway.
            }
        }
    }

    private void enter(LifePhase next, String reason) {
        if (phase != next) {
            phase = next;
            why = reason;
            since = now;
        }
        clearing = false;
        delays.clear();
        if (next.isFinal()) {
            finished = Optional.of(now);
        }
    }

    private void restartAll(String reason, boolean fromTheBeginning) {
        if (clearing) {
            return;
        }
        enter(LifePhase.RESTARTING, reason);
        retries++;
        version++;
        clearing = true;
        if (fromTheBeginning) {
            tasks.clear();
        } else {
            tasks.keepThoseThatAreOver();
        }
    }

    private void restartSome(LifeAction action, String role, int index, String reason) {
        if (clearing) {
            return;
        }
        boolean any = false;
        for (int i = 0; i < tasks.size(); i++) {
            TaskLife task = tasks.get(i);
            boolean meant = task.role().equals(role)
                    && (action == LifeAction.RESTART_TASK || index < 0 || task.index() == index);
            if (meant && task.phase() != TaskPhase.BLOCKED && task.phase() != TaskPhase.ENDING) {
                any = true;
                boolean alive = task.launched().filter(runs::contains).isPresent();
                put(i, task.in(alive ? TaskPhase.ENDING : TaskPhase.PENDING, now));
                restarts.add(task.id(spec.id()));
            }
        }
        if (any) {
            retries++;
            delays.clear();
            phase = LifePhase.RESTARTING;
            since = now;
            why = reason;
        }
    }

    // What follows from how things are

    /** Each round but the last changes the phase forward, and there are few phases. */
    private void settle() {
        LifePhase before;
        do {
            before = phase;
            switch (phase) {
                case PENDING, RUNNING -> sync();
                case RESTARTING -> restarted();
                case ABORTING -> endIn(LifePhase.ABORTED);
                case COMPLETING -> endIn(LifePhase.COMPLETED);
                case TERMINATING -> endIn(LifePhase.TERMINATED);
                case ABORTED, COMPLETED, TERMINATED, FAILED -> {}
            }
        } while (phase != before);
    }

    private void endIn(LifePhase next) {
        if (runs.isEmpty()) {
            enter(next, why);
        }
    }

    private void restarted() {
        boolean gone = clearing ? runs.isEmpty() : tasks.count(TaskPhase.ENDING) == 0;
        if (!gone) {
            startAgain();
            return;
        }
        if (retries >= spec.maxRetry()) {
            enter(LifePhase.FAILED, "restarted as often as it may (maxRetry " + spec.maxRetry() + "); " + why);
            return;
        }
        enter(LifePhase.PENDING, why);
        makeTasks();
    }

    private void sync() {
        unblock();
        startAgain();
        int succeeded = tasks.count(TaskPhase.SUCCEEDED);
        int failed = tasks.count(TaskPhase.FAILED);
        if (tasks.isEmpty()) {
            return;
        }
        if (phase == LifePhase.PENDING) {
            int begun = tasks.count(TaskPhase.RUNNING) + tasks.count(TaskPhase.BACKING_OFF) + succeeded + failed;
            if (begun >= Math.min(spec.frame().minAvailable(), tasks.size())) {
                enterKeepingDelays(LifePhase.RUNNING);
            }
            return;
        }
        if (spec.minSuccess().filter(least -> succeeded >= least).isPresent()) {
            enter(LifePhase.COMPLETING, succeeded + " tasks succeeded (minSuccess)");
        } else if (succeeded + failed == tasks.size()) {
            Optional<String> lack = tasks.lack();
            enter(lack.isEmpty() ? LifePhase.COMPLETED : LifePhase.FAILED, lack.orElse("all tasks are over"));
        }
    }

    /** Reaching Running is no reason to forget what was to be done about tasks that wait. */
    private void enterKeepingDelays(LifePhase next) {
        List<DelayedAction> kept = delays.all();
        enter(next, "enough tasks run");
        kept.forEach(delays::put);
    }

    /** Lets roles begin whose dependencies are met. */
    private void unblock() {
        for (RoleSpec role : spec.roles()) {
            if (role.dependsOn().filter(others -> !tasks.isMet(others)).isEmpty()) {
                for (int i = 0; i < tasks.size(); i++) {
                    TaskLife task = tasks.get(i);
                    if (task.role().equals(role.name()) && task.phase() == TaskPhase.BLOCKED) {
                        begin(i, task.in(TaskPhase.PENDING, now));
                    }
                }
            }
        }
    }

    /** Starts what has paused long enough. */
    private void startAgain() {
        for (int i = 0; i < tasks.size(); i++) {
            TaskLife task = tasks.get(i);
            if (task.notBefore().filter(due -> !due.isAfter(now)).isPresent()) {
                put(i, task.in(TaskPhase.PENDING, now));
                restarts.add(task.id(spec.id()));
            }
        }
    }

    private LifeStep result() {
        JobState state = new JobState(
                phase,
                why,
                retries,
                version,
                created,
                since,
                finished,
                clearing,
                deleting,
                tasks.all(),
                List.copyOf(runs),
                delays.all());
        boolean wanted = phase.isActive() && !clearing;
        boolean expired =
                phase.isFinal() && expiry().filter(due -> !due.isAfter(now)).isPresent();
        boolean forget = runs.isEmpty() && (expired || (deleting && !phase.isActive()));
        return new LifeStep(state, wanted, restarts, wakeAt(), forget);
    }

    private Optional<Instant> expiry() {
        return finished.flatMap(at -> spec.timeToLive().map(at::plus));
    }

    private Optional<Instant> wakeAt() {
        TreeSet<Instant> times = new TreeSet<>();
        delays.next().ifPresent(times::add);
        if (phase.isActive()) {
            tasks.nextStart().ifPresent(times::add);
        } else if (phase.isFinal()) {
            // Once it has passed, only runs that still end are waited for, and they speak for themselves.
            expiry().filter(due -> due.isAfter(now)).ifPresent(times::add);
        }
        return times.isEmpty() ? Optional.empty() : Optional.of(times.first());
    }
}
