package io.tender.core.sorter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How likely each active client is to come first: a node's weight among its active siblings, times its parent's. They
 * add up to one.
 */
final class RelativeWeights {

    private static final Comparator<ShareNode> BY_PATH = (a, b) -> ShareNode.comparePaths(a.component, b.component);

    private final List<ShareClient> clients = new ArrayList<>();
    private boolean equal = true;

    /** Works the weights out and notes them in the clients. */
    RelativeWeights(ShareNode root) {
        spread(root, 1);
        for (ShareClient client : clients) {
            equal &= client.relativeWeight == clients.getFirst().relativeWeight;
        }
    }

    private void spread(ShareNode node, double relative) {
        Map<String, ShareNode> children = node.children;
        if (children == null) {
            return;
        }
        List<ShareNode> active = children.values().stream()
                .filter(child -> child.activeLeaves > 0)
                .sorted(BY_PATH)
                .toList();
        double sum = 0;
        for (ShareNode child : active) {
            sum += child.weight;
        }
        for (ShareNode child : active) {
            double part = relative * (child.weight / sum);
            if (child.client != null) {
                child.client.relativeWeight = part;
                clients.add(child.client);
            } else {
                spread(child, part);
            }
        }
    }

    /** The active clients. */
    List<ShareClient> clients() {
        return clients;
    }

    boolean areEqual() {
        return equal;
    }
}
