package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.model.batch.PodAffinity;
import io.tender.model.batch.TaskStatus;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.service.TaskId;
import io.tender.spi.batch.Answer;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Which tasks are beside which. Nothing is counted before somebody asks; what was counted once is followed from then on.
 */
final class Neighbourhood {
    private final SessionView session;
    private final List<DomainTally> tallies = new ArrayList<>();
    private final Map<TermKey, DomainTally> matching = new HashMap<>();
    private final Map<Object, DomainTally> owning = new HashMap<>();

    /** Evicted in this session: on their way, and no longer in anybody's way. */
    private final Set<TaskId> leaving = new HashSet<>();

    /** A term with the namespaces it means. */
    record TermKey(PodAffinity.Term term, List<String> namespaces) {
        static TermKey of(PodAffinity.Term term, String ownNamespace) {
            return new TermKey(term, term.namespaces().isEmpty() ? List.of(ownNamespace) : term.namespaces());
        }

        boolean matches(TaskTemplate template, String namespace) {
            return namespaces.contains(namespace) && term.selector().matches(template.labels());
        }
    }

    Neighbourhood(SessionView session) {
        this.session = session;
    }

    /** Adds what keeps the counts right. */
    Hooks followedBy(Hooks hooks) {
        return hooks.allocateHandler(task -> {
                    task.node().ifPresent(node -> arrived(task, node));
                    return Answer.ofYes();
                })
                .deallocateHandler(task -> task.node().ifPresent(node -> left(task, node)))
                .simulateAddTask(this::arrived)
                .simulateRemoveTask(this::left);
    }

    private void arrived(TaskView task, NodeView node) {
        if (!leaving.isEmpty()) {
            leaving.remove(task.id());
        }
        change(task, node.node(), 1);
    }

    private void left(TaskView task, NodeView node) {
        if (task.status() != TaskStatus.PENDING) {
            leaving.add(task.id());
        }
        change(task, node.node(), -1);
    }

    private void change(TaskView task, Node node, int by) {
        for (DomainTally tally : tallies) {
            tally.change(task, node, by);
        }
    }

    boolean isLeaving(TaskView task) {
        return !leaving.isEmpty() && leaving.contains(task.id());
    }

    DomainTally count(String key, Predicate<TaskView> counted, Predicate<Node> eligible) {
        DomainTally tally = new DomainTally(key, counted, eligible);
        for (NodeView node : session.nodes()) {
            for (TaskView task : node.tasks()) {
                if (!isLeaving(task)) {
                    tally.change(task, node.node(), 1);
                }
            }
        }
        tallies.add(tally);
        return tally;
    }

    /** The tasks a term speaks of. */
    DomainTally matching(TermKey key) {
        return matching.computeIfAbsent(
                key,
                term -> count(
                        term.term().topologyKey(),
                        task -> term.matches(task.template(), task.namespace()),
                        node -> true));
    }

    /** The tasks that carry a rule or a wish; each counts once, however often it says the same. */
    DomainTally owning(Object key, String topologyKey, Predicate<TaskView> carries) {
        return owning.computeIfAbsent(key, unused -> count(topologyKey, carries, node -> true));
    }

    /** All different rules or wishes of a kind that tasks of this session carry, in the order of the jobs. */
    <T> List<T> carried(BiFunction<PodAffinity, String, List<T>> kind) {
        Set<T> found = new LinkedHashSet<>();
        for (JobView job : session.jobs()) {
            for (TaskTemplate template : job.templates()) {
                if (!template.podAffinity().isEmpty()) {
                    found.addAll(kind.apply(template.podAffinity(), job.id().namespace()));
                }
            }
        }
        return List.copyOf(found);
    }
}
