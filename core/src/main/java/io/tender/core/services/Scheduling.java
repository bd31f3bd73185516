package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.model.service.TaskGroupKey;
import io.tender.model.service.TaskState;
import io.tender.spi.AllocatorHost;
import io.tender.spi.Chance;
import io.tender.spi.offers.OfferSet;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When which group is tried: soon after its first task is pending, as fast as the rate limit allows while it gets on, and
 * less and less often while it does not.
 */
final class Scheduling implements Lifecycle.Follower {
    private static final long PENALTY = Chance.key("schedule_penalty");
    private static final long PRIORITY = Chance.key("probabilistic_priority");

    private final ServiceSettings settings;
    private final AllocatorHost host;
    private final AttemptParts parts;
    private final Preemptor preemptor;
    private final Orderings orderings;
    private final Bindings bindings;
    private final Runnable offersWanted;
    private final RateLimit rate;
    private final Map<TaskGroupKey, TaskGroup> groups = new LinkedHashMap<>();
    private final ArrayDeque<TaskGroup> ready = new ArrayDeque<>();
    private @Nullable TaskGroup lastJoined;
    private boolean draining;
    private boolean closed;
    private long attempts;

    Scheduling(
            AllocatorHost host,
            AttemptParts parts,
            Preemptor preemptor,
            Orderings orderings,
            Bindings bindings,
            Runnable offersWanted) {
        this.settings = parts.settings();
        this.host = host;
        this.parts = parts;
        this.preemptor = preemptor;
        this.orderings = orderings;
        this.bindings = bindings;
        this.offersWanted = offersWanted;
        this.rate =
                new RateLimit(settings.maxAttemptsPerSecond(), parts.agenda().now());
    }

    @Override
    public void taskChanged(Task task, TaskState before) {
        if (task.state == TaskState.PENDING) {
            TaskGroup group = groupOf(task);
            if (before == TaskState.ASSIGNED) {
                group.putFirst(task);
            } else {
                group.add(task);
            }
            offersWanted.run();
        } else if (before == TaskState.PENDING && task.state.isTerminal()) {
            TaskGroup group = groups.get(new TaskGroupKey(task.config));
            if (group != null && group.isEmpty()) {
                // It is removed when its turn comes; nobody should have to wait for what was kept for it until then.
                preemptor.forget(group.key);
            }
        }
    }

    /** The instances of a job come one after the other with the same config, which is costly to hash. */
    @SuppressWarnings("ReferenceEquality") // equal is what a hash decides; the same is enough to spare it
    private TaskGroup groupOf(Task task) {
        TaskGroup last = lastJoined;
        if (last != null && last.key.config() == task.config) {
            return last;
        }
        TaskGroupKey key = new TaskGroupKey(task.config);
        TaskGroup group = groups.get(key);
        if (group == null) {
            group = new TaskGroup(key, settings);
            groups.put(key, group);
            schedule(group, settings.firstScheduleMillis());
        }
        lastJoined = group;
        return group;
    }

    /** Whether no task wants a place. */
    boolean isIdle() {
        return groups.values().stream().allMatch(TaskGroup::isEmpty);
    }

    Collection<TaskGroup> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    Optional<TaskGroup> group(TaskGroupKey key) {
        return Optional.ofNullable(groups.get(key));
    }

    private void schedule(TaskGroup group, long delayMillis) {
        group.nextAttemptAt = parts.agenda().now() + delayMillis;
        parts.agenda().in(delayMillis, () -> due(group));
    }

    private void due(TaskGroup group) {
        if (group.isEmpty()) {
            remove(group);
            return;
        }
        long wait = rate.reserve(parts.agenda().now());
        if (wait == 0) {
            ready(group);
        } else {
            parts.metrics().count(ServiceMetrics.BLOCKS);
            group.nextAttemptAt = parts.agenda().now() + wait;
            parts.agenda().in(wait, () -> ready(group));
        }
    }

    private void ready(TaskGroup group) {
        ready.add(group);
        if (!draining) {
            draining = true;
            host.enqueue(this::drain);
        }
    }

    /** Tries nothing any more; an order that is still to come is not heard. */
    void close() {
        closed = true;
        ready.clear();
        groups.clear();
    }

    /** A few attempts per turn, so that what else is queued gets its turn between them. */
    private void drain() {
        draining = false;
        for (int i = 0; i < settings.maxBatch() && !ready.isEmpty(); i++) {
            attempt(ready.remove());
        }
        if (!ready.isEmpty() && !draining) {
            draining = true;
            host.enqueue(this::drain);
        }
    }

