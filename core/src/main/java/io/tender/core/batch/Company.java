package io.tender.core.batch;

import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.TaskTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Which tasks of a job have to be beside others of it: there is no place for them before those have one. Tasks that have to be beside
 * their like wait for nobody, as the first of them may go anywhere.
 */
final class Company {
    private final List<SessionTask> waiting;
    private final Set<SessionTask> needed;
    private final Map<SessionTask, Side> sides = new HashMap<>();
    private final Set<SessionTask> taken = new HashSet<>();
    private final Set<Side> led = new HashSet<>();
    private final List<SessionTask> inOrder = new ArrayList<>();

    /** What of a task matters to who goes beside whom. */
    private record Side(List<PodAffinity.Term> wanted, SortedMap<String, String> labels, String namespace) {
        static Side of(SessionTask task) {
            return of(task.template(), task.namespace());
        }

        static Side of(TaskTemplate template, String namespace) {
            return new Side(template.podAffinity().required(), template.labels(), namespace);
        }

        boolean waitsFor(Side other) {
            return wanted.stream().anyMatch(term -> other.isMeantBy(term, namespace))
                    && !wanted.stream().allMatch(term -> isMeantBy(term, namespace));
        }

        private boolean isMeantBy(PodAffinity.Term term, String home) {
            boolean there = term.namespaces().isEmpty()
                    ? home.equals(namespace)
                    : term.namespaces().contains(namespace);
            return there && term.selector().matches(labels);
        }
    }

    private Company(List<SessionTask> waiting, Set<SessionTask> needed) {
        this.waiting = waiting;
        this.needed = needed;
        waiting.forEach(task -> sides.put(task, Side.of(task)));
    }

    /** Whether a task has no place before another of its job has one. */
    static boolean waitsFor(SessionTask one, SessionTask other) {
        return !one.template().podAffinity().required().isEmpty()
                && Side.of(one).waitsFor(Side.of(other));
    }

    /** Whether others of its job may wait for a task. */
    static boolean isAwaited(SessionTask task) {
        return task.job().templates().stream()
                .anyMatch(template -> !template.podAffinity().required().isEmpty()
                        && Side.of(template, task.namespace()).waitsFor(Side.of(task)));
    }

    /** The key of the label by which those who wait for a task have to be near it; empty if they do not wait for it. */
    static Optional<String> nearness(SessionTask waits, SessionTask awaited) {
        return waitsFor(waits, awaited)
                ? waits.template().podAffinity().required().stream()
                        .filter(term -> Side.of(awaited).isMeantBy(term, waits.namespace()))
                        .map(PodAffinity.Term::topologyKey)
                        .findFirst()
                : Optional.empty();
    }

    /**
     * The same tasks in the same order, but for those that would come before the ones they wait for: these are put before them, as many
     * as are needed anyway, or else one. The others are not to take the room of those who wait.
     *
     * @param needed whom the gang is not whole without
     */
    static List<SessionTask> ledFirst(List<SessionTask> waiting, Set<SessionTask> needed) {
        boolean anybody = waiting.stream()
                .anyMatch(task -> !task.template().podAffinity().required().isEmpty());
        if (!anybody) {
            return waiting;
        }
        Company company = new Company(waiting, needed);
        waiting.forEach(company::take);
        return company.inOrder;
    }

    private void take(SessionTask task) {
        Side side = side(task);
        if (!side.wanted().isEmpty() && led.add(side)) {
            side.wanted().forEach(term -> leaders(side, term).forEach(this::take));
        }
        if (taken.add(task)) {
            inOrder.add(task);
        }
    }

    private List<SessionTask> leaders(Side side, PodAffinity.Term term) {
        List<SessionTask> meant = waiting.stream()
                .filter(other -> !side(other).equals(side)
                        && side(other).isMeantBy(term, side.namespace())
                        && side.waitsFor(side(other)))
                .toList();
        List<SessionTask> neededOnes = meant.stream().filter(needed::contains).toList();
        return neededOnes.isEmpty() ? meant.stream().limit(1).toList() : neededOnes;
    }

    private Side side(SessionTask task) {
        return sides.computeIfAbsent(task, Side::of);
    }
}
