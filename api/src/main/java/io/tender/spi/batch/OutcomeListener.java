package io.tender.spi.batch;

import java.util.List;

/**
 * Told at the end of a session which tentative placements became real and which did not. Told at the beginning of one, before
 * any action, which placements of earlier sessions did not become real after all, since an offer or a job went meanwhile; the
 * jobs of these may be gone.
 */
@FunctionalInterface
public interface OutcomeListener {
    void outcome(List<TaskView> committed, List<TaskView> aborted);
}
