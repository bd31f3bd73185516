package io.tender.core.batch;

import io.tender.model.batch.TaskTemplate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/**
 * Waiting tasks of a job in their order. What could not be done for one of them is not tried for equal ones, as it costs all nodes;
 * those who have to be beside others that come after them come again once these have had their turn.
 */
final class TaskLine {
    private final Deque<SessionTask> tasks;
    private final Deque<SessionTask> later = new ArrayDeque<>();
    private final Set<TaskTemplate> hopeless = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<TaskTemplate> early = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean again;

    TaskLine(Collection<SessionTask> tasks) {
        this.tasks = new ArrayDeque<>(tasks);
    }

    boolean isEmpty() {
        return tasks.isEmpty() && later.isEmpty();
    }

    /** Begins anew with those who are left: something has changed, and nobody is without hope any more. */
    void begin() {
        tasks.addAll(later);
        later.clear();
        early.clear();
        hopeless.clear();
        again = false;
    }

    /** The next for whom there is hope. */
    Optional<SessionTask> next() {
        while (!isEmpty()) {
            if (tasks.isEmpty()) {
                tasks.addAll(later);
                later.clear();
                early.clear();
                again = true;
            }
            SessionTask task = tasks.remove();
            if (early.contains(task.template())) {
                later.add(task);
            } else if (!hopeless.contains(task.template())) {
                return Optional.of(task);
            }
        }
        return Optional.empty();
    }

    /** There is no place for a task that came; false if it comes again. */
    boolean giveUp(SessionTask task) {
        boolean isSocial = !task.template().podAffinity().required().isEmpty();
        if (isSocial && !again && tasks.stream().anyMatch(other -> Company.waitsFor(task, other))) {
            early.add(task.template());
            later.add(task);
            return false;
        }
        hopeless.add(task.template());
        return true;
    }
}
