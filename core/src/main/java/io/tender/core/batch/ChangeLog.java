package io.tender.core.batch;

import java.util.Arrays;

/** Which nodes changed, in order, so that whoever keeps something per node can catch up from where it was. */
final class ChangeLog {
    private int[] nodes = new int[64];
    private int size;

    void add(int node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        nodes[size++] = node;
    }

    int size() {
        return size;
    }

    int at(int position) {
        return nodes[position];
    }
}
