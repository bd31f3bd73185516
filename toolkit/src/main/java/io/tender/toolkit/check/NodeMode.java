package io.tender.toolkit.check;

/** How kube-scheduler tells an extender of nodes: as its {@code nodeCacheCapable} says. */
public enum NodeMode {
    /** By name ({@code nodeCacheCapable: true}). */
    NAMES,
    /** As whole objects. */
    FULL,
    /** Either; questions that need only one are asked with whole objects. */
    BOTH;

    boolean names() {
        return this != FULL;
    }

    boolean full() {
        return this != NAMES;
    }
}
