package io.tender.spi.batch;

import io.tender.model.batch.DisruptionBudget;
import io.tender.model.batch.JobId;
import io.tender.model.batch.NamespaceQuota;
import io.tender.model.batch.ResourceList;
import io.tender.spi.Chance;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One scheduling cycle: what there is, and the little a plugin may know of the outside. */
public interface SessionView {

    /** Unique among the sessions of all schedulers, sent to extenders with each request. */
    String id();

    /** Counts the sessions of this scheduler. */
    long number();

    /** By a clock that nobody sets: how long something lasts is reckoned by it. */
    Instant now();

    /** By the machine's clock: for what people write by hour and day. */
    default Instant date() {
        return now();
    }

    Chance chance();

    /** All nodes that are ready, by name. */
    List<? extends NodeView> nodes();

    Optional<? extends NodeView> node(String name);

    /** All jobs whose queue exists, by id. */
    List<? extends JobView> jobs();

    Optional<? extends JobView> job(JobId id);

    /** All queues, by name. */
    List<? extends QueueView> queues();

    Optional<? extends QueueView> queue(String name);

    /** The domains of the network, narrowest first; the last holds all nodes. */
    List<? extends HyperNodeView> hyperNodes();

    /** The quotas of the namespaces. */
    List<NamespaceQuota> quotas();

    List<DisruptionBudget> budgets();

    /** What all nodes together have. */
    ResourceList total();

    /** Which action is running; empty before the first and after the last. */
    String action();
}
