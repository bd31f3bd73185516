package io.tender.core.batch;

import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the best node for a task: one that every plugin accepts, free now before free later, the highest score first. */
final class NodeSearch {
    /** Beyond this many different explanations the reasons are only counted. */
    private static final int MOST_DETAILED = 200;

    private final Session session;
    private final SearchSettings settings;
    private final Map<TaskClass, ClassIndex> classes = new HashMap<>();
    private final IdentityHashMap<TaskTemplate, Map<String, ClassIndex>> quick = new IdentityHashMap<>();
    private final Map<String, Refusal> shortages = ClassIndex.shortages();
    private int explanations;

    NodeSearch(Session session, SearchSettings settings) {
        this.session = session;
        this.settings = settings;
    }

    /** Comparing templates is dear, being the same object is cheap: the tasks of a job share theirs. */
    private ClassIndex indexOf(SessionTask task) {
        String key = task.job().queue().name() + "\n" + task.job().id().namespace();
        return quick.computeIfAbsent(task.template(), unused -> new HashMap<>())
                .computeIfAbsent(
                        key,
                        unused -> classes.computeIfAbsent(
                                TaskClass.of(task), same -> new ClassIndex(session, settings, shortages, task)));
    }

    /** The best node anywhere. */
    Found best(SessionTask task) {
        return best(task, null);
    }

    /** The best node of a domain. */
    Found best(SessionTask task, @Nullable SessionDomain within) {
        ClassIndex index = indexOf(task);
        index.catchUp();
        while (true) {
            Optional<? extends Found> found = index.isOpen() ? openBest(task, index, within) : index.best(within);
            if (found.isPresent()) {
                Optional<Refusal> failure = index.scoringFailure();
                return failure.isPresent() ? new Found.Unranked(failure.get()) : found.get();
            }
            if (!index.askMore()) {
                return new Found.Nowhere(
                        index.isOpen()
                                ? openErrors(task, index, within)
                                : index.errors(within, ++explanations <= MOST_DETAILED));
            }
        }
    }

    /** Whether a task would fit one node now or later, as predicates and room go. */
    Optional<Found.At> at(SessionTask task, SessionNode node) {
        ClassIndex index = indexOf(task);
        index.catchUp();
        boolean now = index.fitsNow(node.index());
        if (!now && !index.fitsLater(node.index())) {
            return Optional.empty();
        }
        if (refusedOpenly(task, index, node) != null) {
            return Optional.empty();
        }
        for (Voice<BatchPredicate> voice : index.openBatchPredicates) {
            List<@Nullable Refusal> said = ClassIndex.askTogether(session, voice, task, List.of(node), 1);
            if (said.isEmpty() || said.getFirst() != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new Found.At(node, now));
    }

    private @Nullable Refusal refusedOpenly(SessionTask task, ClassIndex index, SessionNode node) {
        for (Voice<Predicate> voice : index.openPredicates) {
            Refusal refusal = ClassIndex.ask(session, voice, task, node);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private Optional<Found> openBest(SessionTask task, ClassIndex index, @Nullable SessionDomain within) {
        List<SessionNode> now = new ArrayList<>();
        List<SessionNode> later = new ArrayList<>();
        forEach(within, node -> {
            boolean free = index.fitsNow(node.index());
            if ((free || index.fitsLater(node.index())) && refusedOpenly(task, index, node) == null) {
                (free ? now : later).add(node);
            }
        });
        Optional<Found> best = openBest(task, index, now, true);
        return best.isPresent() ? best : openBest(task, index, later, false);
    }

    private Optional<Found> openBest(SessionTask task, ClassIndex index, List<SessionNode> candidates, boolean now) {
        List<SessionNode> fitting = candidates;
        for (Voice<BatchPredicate> voice : index.openBatchPredicates) {
            fitting = fittingTogether(task, voice, fitting);
        }
        if (fitting.isEmpty()) {
            return Optional.empty();
        }
        if (fitting.size() == 1) {
            return Optional.of(new Found.At(fitting.getFirst(), now));
        }
        double[] scores = new double[session.nodeCount()];
        Optional<Refusal> failure = scores(task, index, fitting, scores);
        if (failure.isPresent()) {
            return Optional.of(new Found.Unranked(failure.get()));
        }
        return Optional.of(new Found.At(choose(task, fitting, scores), now));
    }

    private List<SessionNode> fittingTogether(
            SessionTask task, Voice<BatchPredicate> voice, List<SessionNode> candidates) {
        if (candidates.isEmpty()) {
            return candidates;
        }
        List<@Nullable Refusal> said =
                ClassIndex.askTogether(session, voice, task, candidates, settings.enough(session.nodeCount()));
        List<SessionNode> fitting = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i) == null) {
                fitting.add(candidates.get(i));
            }
        }
        return fitting;
    }

