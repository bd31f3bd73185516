package io.tender.core.batch;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known about machines for tasks of one class, whatever runs on them; found out once per session. */
final class MachineIndex {
    private final Session session;
    private final Interview interview;
    private final List<Voice<Predicate>> predicates;
    private final List<Voice<BatchPredicate>> batchPredicates;
    private final List<Voice<NodeOrder>> scorers;
    private final BatchRanks ranks;
    private final boolean[] known;
    private final @Nullable Refusal[] refusals;
    private final double[] scores;

    MachineIndex(
            Session session,
            Interview interview,
            List<Voice<Predicate>> predicates,
            List<Voice<BatchPredicate>> batchPredicates,
            List<Voice<NodeOrder>> scorers,
            List<Voice<BatchNodeOrder>> batchScorers) {
        this.session = session;
        this.interview = interview;
        this.predicates = predicates;
        this.batchPredicates = batchPredicates;
        this.scorers = scorers;
        known = new boolean[session.nodeCount()];
        refusals = new Refusal[known.length];
        scores = new double[known.length];
        ranks = new BatchRanks(interview, batchScorers, known.length);
    }

    /**
     * Finds out about those machines among these that are not known yet. A far-away plugin that stops once enough fit
     * leaves the others unknown.
     *
     * @return whether scores of machines that were known before have changed
     */
    boolean meet(SessionTask task, List<SessionNode> nodes, int enough) {
        List<SessionNode> strangers = new ArrayList<>();
        for (SessionNode node : nodes) {
            if (!known[node.index()]) {
                Refusal refusal = refused(task, node);
                refusals[node.index()] = refusal;
                if (refusal == null) {
                    strangers.add(node);
                } else {
                    known[node.index()] = true;
                }
            }
        }
        if (strangers.isEmpty()) {
            return false;
        }
        for (Voice<BatchPredicate> voice : batchPredicates) {
            strangers = meetTogether(voice, task, strangers, enough);
        }
        for (SessionNode node : strangers) {
            known[node.index()] = true;
            double sum = 0;
            for (Voice<NodeOrder> voice : scorers) {
                sum += interview.score(voice, task, node);
            }
            scores[node.index()] = sum;
        }
        return !strangers.isEmpty() && !ranks.isEmpty() && ranks.rank(task, strangers, this::everybody);
    }

    private List<SessionNode> everybody() {
        List<SessionNode> all = new ArrayList<>();
        for (int i = 0; i < known.length; i++) {
            if (known[i] && refusals[i] == null) {
                all.add(session.nodeAt(i));
            }
        }
        return all;
    }

    private @Nullable Refusal refused(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : predicates) {
            Refusal refusal = interview.refusal(voice, task, node);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private List<SessionNode> meetTogether(
            Voice<BatchPredicate> voice, SessionTask task, List<SessionNode> nodes, int enough) {
        if (nodes.isEmpty()) {
            return nodes;
        }
        List<@Nullable Refusal> said = interview.refusals(voice, task, nodes, enough);
        List<SessionNode> fitting = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            SessionNode node = nodes.get(i);
            refusals[node.index()] = said.get(i);
            if (said.get(i) == null) {
                fitting.add(node);
            } else {
                known[node.index()] = true;
            }
        }
        return fitting;
    }

    boolean knows(int node) {
        return known[node];
    }

    @Nullable
    Refusal refusal(int node) {
        return refusals[node];
    }

    double score(int node) {
        return scores[node] + ranks.score(node);
    }

    Optional<Refusal> scoringFailure() {
        return ranks.failure();
    }
}
