package io.tender.daemon.master;

import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.util.Optional;
import java.util.Set;

/** What makes a task acceptable, checked in Mesos's order; the answer is what is wrong with it. */
final class TaskRules {
    private static final int LONGEST_ID = 255;

    private TaskRules() {}

    static Optional<String> check(TaskSpec task, Offer first, FrameworkRecord framework, Set<TaskId> launched) {
        return checkId("Task", task.id().value())
                .or(() -> task.executor().flatMap(executor -> checkId("Executor", executor)))
                .or(() -> checkUnique(task.id(), framework, launched))
                .or(() -> checkAgent(task, first))
                .or(() -> checkResources(task.resources()));
    }

    static Optional<String> checkId(String what, String id) {
        if (id.length() > LONGEST_ID) {
            return Optional.of(what + " ID must not be greater than " + LONGEST_ID + " characters, got " + id.length());
        }
        if (id.equals(".") || id.equals("..")) {
            return Optional.of(what + " ID '" + id + "' is disallowed");
        }
        boolean bad = id.chars().anyMatch(c -> Character.isISOControl(c) || c == '/' || c == '\\');
        return bad ? Optional.of(what + " ID '" + id + "' contains invalid characters") : Optional.empty();
    }

    private static Optional<String> checkUnique(TaskId id, FrameworkRecord framework, Set<TaskId> launched) {
        return framework.tasks().containsKey(id) || launched.contains(id)
                ? Optional.of("Task has duplicate ID: " + id)
                : Optional.empty();
    }

    private static Optional<String> checkAgent(TaskSpec task, Offer first) {
        return task.agent().equals(first.agent().id())
                ? Optional.empty()
                : Optional.of("Task uses invalid agent " + task.agent() + " while agent "
                        + first.agent().id() + " is expected");
    }

    private static Optional<String> checkResources(Resources resources) {
        if (resources.isEmpty()) {
            return Optional.of("Task uses no resources");
        }
        Set<String> revocable = resources.revocable().names();
        boolean mixed = resources.nonRevocable().names().stream().anyMatch(revocable::contains);
        return mixed
                ? Optional.of("Task mixes revocable and non-revocable resources of the same name")
                : Optional.empty();
    }
}
