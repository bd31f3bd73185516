package io.tender.spi.batch;

/**
 * A score that is reduced over all nodes by the plugin's own {@link NodeReduce} before it is added; floored to a whole number.
 */
@FunctionalInterface
public interface NodeMap {
    double score(TaskView task, NodeView node);
}
