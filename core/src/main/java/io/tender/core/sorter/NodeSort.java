package io.tender.core.sorter;

/**
 * Sorts siblings: a plain merge sort of its own, since the comparisons are compiled into it here, which in the shared
 * one of the JDK they are not, and they are most of the work. What is in order already is only looked at.
 */
final class NodeSort {

    /** Below this, inserting is faster than merging. */
    private static final int FEW = 8;

    private static final ShareNode[] NONE = {};

    private ShareNode[] scratch = NONE;

    void sort(ShareNode[] nodes, int size) {
        for (int from = 0; from < size; from += FEW) {
            insert(nodes, from, Math.min(size, from + FEW));
        }
        if (size <= FEW) {
            return;
        }
        if (scratch.length < size) {
            scratch = new ShareNode[nodes.length];
        }
        for (int width = FEW; width < size; width *= 2) {
            for (int from = 0; from + width < size; from += 2 * width) {
                merge(nodes, from, from + width, Math.min(size, from + 2 * width));
            }
        }
    }

    private static void insert(ShareNode[] nodes, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            ShareNode node = nodes[i];
            int at = i;
            while (at > from && node.compareTo(nodes[at - 1]) < 0) {
                nodes[at] = nodes[at - 1];
                at--;
            }
            nodes[at] = node;
        }
    }

    private void merge(ShareNode[] nodes, int from, int middle, int to) {
        if (nodes[middle - 1].compareTo(nodes[middle]) < 0) {
            return;
        }
        int left = 0;
        int leftEnd = middle - from;
        System.arraycopy(nodes, from, scratch, 0, leftEnd);
        int right = middle;
        int at = from;
        while (left < leftEnd && right < to) {
            nodes[at++] = nodes[right].compareTo(scratch[left]) < 0 ? nodes[right++] : scratch[left++];
        }
        System.arraycopy(scratch, left, nodes, at, leftEnd - left);
    }
}
