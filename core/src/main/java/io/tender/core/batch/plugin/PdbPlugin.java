package io.tender.core.batch.plugin;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.TaskStatus;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Leaves out victims that would break a disruption budget. A task that no budget speaks of may go, be it without labels or
 * not.
 */
final class PdbPlugin implements BatchPlugin {

    @Override
    public Set<SessionData> needs() {
        return Set.of(SessionData.BUDGETS);
    }

    @Override
    public Hooks open(SessionView session) {
        if (session.budgets().isEmpty()) {
            return Hooks.none();
        }
        Budgets budgets = new Budgets(session);
        return Hooks.none()
                .preemptable((evictor, evictees) -> budgets.within(evictees))
                .reclaimable((evictor, evictees) -> budgets.within(evictees))
                .allocateHandler(task -> {
                    budgets.change(task, 1);
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> budgets.change(task, -1))
                .simulateAddTask((task, node) -> budgets.change(task, 1))
                .simulateRemoveTask((task, node) -> budgets.change(task, -1));
    }

    private static final class Budgets {
        private final SessionView session;

        /** How many tasks each budget can still lose; counted when first asked. */
        private final IdentityHashMap<DisruptionBudget, Integer> spare = new IdentityHashMap<>();

        Budgets(SessionView session) {
            this.session = session;
        }

        private static boolean speaksOf(DisruptionBudget budget, TaskView task) {
            return budget.namespace().equals(task.namespace())
                    && budget.selector().matches(task.template().labels());
        }

        private int spare(DisruptionBudget budget) {
            Integer known = spare.get(budget);
            if (known == null) {
                known = count(budget);
                spare.put(budget, known);
            }
            return known;
        }

        private int count(DisruptionBudget budget) {
            int expected = 0;
            int healthy = 0;
            for (JobView job : session.jobs()) {
                if (job.id().namespace().equals(budget.namespace())) {
                    for (TaskView task : job.tasks()) {
                        if (!task.status().completed() && speaksOf(budget, task)) {
                            expected++;
                            healthy += task.status().evictable() ? 1 : 0;
                        }
                    }
                }
            }
            OptionalInt minAvailable = NumberOrPercent.of(budget.minAvailable(), expected);
            if (minAvailable.isPresent()) {
                return healthy - minAvailable.getAsInt();
            }
            OptionalInt maxUnavailable = NumberOrPercent.of(budget.maxUnavailable(), expected);
            return maxUnavailable.isPresent() ? healthy - (expected - maxUnavailable.getAsInt()) : healthy;
        }

        /** An eviction, or one taken back; a task placed only now is not up yet and changes nothing. */
        void change(TaskView task, int by) {
            boolean matters =
                    by < 0 ? task.status() != TaskStatus.PENDING : task.status().evictable();
            if (matters) {
                for (DisruptionBudget budget : session.budgets()) {
                    if (spare.containsKey(budget) && speaksOf(budget, task)) {
                        spare.merge(budget, by, Integer::sum);
                    }
                }
            }
        }

        Victims within(List<TaskView> evictees) {
            IdentityHashMap<DisruptionBudget, Integer> left = new IdentityHashMap<>();
            List<TaskView> victims = new ArrayList<>();
            String last = "";
            for (TaskView evictee : evictees) {
                List<DisruptionBudget> concerned = new ArrayList<>();
                boolean kept = true;
                for (DisruptionBudget budget : session.budgets()) {
                    if (speaksOf(budget, evictee)) {
                        concerned.add(budget);
                        if (left.computeIfAbsent(budget, this::spare) <= 0) {
                            kept = false;
                            last = budget.name();
                        }
                    }
                }
                if (kept) {
                    concerned.forEach(budget -> left.merge(budget, -1, Integer::sum));
                    victims.add(evictee);
                }
            }
            return victims.isEmpty()
                    ? Victims.none("disruption budget '" + last + "' would be broken")
                    : Victims.of(victims);
        }
    }
}
