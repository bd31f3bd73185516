package io.tender.core.batch.life;

import io.tender.core.batch.framework.RunChange;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
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
    /** Kubernetes's times: the first restart comes at once, the next after so long, then twice as long each time. */
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);

    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

    /** After running so long a task counts as healthy again. */
    private static final Duration HEALTHY_AFTER = Duration.ofMinutes(10);

    private final JobSpec spec;
    private final Instant now;
    private final List<TaskLife> tasks;
    private final LinkedHashSet<TaskId> runs;
    private final List<DelayedAction> delayed;
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
        this.tasks = new ArrayList<>(state.tasks());
        this.runs = new LinkedHashSet<>(state.runs());
        this.delayed = new ArrayList<>(state.delayed());
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
        JobLife life = new JobLife(spec, state, now);
        life.take(input);
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
        Map<String, Map<Integer, TaskLife>> before = new HashMap<>();
        tasks.forEach(task ->
                before.computeIfAbsent(task.role(), role -> new HashMap<>()).put(task.index(), task));
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

    /** Where a task stands: in the order of roles, then numbers, unless some were taken out. */
    private int find(TaskId id) {
        String text = id.value();
        int dot = text.lastIndexOf('.');
        int roleDot = text.lastIndexOf('.', dot - 1);
        if (roleDot < 0 || !text.substring(dot + 1).matches("[0-9]{1,9}")) {
            return -1;
        }
        String name = text.substring(roleDot + 1, dot);
        int at = Integer.parseInt(text.substring(dot + 1));
        for (RoleSpec role : spec.roles()) {
            if (role.name().equals(name)) {
                return at < tasks.size() && tasks.get(at).id(spec.id()).equals(id) ? at : -1;
            }
            at += role.replicas();
        }
        return -1;
    }

    private void put(int at, TaskLife task) {
        tasks.set(at, task);
        delayed.removeIf(action -> isOf(action, task) && isPast(action.event(), task.phase()));
    }

    private static boolean isOf(DelayedAction action, TaskLife task) {
        return action.role().equals(task.role()) && action.index() == task.index();
    }

    /** Whether what an action was meant for is no longer so. */
    private static boolean isPast(LifeEvent event, TaskPhase now) {
        return event == LifeEvent.POD_PENDING ? now != TaskPhase.PENDING : now == TaskPhase.RUNNING;
    }

    private void ran(RunChange change) {
        boolean over = change.state().isTerminal();
        if (over) {
            runs.remove(change.launched());
        } else {
            runs.add(change.launched());
        }
        int at = find(change.task());
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
            if (inRole(role, TaskPhase.SUCCEEDED) == role.replicas()) {
                happened(LifeEvent.TASK_COMPLETED, Optional.empty(), role.name(), -1);
            }
        }
    }

    private int inRole(RoleSpec role, TaskPhase wanted) {
        return (int) tasks.stream()
                .filter(task -> task.role().equals(role.name()) && task.phase() == wanted)
                .count();
    }

    private void broken(int at, TaskLife task, RunChange change) {
        RoleSpec role = spec.role(task.role()).orElseThrow();
        boolean failed = change.state() == TaskState.FAILED && !change.asked();
        if (task.phase() == TaskPhase.ENDING) {
            begin(at, task.ended(TaskPhase.PENDING, change.exitCode(), now));
            if (failed) {
                restarts.add(task.id(spec.id()));
            }
        } else if (!failed) {
            // The scheduler lets it wait for another place.
            begin(at, task.ended(TaskPhase.PENDING, change.exitCode(), now));
            happened(LifeEvent.POD_EVICTED, change.exitCode(), task.role(), task.index());
        } else if (role.restarts() == RestartPolicy.NEVER) {
            put(at, task.ended(TaskPhase.FAILED, change.exitCode(), now));
            happened(LifeEvent.POD_FAILED, change.exitCode(), task.role(), task.index());
        } else {
            backOff(at, task.ended(task.phase(), change.exitCode(), task.since()), role);
        }
    }

    private void begin(int at, TaskLife task) {
        put(at, task);
        waits(task);
    }

    private void backOff(int at, TaskLife task, RoleSpec role) {
        boolean healthy = task.phase() == TaskPhase.RUNNING
                && Duration.between(task.since(), now).compareTo(HEALTHY_AFTER) >= 0;
        int inARow = healthy ? 0 : task.restarts();
        Duration pause = inARow == 0 ? Duration.ZERO : FIRST_BACKOFF.multipliedBy(1L << Math.min(inARow - 1, 10));
        Duration bounded = pause.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : pause;
        put(at, task.backingOff(task.restarts() + 1, now, now.plus(bounded)));
        int ofRole = tasks.stream()
                .filter(other -> other.role().equals(role.name()))
                .mapToInt(TaskLife::restarts)
                .sum();
        if (role.maxRetry() >= 0 && ofRole > role.maxRetry()) {
            happened(LifeEvent.TASK_FAILED, task.exitCode(), role.name(), task.index());
        }
    }

    private void woken() {
        List<DelayedAction> due =
                delayed.stream().filter(action -> !action.due().isAfter(now)).toList();
        delayed.removeAll(due);
        for (DelayedAction action : due) {
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
                    delay(new DelayedAction(
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

    private void delay(DelayedAction action) {
        delayed.removeIf(other -> other.event() == action.event()
                && other.role().equals(action.role())
                && other.index() == action.index());
        delayed.add(action);
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
        delayed.clear();
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
            tasks.removeIf(task -> !task.phase().isOver());
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
            delayed.clear();
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
        boolean gone = clearing ? runs.isEmpty() : count(TaskPhase.ENDING) == 0;
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

    private int count(TaskPhase wanted) {
        return (int) tasks.stream().filter(task -> task.phase() == wanted).count();
    }

    private void sync() {
        unblock();
        startAgain();
        int succeeded = count(TaskPhase.SUCCEEDED);
        int failed = count(TaskPhase.FAILED);
        if (tasks.isEmpty()) {
            return;
        }
        if (phase == LifePhase.PENDING) {
            int begun = count(TaskPhase.RUNNING) + count(TaskPhase.BACKING_OFF) + succeeded + failed;
            if (begun >= Math.min(spec.frame().minAvailable(), tasks.size())) {
                enterKeepingDelays(LifePhase.RUNNING);
            }
            return;
        }
        if (spec.minSuccess().filter(least -> succeeded >= least).isPresent()) {
            enter(LifePhase.COMPLETING, succeeded + " tasks succeeded (minSuccess)");
        } else if (succeeded + failed == tasks.size()) {
            Optional<String> lack = missing(succeeded);
            enter(lack.isEmpty() ? LifePhase.COMPLETED : LifePhase.FAILED, lack.orElse("all tasks are over"));
        }
    }

    /** Reaching Running is no reason to forget what was to be done about tasks that wait. */
    private void enterKeepingDelays(LifePhase next) {
        List<DelayedAction> kept = List.copyOf(delayed);
        enter(next, "enough tasks run");
        delayed.addAll(kept);
    }

    /** What a job whose tasks are all over lacks to have been a success. */
    private Optional<String> missing(int succeeded) {
        int ofRoles = spec.roles().stream()
                .mapToInt(role -> role.minAvailable().orElse(role.replicas()))
                .sum();
        if (spec.frame().minAvailable() >= ofRoles) {
            for (RoleSpec role : spec.roles()) {
                int done = inRole(role, TaskPhase.SUCCEEDED);
                if (role.minAvailable().filter(least -> done < least).isPresent()) {
                    return Optional.of(done + " tasks of '" + role.name() + "' succeeded, "
                            + role.minAvailable().get() + " are needed");
                }
            }
        }
        int needed = spec.minSuccess().orElse(spec.frame().minAvailable());
        return succeeded >= needed
                ? Optional.empty()
                : Optional.of(succeeded + " tasks succeeded, " + needed + " are needed");
    }

    /** Lets roles begin whose dependencies are met. */
    private void unblock() {
        for (RoleSpec role : spec.roles()) {
            if (role.dependsOn().filter(others -> !isMet(others)).isEmpty()) {
                for (int i = 0; i < tasks.size(); i++) {
                    TaskLife task = tasks.get(i);
                    if (task.role().equals(role.name()) && task.phase() == TaskPhase.BLOCKED) {
                        begin(i, task.in(TaskPhase.PENDING, now));
                    }
                }
            }
        }
    }

    private boolean isMet(DependsOn others) {
        return others.any()
                ? others.roles().stream().anyMatch(this::hasBegun)
                : others.roles().stream().allMatch(this::hasBegun);
    }

    private boolean hasBegun(String name) {
        RoleSpec role = spec.role(name).orElseThrow();
        return inRole(role, TaskPhase.RUNNING) + inRole(role, TaskPhase.SUCCEEDED)
                >= role.minAvailable().orElse(role.replicas());
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
                tasks,
                List.copyOf(runs),
                delayed);
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
        delayed.forEach(action -> times.add(action.due()));
        if (phase.isActive()) {
            tasks.forEach(task -> task.notBefore().ifPresent(times::add));
        } else if (phase.isFinal()) {
            // Once it has passed, only runs that still end are waited for, and they speak for themselves.
            expiry().filter(due -> due.isAfter(now)).ifPresent(times::add);
        }
        return times.isEmpty() ? Optional.empty() : Optional.of(times.first());
    }
}
