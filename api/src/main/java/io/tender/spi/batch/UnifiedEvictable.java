package io.tender.spi.batch;

import java.util.List;

/**
 * Which tasks may be evicted for a whole gang. Combined as {@link Evictable}.
 */
@FunctionalInterface
public interface UnifiedEvictable {
    Victims victims(Eviction eviction, List<TaskView> candidates);
}
