package io.tender.core.batch;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the nodes on which evictions could make room for a task, and tells whether one will do once they have. */
final class EvictionNodes {
    private final Session session;
    private final SearchSettings settings;
    private final Interview interview;

    EvictionNodes(Session session, SearchSettings settings) {
        this.session = session;
        this.settings = settings;
        this.interview = new Interview(session);
    }

    /**
     * Nodes on which evictions could make room, best first: those that no plugin at hand refuses for good. Whether they fit after
     * the evictions is asked then.
     */
    List<SessionNode> of(SessionTask task, boolean ranked) {
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
                    scores[node.index()] += interview.score(voice, task, node);
                }
            }
            List<NodeView> views = List.copyOf(nodes);
            for (Voice<BatchNodeOrder> voice : session.choir().of(HookKind.BATCH_NODE_ORDER)) {
                Optional<Refusal> failure = interview.addRanks(voice, task, views, scores);
                if (failure.isPresent()) {
                    session.refuse(task, failure.get());
                    return List.of();
                }
            }
            nodes.sort(Comparator.<SessionNode>comparingDouble(node -> -scores[node.index()])
                    .thenComparingInt(SessionNode::index));
        }
        return nodes;
    }

    /**
     * Those of some nodes that no far-away plugin refuses for good, in their order. As many are asked about at once as are enough
     * to choose from, and others only if none of these will do: a node that fits may have nobody who could be evicted.
     */
    Iterable<SessionNode> hopeful(SessionTask task, List<SessionNode> nodes) {
        if (session.choir().of(HookKind.BATCH_PREDICATE).isEmpty()) {
            return nodes;
        }
        int enough = settings.enough(session.nodeCount());
        return () -> IntStream.iterate(0, from -> from < nodes.size(), from -> from + enough)
                .mapToObj(from -> hopefulOf(task, nodes.subList(from, Math.min(nodes.size(), from + enough))))
                .flatMap(List::stream)
                .iterator();
    }

    private List<SessionNode> hopefulOf(SessionTask task, List<SessionNode> nodes) {
        List<SessionNode> hopeful = nodes;
        for (Voice<BatchPredicate> voice : session.choir().of(HookKind.BATCH_PREDICATE)) {
            hopeful = hopefulTogether(task, voice, hopeful);
        }
        return hopeful;
    }

    private boolean hope(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            Refusal refusal = interview.refusal(voice, task, node);
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
        List<@Nullable Refusal> said = interview.refusals(voice, task, nodes, nodes.size());
        List<SessionNode> hopeful = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            Refusal refusal = said.get(i);
            if (refusal == null || refusal.code().hope()) {
                hopeful.add(nodes.get(i));
            }
        }
        return hopeful;
    }

    /** Whether every plugin at hand accepts the node as it is now, apart from its room; far-away ones are not asked. */
    Optional<Refusal> refusalAtHand(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            Refusal refusal = interview.refusal(voice, task, node);
            if (refusal != null) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    /** Whether every plugin accepts the node as it is now, apart from its room. */
    Optional<Refusal> refusalOf(SessionTask task, SessionNode node) {
        Optional<Refusal> atHand = refusalAtHand(task, node);
        if (atHand.isPresent()) {
            return atHand;
        }
        for (Voice<BatchPredicate> voice : session.choir().of(HookKind.BATCH_PREDICATE)) {
            List<@Nullable Refusal> said = interview.refusals(voice, task, List.of(node), 1);
            Refusal refusal = said.isEmpty() ? null : said.getFirst();
            if (refusal != null) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }
}