    private Optional<Refusal> scores(SessionTask task, ClassIndex index, List<SessionNode> nodes, double[] scores) {
        for (SessionNode node : nodes) {
            double sum = index.score(node.index());
            for (Voice<NodeOrder> voice : index.openScorers) {
                sum += ClassIndex.scoreOf(session, voice, task, node);
            }
            scores[node.index()] = sum;
        }
        new MappedScores(session).add(task, nodes, scores);
        List<NodeView> views = List.copyOf(nodes);
        for (Voice<BatchNodeOrder> voice : index.openBatchScorers) {
            Optional<Refusal> failure = ClassIndex.addScores(session, voice, task, views, scores);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private SessionNode choose(SessionTask task, List<SessionNode> nodes, double[] scores) {
        for (var voice : session.choir().of(HookKind.BEST_NODE)) {
            SortedMap<Double, List<NodeView>> byScore = new TreeMap<>();
            for (SessionNode node : nodes) {
                byScore.computeIfAbsent(scores[node.index()], unused -> new ArrayList<>())
                        .add(node);
            }
            try {
                Optional<NodeView> chosen = voice.hook().choose(task, Collections.unmodifiableSortedMap(byScore));
                if (chosen.isPresent()) {
                    int index = chosen.get().index();
                    Optional<SessionNode> known =
                            nodes.stream().filter(node -> node.index() == index).findFirst();
                    if (known.isPresent()) {
                        return known.get();
                    }
                }
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, HookKind.BEST_NODE, thrown);
            }
        }
        SessionNode best = nodes.getFirst();
        for (SessionNode node : nodes) {
            if (scores[node.index()] > scores[best.index()]) {
                best = node;
            }
        }
        return best;
    }

    private FitErrors openErrors(SessionTask task, ClassIndex index, @Nullable SessionDomain within) {
        List<FitErrors.NodeRefusal> refusals = new ArrayList<>();
        int[] count = {0};
        forEach(within, node -> {
            count[0]++;
            Refusal refusal = index.refusal(node.index());
            if (refusal == null) {
                refusal = refusedOpenly(task, index, node);
            }
            if (refusal != null) {
                refusals.add(new FitErrors.NodeRefusal(node.name(), refusal));
            }
        });
        return FitErrors.of(count[0], refusals, ++explanations <= MOST_DETAILED);
    }

    private void forEach(@Nullable SessionDomain within, Consumer<SessionNode> visit) {
        if (within == null) {
            for (int i = 0; i < session.nodeCount(); i++) {
                visit.accept(session.nodeAt(i));
            }
        } else {
            for (int member : within.members()) {
                visit.accept(session.nodeAt(member));
            }
        }
    }

    /**
     * Nodes on which evictions could make room, best first: those that no plugin refuses for good. Whether they fit after
     * the evictions is asked then.
     */
    List<SessionNode> preemptionNodes(SessionTask task, boolean ranked) {
        List<SessionNode> nodes = new ArrayList<>();
        for (int i = 0; i < session.nodeCount(); i++) {
            SessionNode node = session.nodeAt(i);
            if (node.allocatable().covers(task.request()) && hope(task, node)) {
                nodes.add(node);
            }
        }
        if (ranked && nodes.size() > 1) {
            double[] scores = new double[session.nodeCount()];
            for (SessionNode node : nodes) {
                for (Voice<NodeOrder> voice : session.choir().of(HookKind.NODE_ORDER)) {
                    scores[node.index()] += ClassIndex.scoreOf(session, voice, task, node);
                }
            }
            List<NodeView> views = List.copyOf(nodes);
            for (Voice<BatchNodeOrder> voice : session.choir().of(HookKind.BATCH_NODE_ORDER)) {
                Optional<Refusal> failure = ClassIndex.addScores(session, voice, task, views, scores);
                if (failure.isPresent()) {
                    session.refuse(task, failure.get());
                    return List.of();
                }
            }
            nodes.sort(Comparator.<SessionNode>comparingDouble(node -> -scores[node.index()])
                    .thenComparingInt(SessionNode::index));
        }
        for (Voice<BatchPredicate> voice : session.choir().of(HookKind.BATCH_PREDICATE)) {
            nodes = hopefulTogether(task, voice, nodes);
        }
        return nodes;
    }

    private boolean hope(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            Refusal refusal = ClassIndex.ask(session, voice, task, node);
            if (refusal != null) {
                return refusal.code().hope();
            }
        }
        return true;
    }

    private List<SessionNode> hopefulTogether(SessionTask task, Voice<BatchPredicate> voice, List<SessionNode> nodes) {
        if (nodes.isEmpty()) {
            return nodes;
        }
        List<@Nullable Refusal> said =
                ClassIndex.askTogether(session, voice, task, nodes, settings.enough(session.nodeCount()));
        List<SessionNode> hopeful = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            Refusal refusal = said.get(i);
            if (refusal == null || refusal.code().hope()) {
                hopeful.add(nodes.get(i));
            }
        }
        return hopeful;
    }

    /** Whether every plugin accepts the node as it is now, apart from its room. */
    Optional<Refusal> refusalOf(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            Refusal refusal = ClassIndex.ask(session, voice, task, node);
            if (refusal != null) {
                return Optional.of(refusal);
            }
        }
        for (Voice<BatchPredicate> voice : session.choir().of(HookKind.BATCH_PREDICATE)) {
            List<@Nullable Refusal> said = ClassIndex.askTogether(session, voice, task, List.of(node), 1);
            Refusal refusal = said.isEmpty() ? null : said.getFirst();
            if (refusal != null) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    /** What a plugin says of a task before any node is looked at. */
    Optional<Refusal> refusalOf(SessionTask task) {
        for (var voice : session.choir().of(HookKind.PRE_PREDICATE)) {
            try {
                if (voice.hook().check(task) instanceof Verdict.Refused refused) {
                    return Optional.of(new Refusal(
                            voice.plugin(), HookKind.PRE_PREDICATE.name(), refused.code(), refused.reason()));
                }
            } catch (RuntimeException thrown) {
                return Optional.of(session.ballot().failed(voice, HookKind.PRE_PREDICATE, thrown));
            }
        }
        return Optional.empty();
    }
}
