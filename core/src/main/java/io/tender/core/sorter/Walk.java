package io.tender.core.sorter;

import io.tender.spi.Chance;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps through the active clients of a tree in order, as far as somebody asks, without making a list of them.
 *
 * <p>One walk is used again and again; it belongs to one caller, and the tree's structure must not change under it.
 * Charges may: they move clients only when the next walk begins.
 */
public final class Walk {

    private final Chance chance;

    // By share, over all clients: a stack of inner nodes with the index of the next child.
    private ShareNode[] nodes = new ShareNode[8];
    private int[] next = new int[8];
    private int depth = -1;

    // By chance, or over some clients only: a heap by value, then count, then path.
    private ShareClient[] heap = new ShareClient[16];
    private double[] values = new double[16];
    private int size;
    private boolean heaped;

    /** Whether the heap is one yet; until somebody asks for a second client, knowing the first is enough. */
    private boolean ordered;

    private int first;

    public Walk(Chance chance) {
        this.chance = chance;
    }

    /**
     * Starts over at the first of all clients of a tree.
     *
     * @param key what a random order is for: the same key gives the same order
     */
    public void begin(ShareTree tree, long key) {
        if (tree.kind == SorterKind.RANDOM) {
            begin(tree, key, tree.relativeWeights().clients());
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
        heaped = true;
        ordered = false;
        size = 0;
        if (heap.length < some.size()) {
            heap = new ShareClient[some.size()];
            values = new double[some.size()];
        }
        if (tree.kind == SorterKind.RANDOM) {
            draw(tree.relativeWeights().areEqual(), key, some);
        } else {
            tree.settle();
            for (int i = 0; i < some.size(); i++) {
                ShareClient client = some.get(i);
                if (client.active) {
                    put(client, client.node.placedShare);
                }
            }
        }
    }

    private void draw(boolean equalWeights, long key, List<ShareClient> some) {
        for (int i = 0; i < some.size(); i++) {
            ShareClient client = some.get(i);
            if (client.active) {
                double unit = Chance.unit(chance.draw(Chance.key(key, client.key)));
                // The smallest of exponential variables with these rates comes first as often as its rate says; with
                // equal rates that is the largest of the uniform ones they are made from.
                put(client, equalWeights ? -unit : -StrictMath.log(unit) / client.relativeWeight);
            }
        }
    }

    private void put(ShareClient client, double value) {
        heap[size] = client;
        values[size] = value;
        if (size == 0 || before(size, first)) {
            first = size;
        }
        size++;
    }

    /** The next client, or null at the end. */
    public @Nullable ShareClient next() {
        return heaped ? nextOfHeap() : nextByShare();
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

    private @Nullable ShareClient nextOfHeap() {
        if (size == 0) {
            return null;
        }
        if (!ordered && first >= 0) {
            int at = first;
            first = -1;
            return remove(at);
        }
        if (!ordered) {
            for (int i = size / 2 - 1; i >= 0; i--) {
                siftDown(i);
            }
            ordered = true;
        }
        ShareClient top = remove(0);
        siftDown(0);
        return top;
    }

    private ShareClient remove(int at) {
        ShareClient client = heap[at];
        size--;
        heap[at] = heap[size];
        values[at] = values[size];
        return client;
    }

    private void siftDown(int from) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(child + 1, child)) {
                child++;
            }
            if (!before(child, at)) {
                return;
            }
            ShareClient client = heap[at];
            double value = values[at];
            heap[at] = heap[child];
            values[at] = values[child];
            heap[child] = client;
            values[child] = value;
            at = child;
        }
    }

    private boolean before(int left, int right) {
        int order = Double.compare(values[left], values[right]);
        return order == 0 ? tieBefore(heap[left], heap[right]) : order < 0;
    }

    private static boolean tieBefore(ShareClient left, ShareClient right) {
        int order = Long.compare(left.node.placedCount, right.node.placedCount);
        return order < 0 || (order == 0 && ShareNode.comparePaths(left.path, right.path) < 0);
    }
}
