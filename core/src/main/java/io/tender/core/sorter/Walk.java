package io.tender.core.sorter;

import io.tender.spi.Chance;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps through the active clients of a tree in order, as far as somebody asks, without making a list of them.
 *
 * <p>One walk is used again and again; it belongs to one caller, and the tree's structure must not change under it.
 * Charges may: they move clients only when the next walk begins.
 */
public final class Walk {

    private static final ShareClient[] NONE = {};

    private final Chance chance;

    // By share, over all clients: a stack of inner nodes with the index of the next child.
    private ShareNode[] nodes = new ShareNode[8];
    private int[] next = new int[8];
    private int depth = -1;

    // In an order that is given.
    private ShareClient[] listed = NONE;
    private int at;

    // By chance, or over some clients only.
    private final ClientHeap heap = new ClientHeap();
    private boolean heaped;

    public Walk(Chance chance) {
        this.chance = chance;
    }

    /**
     * Starts over at the first of all clients of a tree.
     *
     * @param key what a random order is for: the same key gives the same order
     */
    public void begin(ShareTree tree, long key) {
        ShareClient[] given = tree.given;
        if (given != null) {
            list(given);
            return;
        }
        list(NONE);
        if (tree.kind == SorterKind.RANDOM) {
            heaped = true;
            heap.byChance(chance, key, tree.relativeWeights());
            return;
        }
        heaped = false;
        tree.settle();
        depth = 0;
        nodes[0] = tree.root;
        next[0] = 0;
    }

    /**
     * Starts over at the first of some clients of a tree, leaving the others out. By share this needs a tree without
     * inner nodes; inactive clients among them are skipped.
     */
    public void begin(ShareTree tree, long key, List<ShareClient> some) {
        if (tree.given != null) {
            list(some.stream()
                    .filter(client -> client.active)
                    .sorted(Comparator.comparingInt(client -> client.rank))
                    .toArray(ShareClient[]::new));
            return;
        }
        list(NONE);
        heaped = true;
        if (tree.kind == SorterKind.RANDOM) {
            heap.byChance(chance, key, some, tree.relativeWeights().areEqual());
        } else {
            tree.settle();
            heap.byShare(some);
        }
    }

    private void list(ShareClient[] clients) {
        listed = clients;
        at = 0;
        heaped = false;
        depth = -1;
    }

    /** Says, right after a random walk has begun, that it will go to the end. */
    void wantAll() {
        if (heaped) {
            heap.sort();
        }
    }

    /** The paths of all active clients of a tree, in order. */
    String[] paths(ShareTree tree, long key) {
        begin(tree, key);
        String[] paths = new String[tree.activeCount()];
        wantAll();
        if (heaped) {
            heap.paths(tree.relativeWeights().paths, paths);
            return paths;
        }
        int size = 0;
        for (ShareClient client = next(); client != null; client = next()) {
            paths[size++] = client.path();
        }
        return paths;
    }

    /** The next client, or null at the end. */
    public @Nullable ShareClient next() {
        if (at < listed.length) {
            return listed[at++];
        }
        return heaped ? heap.poll() : nextByShare();
    }

    private @Nullable ShareClient nextByShare() {
        while (depth >= 0) {
            ShareNode node = nodes[depth];
            if (next[depth] == node.ordered) {
                depth--;
                continue;
            }
            ShareNode child = node.order[next[depth]++];
            if (child.client != null) {
                return child.client;
            }
            push(child);
        }
        return null;
    }

    private void push(ShareNode node) {
        depth++;
        if (depth == nodes.length) {
            nodes = Arrays.copyOf(nodes, depth * 2);
            next = Arrays.copyOf(next, depth * 2);
        }
        nodes[depth] = node;
        next[depth] = 0;
    }
}
