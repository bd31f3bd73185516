package io.tender.core.sorter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How likely each active client is to come first: a node's weight among its active siblings, times its parent's. They
 * add up to one.
 */
final class RelativeWeights {

    private static final Comparator<ShareNode> BY_PATH = (a, b) -> ShareNode.comparePaths(a.component, b.component);

    /** Whole numbers below this add up exactly, as long as there are fewer than a thousand million. */
    private static final double LARGE = 1 << 23;

    private final List<ShareClient> clients;
    private boolean equal = true;
    private double common;

    /** Works the weights out and notes them in the clients. */
    RelativeWeights(ShareNode root) {
        clients = new ArrayList<>(root.activeLeaves);
        spread(root, 1);
    }

    private void spread(ShareNode node, double relative) {
        Map<String, ShareNode> children = node.children;
        if (children == null) {
            return;
        }
        Collection<ShareNode> siblings = children.values();
        double sum = 0;
        boolean exact = true;
        for (ShareNode child : siblings) {
            if (child.activeLeaves > 0) {
                double weight = child.weight;
                sum += weight;
                exact &= weight == (int) weight && weight < LARGE;
            }
        }
        if (!exact) {
            // Then the sum depends on the order of adding, which must not be that of a hash table.
            sum = 0;
            for (ShareNode child : siblings.stream().sorted(BY_PATH).toList()) {
                sum += child.activeLeaves > 0 ? child.weight : 0;
            }
        }
        for (ShareNode child : siblings) {
            if (child.activeLeaves > 0) {
                double part = relative * (child.weight / sum);
                if (child.client != null) {
                    note(child.client, part);
                } else {
                    spread(child, part);
                }
            }
        }
    }

    private void note(ShareClient client, double part) {
        if (clients.isEmpty()) {
            common = part;
        }
        equal &= part == common;
        client.relativeWeight = part;
        clients.add(client);
    }

    /** The active clients. */
    List<ShareClient> clients() {
        return clients;
    }

    boolean areEqual() {
        return equal;
    }
}
