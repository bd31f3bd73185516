package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.model.batch.Selector;
import io.tender.model.batch.Taint;
import io.tender.model.batch.TaskTemplate;
import io.tender.model.batch.Toleration;
import java.util.Map;
import java.util.Optional;

/** What a task asks of a node itself, whoever else is on it. */
final class NodeRules {
    private static final Taint UNSCHEDULABLE =
            new Taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE);

    private NodeRules() {}

    static boolean isPicky(TaskTemplate template) {
        return !template.nodeSelector().isEmpty()
                || !template.nodeAffinity().required().isEmpty();
    }

    /** Whether the labels are what node selector and required node affinity ask for. */
    static boolean isWanted(TaskTemplate template, Node node) {
        for (Map.Entry<String, String> wanted : template.nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(node.labels().get(wanted.getKey()))) {
                return false;
            }
        }
        if (template.nodeAffinity().required().isEmpty()) {
            return true;
        }
        for (Selector selector : template.nodeAffinity().required()) {
            if (selector.matches(node.labels())) {
                return true;
            }
        }
        return false;
    }

    static boolean isClosed(TaskTemplate template, Node node) {
        return node.unschedulable() && !tolerates(template, UNSCHEDULABLE);
    }

    static boolean tolerates(TaskTemplate template, Taint taint) {
        for (Toleration toleration : template.tolerations()) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /** The first taint that keeps the task off. */
    static Optional<Taint> forbidding(TaskTemplate template, Node node) {
        for (Taint taint : node.taints()) {
            if (taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE && !tolerates(template, taint)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }

    /** How many taints would rather not have the task. */
    static int disliking(TaskTemplate template, Node node) {
        int count = 0;
        for (Taint taint : node.taints()) {
            if (taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE && !tolerates(template, taint)) {
                count++;
            }
        }
        return count;
    }
}
