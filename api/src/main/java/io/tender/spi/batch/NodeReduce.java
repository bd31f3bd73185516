package io.tender.spi.batch;

import java.util.SortedMap;

/**
 * Turns the raw scores of {@link NodeMap} into final ones. Combined: added.
 */
@FunctionalInterface
public interface NodeReduce {
    /** @param scores by name of node; may be changed in place */
    void reduce(TaskView task, SortedMap<String, Double> scores);
}
