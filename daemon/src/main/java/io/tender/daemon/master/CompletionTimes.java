package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Tasks that may run for so long and no longer. The time begins when a task runs and is reckoned by a clock nobody sets; over a
 * restart of the master only the dates tell how much of it has passed.
 */
final class CompletionTimes {
    private final Desk desk;
    private final Consumer<TaskRecord> onOverdue;
    private final Map<TaskKey, Due> due = new HashMap<>();
    private final TreeSet<Due> inOrder =
            new TreeSet<>(Comparator.comparing(Due::at).thenComparing(Due::task));

    /** When a task's time is over. */
    private record Due(Instant at, TaskKey task) {}

    /** @param onOverdue told of a task whose time is over, on a turn of its own */
    CompletionTimes(Desk desk, Consumer<TaskRecord> onOverdue) {
        this.desk = desk;
        this.onOverdue = onOverdue;
    }

    /** After a restart. */
    void recover() {
        for (FrameworkRecord framework : desk.state.frameworks()) {
            framework.tasks().values().forEach(this::changed);
        }
    }

    /** A task may have begun to run, or be over. */
    void changed(TaskRecord task) {
        Optional<Duration> most = task.spec().maxCompletion();
        if (most.isEmpty()) {
            return;
        }
        if (task.isOver()) {
            forget(task.key());
        } else if (task.state() == RunState.RUNNING && !task.isOverdue() && !due.containsKey(task.key())) {
            Duration ran = task.runningSince()
                    .map(since -> Duration.between(since, desk.now()))
                    .filter(Duration::isPositive)
                    .orElse(Duration.ZERO);
            Duration left = most.get().compareTo(ran) > 0 ? most.get().minus(ran) : Duration.ZERO;
            add(new Due(desk.host.now().plus(left), task.key()), left);
        }
    }

    private void add(Due fresh, Duration left) {
        due.put(fresh.task(), fresh);
        boolean first = inOrder.isEmpty() || fresh.at().isBefore(inOrder.first().at());
        inOrder.add(fresh);
        if (first) {
            desk.host.after(left, this::look);
        }
    }

    private void forget(TaskKey task) {
        Due known = due.remove(task);
        if (known != null) {
            inOrder.remove(known);
        }
    }

    /** One timer is enough, for whichever is due first; it may find that task over, and then waits for the next. */
    private void look() {
        Instant now = desk.host.now();
        while (!inOrder.isEmpty() && !inOrder.first().at().isAfter(now)) {
            TaskKey task = inOrder.first().task();
            forget(task);
            desk.state.task(task).filter(known -> !known.isOver()).ifPresent(onOverdue);
        }
        if (!inOrder.isEmpty()) {
            desk.host.after(Duration.between(now, inOrder.first().at()), this::look);
        }
    }
}
