package io.tender.core.services;

import io.tender.model.service.TaskId;
import io.tender.spi.offers.BindQuery;
import io.tender.spi.offers.Objection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks an offer set that has a say in it whether tasks may start where they were placed. Their offers are kept meanwhile, and
 * nothing else waits. Whatever goes wrong with that, they do not start and wait again.
 */
final class Bindings {
    private final Agenda agenda;
    private final Ordering ordering;
    private final AttemptParts parts;
    private final long timeoutMillis;
    private final Set<Task> underWay = new HashSet<>();
    private boolean closed;

    Bindings(Agenda agenda, Ordering ordering, AttemptParts parts) {
        this.agenda = agenda;
        this.ordering = ordering;
        this.parts = parts;
        this.timeoutMillis = parts.settings().offerSetAnswerMillis();
    }

    /** Whether it is being asked about a task, which the master has not heard of yet. */
    boolean areUnderWay(Task task) {
        return underWay.contains(task);
    }

    /** Asks about each offer of the attempt by itself; {@code then} comes once, when all is settled. */
    void ask(Attempt attempt, Runnable then) {
        List<Assigner.Choice> choices = attempt.takeUnbound();
        int[] open = {choices.size()};
        for (Assigner.Choice choice : choices) {
            ask(attempt, choice, () -> {
                if (--open[0] == 0) {
                    then.run();
                }
            });
        }
    }

    private void ask(Attempt attempt, Assigner.Choice choice, Runnable then) {
        List<Task> tasks = choice.wanted();
        BindQuery query = new BindQuery(
                attempt.group(),
                attempt.request(),
                choice.held.offer,
                tasks.stream().map(task -> task.id).toList());
        parts.metrics().count(ServiceMetrics.SET_BINDS);
        underWay.addAll(tasks);
        Expected expected = new Expected(attempt, choice, tasks, then);
        expected.timer = agenda.in(timeoutMillis, () -> {
            parts.metrics().count(ServiceMetrics.SET_TIMEOUTS);
            expected.settle(
                    expected.all("no answer within " + Durations.print(timeoutMillis) + " (offer_set_answer_timeout)"));
        });
        try {
            ordering.bind(parts.book().set(), query, expected);
        } catch (Exception | Error refused) {
            Faults.rethrowIfFatal(refused);
            expected.failed(refused);
        }
    }

    /** What is answered from now on is not heard. */
    void close() {
        closed = true;
        underWay.clear();
    }

    /** Takes the first of an answer, a failure and the end of patience; the others come too late. */
    private final class Expected implements Ordering.Binding {
        private final Attempt attempt;
        private final Assigner.Choice choice;
        private final List<Task> tasks;
        private final Runnable then;
        private Agenda.Entry timer = Agenda.Entry.NONE;
        private boolean settled;

        Expected(Attempt attempt, Assigner.Choice choice, List<Task> tasks, Runnable then) {
            this.attempt = attempt;
            this.choice = choice;
            this.tasks = tasks;
            this.then = then;
        }

        @Override
        public void refused(Map<TaskId, Objection> refused) {
            Map<TaskId, Objection> copy;
            try {
                copy = Map.copyOf(refused);
            } catch (Exception | Error broken) {
                Faults.rethrowIfFatal(broken);
                failed(broken);
                return;
            }
            settle(copy);
        }

        @Override
        public void failed(Throwable cause) {
            if (!settled && !closed) {
                parts.metrics().count(ServiceMetrics.SET_FAILURES);
                parts.troubles().setFailed(cause);
                settle(all(Troubles.text(cause)));
            }
        }

        private Map<TaskId, Objection> all(String reason) {
            Map<TaskId, Objection> all = new HashMap<>();
            tasks.forEach(task -> all.put(task.id, new Objection("offer set", reason, false)));
            return all;
        }

        private void settle(Map<TaskId, Objection> refused) {
            if (settled || closed) {
                return;
            }
            settled = true;
            agenda.cancel(timer);
            tasks.forEach(underWay::remove);
            try {
                attempt.bound(choice, refused);
            } catch (RuntimeException | Error broken) {
                Faults.rethrowIfFatal(broken);
                attempt.broke(broken);
            } finally {
                then.run();
            }
        }
    }
}
