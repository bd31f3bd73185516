package io.tender.core.sorter;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The active clients, and how likely each is to come first: a node's weight among its active siblings, times its
 * parent's. They add up to one.
 *
 * <p>What a draw needs lies in arrays, since a random order asks it of every client, and clients are far apart in memory.
 */
final class RelativeWeights {

    private static final Comparator<ShareNode> BY_NAME = ShareNode::compareNames;

    /** Whole numbers below this add up exactly, as long as there are fewer than a thousand million. */
    private static final double LARGE = 1 << 23;

    final ShareClient[] clients;

    final String[] paths;

    /** Of each client, its {@link ShareClient#half}. */
    final long[] halves;

    /** Of each client, how likely it is to come first. */
    final double[] weights;

    private int size;
    private boolean equal = true;

    /** Works the weights out and notes them in the clients too. */
    RelativeWeights(ShareNode root) {
        clients = new ShareClient[root.activeLeaves];
        paths = new String[clients.length];
        halves = new long[clients.length];
        weights = new double[clients.length];
        spread(root, 1);
    }

    private void spread(ShareNode node, double relative) {
        if (node.activeLeaves == 0) {
            return;
        }
        ShareNode[] children = node.children;
        double sum = 0;
        boolean exact = true;
        for (int i = 0; i < node.childCount; i++) {
            ShareNode child = children[i];
            if (child.activeLeaves > 0) {
                double weight = child.weight;
                sum += weight;
                exact &= weight == (int) weight && weight < LARGE;
            }
        }
        if (!exact) {
            // Then the sum depends on the order of adding, which must not be that of coming and going.
            ShareNode[] byName = Arrays.copyOf(children, node.childCount);
            Arrays.sort(byName, BY_NAME);
            sum = 0;
            for (ShareNode child : byName) {
                sum += child.activeLeaves > 0 ? child.weight : 0;
            }
        }
        for (int i = 0; i < node.childCount; i++) {
            ShareNode child = children[i];
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
        client.relativeWeight = part;
        clients[size] = client;
        paths[size] = client.path;
        halves[size] = client.half;
        weights[size] = part;
        equal &= part == weights[0];
        size++;
    }

    int size() {
        return size;
    }

    boolean areEqual() {
        return equal;
    }
}
