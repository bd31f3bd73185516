package io.tender.spi.batch;

import java.util.List;

/**
 * Told at the end of a session which tentative placements became real and which did not.
 */
@FunctionalInterface
public interface OutcomeListener {
    void outcome(List<TaskView> committed, List<TaskView> aborted);
}
