package io.tender.daemon.master;

import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.util.Optional;
import java.util.Set;

/** What makes a task acceptable, checked in Mesos's order; the answer is what is wrong with it. */
final class TaskRules {
    private TaskRules() {}

    static Optional<String> check(TaskSpec task, Offer first, FrameworkRecord framework, Set<TaskId> launched) {
        return checkAllBut(task, first, framework, launched).or(() -> checkAmount(task.resources()));
    }

    /** The same of a scheduler beside the master: jobs may ask for nothing, as in Kubernetes, and run where there is a place. */
    static Optional<String> checkResident(TaskSpec task, Offer first, FrameworkRecord framework) {
        return checkAllBut(task, first, framework, Set.of());
    }

    private static Optional<String> checkAllBut(
            TaskSpec task, Offer first, FrameworkRecord framework, Set<TaskId> launched) {
        return TextRules.id("Task", task.id().value())
                .or(() -> task.executor().flatMap(executor -> TextRules.id("Executor", executor)))
                .or(() -> checkWords(task))
                .or(() -> checkUnique(task.id(), framework, launched))
                .or(() -> checkAgent(task, first))
                .or(() -> checkResources(task.resources()));
    }

    private static Optional<String> checkWords(TaskSpec task) {
        return TextRules.name("the name of a task", task.name())
                .or(() -> TextRules.pairs("the key of a label", task.labels()))
                .or(() ->
                        TextRules.pairs("the name of a variable", task.command().environment()));
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

    private static Optional<String> checkAmount(Resources resources) {
        return resources.isEmpty() ? Optional.of("Task uses no resources") : Optional.empty();
    }

    private static Optional<String> checkResources(Resources resources) {
        Set<String> revocable = resources.revocable().names();
        boolean mixed = resources.nonRevocable().names().stream().anyMatch(revocable::contains);
        return mixed
                ? Optional.of("Task mixes revocable and non-revocable resources of the same name")
                : Optional.empty();
    }
}
