package io.tender.core.services;

import io.tender.model.AgentId;
import io.tender.model.service.HostAttributes;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.JobKey;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskId;
import io.tender.model.service.TaskState;
import io.tender.spi.Chance;
import io.tender.spi.framework.Master;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries tasks from state to state and keeps every book in step with them; and starts a new task where an instance is
 * wanted and its task has ended.
 */
final class Lifecycle {
    private static final long LIFE = Chance.key("task_id_life");

    private final ServiceSettings settings;
    private final Agenda agenda;
    private final Master master;
    private final Jobs jobs;
    private final TaskBook tasks;
    private final LimitCounts limits;
    private final StartingTasks starting;
    private final Throttle throttle;
    private final ServiceMetrics metrics;
    private final ServiceListener listener;
    private final List<Follower> followers = new ArrayList<>();
    private final String life;
    private long tasksMade;

    /** Wants to know what becomes of tasks, after all books are in step. */
    interface Follower {
        void taskChanged(Task task, TaskState before);

        /** Nothing of the job is wanted, and nothing of it runs. */
        default void jobGone(JobKey job) {}
    }

    Lifecycle(
            ServiceSettings settings,
            Agenda agenda,
            Master master,
            Jobs jobs,
            TaskBook tasks,
            LimitCounts limits,
            StartingTasks starting,
            ServiceMetrics metrics,
            ServiceListener listener,
            Chance chance) {
        this.settings = settings;
        this.agenda = agenda;
        this.master = master;
        this.jobs = jobs;
        this.tasks = tasks;
        this.limits = limits;
        this.starting = starting;
        this.throttle = new Throttle(settings);
        this.metrics = metrics;
        this.listener = listener;
        this.life = life(agenda.now(), chance);
    }

    /** Tells this life of the scheduler from all others, whose tasks may still run under the names they were given. */
    private static String life(long now, Chance chance) {
        return Long.toString(now, 36)
                + Long.toString(1_296 + Math.floorMod(chance.draw(Chance.key(LIFE, now)), 45_360L), 36);
    }

    void follow(Follower follower) {
        followers.add(follower);
    }

    /** Starts a task for an instance that has none. */
    void create(InstanceKey key, TaskConfig config) {
        create(key, config, 0, 0);
    }

    /** The same for one that failed so often before. */
    void create(InstanceKey key, TaskConfig config, int failures) {
        create(key, config, 0, failures);
    }

    /** Takes over a task as it is, since it has been told of before; what it stays too long in begins to count anew. */
    void adopt(AdoptedTask given) {
        InstanceKey key = new InstanceKey(given.config().job(), given.instance());
        Task task = new Task(given.id(), key, given.config(), 0, given.failures());
        tasks.add(task);
        task.place = new Task.Place(given.agent(), given.hostname(), given.attributes(), given.ports());
        task.assignedAt = given.sinceMillis();
        task.pendingSince = given.sinceMillis();
        task.since = given.sinceMillis();
        task.state = given.state();
        task.interrupted = switch (given.state()) {
            case KILLING, RESTARTING, DRAINING, PREEMPTING -> true;
            default -> false;
        };
        keepBooks(task, TaskState.INIT);
    }

    private void create(InstanceKey key, TaskConfig config, int flaps, int failures) {
        TaskId id = new TaskId(key.job().role() + "-" + key.job().environment() + "-"
                + key.job().name() + "-" + key.instance() + "-" + life + "-" + tasksMade++);
        Task task = new Task(id, key, config, flaps, failures);
        tasks.add(task);
        long delay = throttle.delayMillis(flaps);
        if (delay == 0) {
            apply(task, TaskEvent.ADMIT);
        } else {
            apply(task, TaskEvent.DELAY);
            task.timeout = agenda.in(delay, () -> apply(task, TaskEvent.ADMIT));
        }
    }

    /** Sends a task to its place. */
    void assign(Task task, Task.Place place) {
        task.place = place;
        task.assignedAt = agenda.now();
        task.pendingSince = task.since;
        apply(task, TaskEvent.ASSIGN);
    }

