package io.tender.spi.batch;

import java.util.List;
import java.util.SortedMap;

/**
 * How good domains are for a sub-group. Combined: the scores are added.
 */
@FunctionalInterface
public interface HyperNodeOrder {
    SortedMap<String, Double> score(SubJobView subJob, List<HyperNodeView> domains);
}