    private void attempt(TaskGroup group) {
        List<Task> tasks = group.first(settings.maxTasksPerAttempt());
        if (tasks.isEmpty()) {
            remove(group);
            return;
        }
        long number = attempts++;
        parts.metrics().count(ServiceMetrics.FIRED, tasks.size());
        if (letsPass(group, number)) {
            parts.metrics().count(ServiceMetrics.PASSED_OVER);
            later(group, 0);
            return;
        }
        Attempt attempt = new Attempt(parts, group, number, tasks);
        guard(attempt, () -> begin(attempt));
    }

    private void begin(Attempt attempt) {
        attempt.placeKept();
        OfferSet set = parts.book().set();
        if (attempt.hasUnbound()) {
            // Tasks whose machines are kept for them are bound first; the others have their turn with the next attempt.
            end(attempt, 0);
        } else if (!attempt.wantsOrder()) {
            finish(attempt, 0);
        } else if (!set.waits()) {
            orderings.inline(set, attempt);
            finish(attempt, 0);
        } else if (attempt.candidates().isEmpty()) {
            attempt.matchNative();
            finish(attempt, 0);
        } else {
            orderings.elsewhere(set, attempt, outcome -> answered(set, attempt, outcome));
        }
    }

    /** An attempt that breaks costs its group this attempt and nothing else: the group is tried again after the penalty. */
    private void guard(Attempt attempt, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error broken) {
            Faults.rethrowIfFatal(broken);
            parts.metrics().count(ServiceMetrics.FAILED);
            try {
                attempt.putBack();
                attempt.broke(broken);
            } finally {
                later(attempt.taskGroup(), 0);
            }
        }
    }

    /** The order came, or the time was up. Nothing was held meanwhile, so everything is looked at afresh. */
    private void answered(OfferSet set, Attempt asked, Optional<List<HostOffer>> outcome) {
        if (closed) {
            return;
        }
        TaskGroup group = asked.taskGroup();
        List<Task> tasks = group.first(settings.maxTasksPerAttempt());
        if (tasks.isEmpty()) {
            later(group, asked.placed());
            return;
        }
        Attempt attempt = new Attempt(parts, group, asked.attempt(), tasks);
        guard(attempt, () -> {
            attempt.placeKept();
            if (!attempt.failed()) {
                outcome.ifPresentOrElse(order -> attempt.matchAnswer(order, asked), () -> attempt.matchWithout(set));
            }
            finish(attempt, asked.placed());
        });
    }

    private void finish(Attempt attempt, int placedBefore) {
        attempt.launch();
        attempt.conclude();
        if (attempt.leftBehind()) {
            preemptor.makeRoom(attempt.taskGroup());
        }
        end(attempt, placedBefore);
    }

    /** What is left to be bound is, and only then is the group tried again: who refuses is not asked in a circle. */
    private void end(Attempt attempt, int placedBefore) {
        if (attempt.hasUnbound()) {
            bindings.ask(attempt, () -> ended(attempt, placedBefore));
        } else {
            ended(attempt, placedBefore);
        }
    }

    private void ended(Attempt attempt, int placedBefore) {
        int placed = placedBefore + attempt.placed();
        if (placed == 0) {
            parts.metrics().count(attempt.failed() ? ServiceMetrics.FAILED : ServiceMetrics.NO_MATCH);
        }
        later(attempt.taskGroup(), placed);
    }

    private void later(TaskGroup group, int placed) {
        if (group.isEmpty()) {
            remove(group);
        } else if (placed > 0) {
            group.penaltyMillis = 0;
            schedule(group, settings.firstScheduleMillis());
        } else {
            long last = group.penaltyMillis == 0 ? settings.initialPenaltyMillis() : group.penaltyMillis;
            double random = Chance.unit(host.chance().draw(Chance.key(PENALTY, attempts)));
            group.penaltyMillis = Math.min(settings.maxPenaltyMillis(), last + (long) (random * last));
            schedule(group, group.penaltyMillis);
        }
    }

    private void remove(TaskGroup group) {
        groups.remove(group.key, group);
        preemptor.forget(group.key);
        lastJoined = lastJoined == group ? null : lastJoined;
        if (parts.bans().size() > 0) {
            parts.bans().dropped(parts.book().all(), group);
        }
    }

    /** Whether this group lets its attempt pass in favour of more important tasks; never, unless the setting is on. */
    private boolean letsPass(TaskGroup group, long number) {
        double exponent = settings.priorityExponent();
        if (exponent == 0) {
            return false;
        }
        int highest = 0;
        for (TaskGroup other : groups.values()) {
            highest = other.isEmpty()
                    ? highest
                    : Math.max(highest, other.key.config().priority());
        }
        double ceiling = Math.pow(highest + 1.0, exponent);
        double own = Math.pow(Math.max(0, group.key.config().priority()) + 1.0, exponent);
        return Chance.unit(host.chance().draw(Chance.key(PRIORITY, number))) * ceiling > own;
    }
}
