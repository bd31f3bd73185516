package io.tender.spi.batch;

import io.tender.model.batch.NetworkTopology;
import java.util.List;
import java.util.Optional;

/** Tasks of a job that are placed together. */
public interface SubJobView {

    /** Unique in its job. */
    String id();

    /** The policy that made it; empty for the tasks that no policy matches. */
    String policy();

    JobView job();

    List<? extends TaskView> tasks();

    /** How many of its tasks make it whole. */
    int minAvailable();

    /** Its place among the groups of its policy. */
    int matchIndex();

    Optional<NetworkTopology> topology();

    /** The domain its placed tasks are in. */
    Optional<String> allocatedHyperNode();

    /** The domain that was freed for it. */
    Optional<String> nominatedHyperNode();
}
