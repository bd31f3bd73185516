package io.tender.spi.batch;

import java.util.List;

/**
 * Whether a queue may reclaim from others for these tasks. Combined: all must say yes.
 */
@FunctionalInterface
public interface Preemptive {
    Answer mayReclaim(QueueView queue, List<TaskView> tasks);
}
