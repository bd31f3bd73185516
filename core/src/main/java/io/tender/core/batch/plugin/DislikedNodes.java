package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Avoids nodes with taints that would rather not have a task. */
final class DislikedNodes implements BatchNodeOrder {
    private final SessionView session;
    private final int weight;
    private @Nullable List<Taint> taints;
    private final IdentityHashMap<TaskTemplate, Reach> reaches = new IdentityHashMap<>();

    DislikedNodes(SessionView session, int weight) {
        this.session = session;
        this.weight = weight;
    }

    @Override
    public Reach reach(TaskView task) {
        if (taints().isEmpty()) {
            return Reach.NONE;
        }
        return reaches.computeIfAbsent(task.template(), template -> {
            for (Taint taint : taints()) {
                if (!NodeRules.tolerates(template, taint)) {
                    return Reach.CLUSTER;
                }
            }
            return Reach.NONE;
        });
    }

    /** All different ones of the session's nodes. */
    private List<Taint> taints() {
        List<Taint> known = taints;
        if (known == null) {
            Map<String, Taint> found = new TreeMap<>();
            for (NodeView view : session.nodes()) {
                Node node = view.node();
                for (Taint taint : node.taints()) {
                    if (taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE) {
                        found.put(taint.key() + "=" + taint.value(), taint);
                    }
                }
            }
            known = new ArrayList<>(found.values());
            taints = known;
        }
        return known;
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        Normalised scores = new Normalised(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            scores.set(i, NodeRules.disliking(task.template(), nodes.get(i).node()));
        }
        return scores.reversed(weight);
    }
}
