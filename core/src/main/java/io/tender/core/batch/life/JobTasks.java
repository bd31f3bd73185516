package io.tender.core.batch.life;

import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tasks of a job while a step of its life is taken, and what can be said of them together. */
final class JobTasks {
    private final JobSpec spec;
    private final List<TaskLife> tasks;

    JobTasks(JobSpec spec, List<TaskLife> before) {
        this.spec = spec;
        this.tasks = new ArrayList<>(before);
    }

    int size() {
        return tasks.size();
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    TaskLife get(int at) {
        return tasks.get(at);
    }

    void set(int at, TaskLife task) {
        tasks.set(at, task);
    }

    void add(TaskLife task) {
        tasks.add(task);
    }

    void clear() {
        tasks.clear();
    }

    void keepThoseThatAreOver() {
        tasks.removeIf(task -> !task.phase().isOver());
    }

    List<TaskLife> all() {
        return List.copyOf(tasks);
    }

    /** The same by role and number. */
    Map<String, Map<Integer, TaskLife>> byRole() {
        Map<String, Map<Integer, TaskLife>> roles = new HashMap<>();
        tasks.forEach(task ->
                roles.computeIfAbsent(task.role(), role -> new HashMap<>()).put(task.index(), task));
        return roles;
    }

    /** Where a task stands: in the order of roles, then numbers, unless some were taken out; -1 if it is not there. */
    int find(TaskId id) {
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

    int count(TaskPhase wanted) {
        return (int) tasks.stream().filter(task -> task.phase() == wanted).count();
    }

    int count(RoleSpec role, TaskPhase wanted) {
        return (int) tasks.stream()
                .filter(task -> task.role().equals(role.name()) && task.phase() == wanted)
                .count();
    }

    /** How often tasks of a role were started again by themselves. */
    int restarts(RoleSpec role) {
        return tasks.stream()
                .filter(task -> task.role().equals(role.name()))
                .mapToInt(TaskLife::restarts)
                .sum();
    }

    /** When the first of those that pause may start again. */
    Optional<Instant> nextStart() {
        return tasks.stream().flatMap(task -> task.notBefore().stream()).min(Comparator.naturalOrder());
    }

    /** Whether a role may begin that depends on others. */
    boolean isMet(DependsOn others) {
        return others.any()
                ? others.roles().stream().anyMatch(this::hasBegun)
                : others.roles().stream().allMatch(this::hasBegun);
    }

    private boolean hasBegun(String name) {
        RoleSpec role = spec.role(name).orElseThrow();
        return count(role, TaskPhase.RUNNING) + count(role, TaskPhase.SUCCEEDED)
                >= role.minAvailable().orElse(role.replicas());
    }

    /** What a job whose tasks are all over lacks to have been a success. */
    Optional<String> lack() {
        int ofRoles = spec.roles().stream()
                .mapToInt(role -> role.minAvailable().orElse(role.replicas()))
                .sum();
        if (spec.frame().minAvailable() >= ofRoles) {
            for (RoleSpec role : spec.roles()) {
                int done = count(role, TaskPhase.SUCCEEDED);
                if (role.minAvailable().filter(least -> done < least).isPresent()) {
                    return Optional.of(done + " tasks of '" + role.name() + "' succeeded, "
                            + role.minAvailable().get() + " are needed");
                }
            }
        }
        int succeeded = count(TaskPhase.SUCCEEDED);
        int needed = spec.minSuccess().orElse(spec.frame().minAvailable());
        return succeeded >= needed
                ? Optional.empty()
                : Optional.of(succeeded + " tasks succeeded, " + needed + " are needed");
    }
}
