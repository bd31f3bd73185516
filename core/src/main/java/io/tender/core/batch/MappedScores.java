package io.tender.core.batch;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Scores that a plugin gives each node first and reduces over all of them afterwards. */
final class MappedScores {
    private final Session session;

    MappedScores(Session session) {
        this.session = session;
    }

    void add(SessionTask task, List<SessionNode> nodes, double[] sums) {
        for (Voice<NodeMap> voice : session.choir().of(HookKind.NODE_MAP)) {
            SortedMap<String, Double> scores = new TreeMap<>();
            try {
                for (SessionNode node : nodes) {
                    scores.put(node.name(), Math.floor(voice.hook().score(task, node)));
                }
                for (var reducer : session.choir().of(HookKind.NODE_REDUCE)) {
                    if (reducer.plugin().equals(voice.plugin())) {
                        reducer.hook().reduce(task, scores);
                    }
                }
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, HookKind.NODE_MAP, thrown);
                continue;
            }
            for (SessionNode node : nodes) {
                double score = scores.getOrDefault(node.name(), 0.0);
                sums[node.index()] += Double.isFinite(score) ? score : 0;
            }
        }
    }
}
