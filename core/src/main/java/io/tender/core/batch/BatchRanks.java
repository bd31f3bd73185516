package io.tender.core.batch;

import io.tender.spi.batch.BatchNodeOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scores that plugins gave nodes they saw together. Nodes with a score of a plugin never compete with nodes for which the
 * same plugin failed: either it counts for all, or for none.
 */
final class BatchRanks {
    private final Interview interview;
    private final List<Voice<BatchNodeOrder>> voices;
    private final double[][] scores;
    private final boolean[] leftOut;
    private final @Nullable Refusal[] failures;

    BatchRanks(Interview interview, List<Voice<BatchNodeOrder>> voices, int nodeCount) {
        this.interview = interview;
        this.voices = voices;
        this.scores = new double[voices.size()][nodeCount];
        this.leftOut = new boolean[voices.size()];
        this.failures = new Refusal[voices.size()];
    }

    boolean isEmpty() {
        return voices.isEmpty();
    }

    /**
     * Asks about nodes.
     *
     * @param everybody all nodes that compete, in case a plugin failed before and has to be asked about all of them
     * @return whether scores of other nodes have changed too
     */
    boolean rank(SessionTask task, List<SessionNode> nodes, Supplier<List<SessionNode>> everybody) {
        boolean othersChanged = false;
        for (int i = 0; i < voices.size(); i++) {
            if (leftOut[i]) {
                continue;
            }
            boolean failedBefore = failures[i] != null;
            Interview.Ranked ranked =
                    interview.rank(voices.get(i), task, List.copyOf(failedBefore ? everybody.get() : nodes), scores[i]);
            failures[i] = ranked.failure().orElse(null);
            leftOut[i] = ranked.leftOut();
            if (leftOut[i]) {
                Arrays.fill(scores[i], 0);
            }
            othersChanged |= leftOut[i] || failedBefore;
        }
        return othersChanged;
    }

    double score(int node) {
        double sum = 0;
        for (double[] ofOne : scores) {
            sum += ofOne[node];
        }
        return sum;
    }

    Optional<Refusal> failure() {
        for (Refusal failure : failures) {
            if (failure != null) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }
}
