package io.tender.spi.batch;

import java.util.List;

/**
 * Which running tasks should be moved, for reasons of their own. Asked by shuffle. Combined: united within a tier; the first
 * tier with a result decides.
 */
@FunctionalInterface
public interface VictimTasks {
    List<TaskView> choose(List<TaskView> running);
}
