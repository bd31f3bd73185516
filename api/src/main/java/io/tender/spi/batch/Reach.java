package io.tender.spi.batch;

/** What an answer about a task and a node depends on; it decides how long the answer may be kept. */
public enum Reach {
    /** Nothing: for tasks of this template the hook has nothing to say, whatever the node. */
    NONE,
    /**
     * The template, queue and namespace of the task, and what the node is: its size, labels, taints. Equal tasks share the
     * answer for the whole session, whatever is placed on the node.
     */
    MACHINE,
    /**
     * The template, queue and namespace of the task, and the node with its tasks. Equal tasks share the answer until
     * something is placed on or taken off the node.
     */
    NODE,
    /** Anything: the hook is asked for each task anew. */
    CLUSTER
}
