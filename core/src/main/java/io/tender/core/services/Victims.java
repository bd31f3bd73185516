package io.tender.core.services;

import io.tender.model.service.HostOffer;
import io.tender.model.service.ResourceBundle;
import io.tender.model.service.ResourceKind;
import io.tender.model.service.TaskConfig;
import io.tender.model.service.TaskState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses whom to evict from a machine, so that a task of a group fits, and nobody more than needed. */
final class Victims {
    private final LimitCounts limits;
    private final boolean revocableRam;

    Victims(LimitCounts limits, ServiceSettings settings) {
        this.limits = limits;
        this.revocableRam = settings.enableRevocableRam();
    }

    /** Whether a task may be evicted for one of that config. */
    static boolean mayEvict(TaskConfig forWhom, TaskConfig victim) {
        if (!forWhom.tier().preemptible() && victim.tier().preemptible()) {
            return true;
        }
        return forWhom.tier().preemptible() == victim.tier().preemptible()
                && forWhom.job().role().equals(victim.job().role())
                && forWhom.priority() > victim.priority();
    }

    /**
     * The tasks to evict from a machine; empty if no eviction makes the task fit, or none is needed.
     *
     * @param machine the machine with what it offers now, maybe nothing
     */
    Optional<List<Task>> find(TaskGroup group, HostOffer machine, List<Task> there, long date) {
        LimitCounts.OfJob counts = limits.of(group.key.job(), group.filter.limited());
        ResourceBundle free = group.filter.usable(machine);
        if (group.filter.check(machine, free, counts, date) == Verdict.FITS) {
            return Optional.empty();
        }
        List<Task> allowed = allowed(group.key.config(), there);
        List<Task> chosen = new ArrayList<>();
        for (Task victim : allowed) {
            chosen.add(victim);
            if (fits(group, machine, free, chosen, counts, date)) {
                dropUnneeded(chosen, group, machine, free, counts, date);
                return Optional.of(List.copyOf(chosen));
            }
        }
        return Optional.empty();
    }

    /** Goes on leaving out the one chosen earliest, the largest, while the others are enough. */
    private void dropUnneeded(
            List<Task> chosen,
            TaskGroup group,
            HostOffer machine,
            ResourceBundle free,
            LimitCounts.OfJob counts,
            long date) {
        for (Task candidate : List.copyOf(chosen)) {
            chosen.remove(candidate);
            if (chosen.isEmpty() || !fits(group, machine, free, chosen, counts, date)) {
                chosen.addFirst(candidate);
            }
        }
    }

    private boolean fits(
            TaskGroup group,
            HostOffer machine,
            ResourceBundle free,
            List<Task> victims,
            LimitCounts.OfJob counts,
            long date) {
        ResourceBundle available = free;
        for (Task victim : victims) {
            available = available.plus(freed(victim.config, group.key.config()));
        }
        return group.filter.check(machine, available, counts, date) == Verdict.FITS;
    }

    /** What the eviction leaves for a task of that config: CPUs that can be taken back are of use to their like alone. */
    private ResourceBundle freed(TaskConfig victim, TaskConfig forWhom) {
        ResourceBundle freed = victim.request();
        if (victim.tier().revocable() == forWhom.tier().revocable()) {
            return freed;
        }
        freed = freed.withCpuMillis(0);
        return revocableRam ? freed.withRamMillis(0) : freed;
    }

    /** Who may be evicted for one of that config, the largest first. */
    static List<Task> allowed(TaskConfig forWhom, List<Task> there) {
        List<Task> allowed = new ArrayList<>();
        for (Task task : there) {
            boolean settled = task.state == TaskState.ASSIGNED
                    || task.state == TaskState.STARTING
                    || task.state == TaskState.RUNNING;
            if (settled && mayEvict(forWhom, task.config)) {
                allowed.add(task);
            }
        }
        allowed.sort(LARGEST_FIRST);
        return allowed;
    }

    private static final Comparator<Task> LARGEST_FIRST = (a, b) -> {
        ResourceBundle left = a.config.request();
        ResourceBundle right = b.config.request();
        for (ResourceKind kind : ResourceKind.values()) {
            int order = Long.compare(kind.in(right), kind.in(left));
            if (order != 0) {
                return order;
            }
        }
        return a.id.compareTo(b.id);
    };
}