    void apply(Task task, TaskEvent event) {
        TaskState before = task.state;
        TaskStates.Step step = TaskStates.step(before, event);
        if (step.kill()) {
            master.kill(task.id);
        }
        if (step.next() == before) {
            return;
        }
        task.interrupted |= event == TaskEvent.KILL
                || event == TaskEvent.RESTART
                || event == TaskEvent.DRAIN
                || event == TaskEvent.PREEMPT;
        if (event == TaskEvent.EXPIRE) {
            metrics.count(ServiceMetrics.TIMED_OUT);
        }
        task.state = step.next();
        task.since = event == TaskEvent.PUT_BACK ? task.pendingSince : agenda.now();
        agenda.cancel(task.timeout);
        task.timeout = Agenda.Entry.NONE;
        keepBooks(task, before);
        listener.taskChanged(task.view(), before);
        for (Follower follower : followers) {
            follower.taskChanged(task, before);
        }
        if (task.state.isTerminal()) {
            replace(task, before, event);
            JobKey job = task.key.job();
            if (isGone(job)) {
                followers.forEach(follower -> follower.jobGone(job));
            }
        }
    }

    boolean isGone(JobKey job) {
        return !jobs.has(job) && tasks.of(job).isEmpty();
    }

    private void keepBooks(Task task, TaskState before) {
        TaskState now = task.state;
        Task.Place place = task.place;
        if (place != null) {
            if (now.isPlaced() && !before.isPlaced()) {
                tasks.placed(task, place);
                limits.placed(task.key.job(), place.attributes());
            } else if (before.isPlaced() && !now.isPlaced()) {
                tasks.unplaced(task, place.agent());
                limits.unplaced(task.key.job(), place.attributes());
            }
            if (now == TaskState.STARTING) {
                starting.change(place.agent(), 1);
            } else if (before == TaskState.STARTING) {
                starting.change(place.agent(), -1);
            }
        }
        if (now == TaskState.PENDING) {
            task.place = null;
        } else if (now.isTransient()) {
            task.timeout = agenda.in(settings.transientMillis(), () -> apply(task, TaskEvent.EXPIRE));
        } else if (now == TaskState.PARTITIONED) {
            task.timeout = agenda.in(settings.partitionMillis(), () -> apply(task, TaskEvent.EXPIRE));
        } else if (now.isTerminal()) {
            tasks.remove(task);
            if (tasks.of(task.key.job()).isEmpty()) {
                limits.forget(task.key.job());
            }
        }
    }

    /** Fills the place of a task that ended, if it is still wanted. */
    private void replace(Task ended, TaskState before, TaskEvent event) {
        Optional<TaskConfig> wanted = jobs.config(ended.key);
        // A follower may have filled the place already, as an update does that turns round.
        if (wanted.isEmpty() || tasks.of(ended.key).isPresent()) {
            return;
        }
        // Whoever asked it to end wants either nothing in its place, and then it is no longer wanted, or a successor.
        boolean asked = ended.interrupted;
        boolean failed = ended.state == TaskState.FAILED && !asked;
        int failures = ended.failures + (failed ? 1 : 0);
        TaskConfig config = wanted.get();
        boolean done = event == TaskEvent.FINISHED && !asked && !config.service();
        if (done || isGivenUp(ended, config)) {
            jobs.unwant(ended.key);
            return;
        }
        boolean changed = !config.equals(ended.config);
        create(
                ended.key,
                config,
                changed || before == TaskState.PENDING ? 0 : throttle.flapsAfter(ended, agenda.now()),
                changed ? 0 : failures);
    }

    /** Whether a task that ended is the last of its instance, because that failed as often as it may. */
    static boolean isGivenUp(Task ended, TaskConfig config) {
        return ended.state == TaskState.FAILED
                && !ended.interrupted
                && !config.service()
                && config.maxFailures() != -1
                && ended.failures + 1 >= config.maxFailures();
    }

    /**
     * What a machine says of itself now; if that is something else than before, what is counted by its attributes is counted
     * anew. Every offer says it, so the tasks there are not looked at unless it is new.
     */
    void attributesAre(AgentId agent, HostAttributes attributes) {
        if (tasks.alreadyKnowOf(agent, attributes)) {
            return;
        }
        for (Task task : tasks.on(agent)) {
            Task.Place place = task.place;
            if (place != null && !place.attributes().equals(attributes)) {
                limits.unplaced(task.key.job(), place.attributes());
                task.place = new Task.Place(place.agent(), place.hostname(), attributes, place.ports());
                limits.placed(task.key.job(), attributes);
            }
        }
    }
}
