package io.tender.spi.batch;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Replaces the choice of the best node. Combined: the first answer that is there.
 */
@FunctionalInterface
public interface BestNode {
    /** @param scores the candidates by score, best last */
    Optional<NodeView> choose(TaskView task, SortedMap<Double, List<NodeView>> scores);
}
