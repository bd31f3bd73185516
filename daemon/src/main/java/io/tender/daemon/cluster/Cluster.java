package io.tender.daemon.cluster;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.model.batch.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Agents of one kind: processes of this machine, simulated ones, later the nodes of a Kubernetes cluster.
 *
 * <p>Calls come from one thread, return at once, and are safe to repeat: what becomes of them comes back through the
 * listener. Whatever the master asked for was made durable before, so after a restart it may ask again.
 */
public interface Cluster extends AutoCloseable {

    /** A name for people and settings, such as {@code local}. */
    String name();

    /**
     * Begins to report. Tasks that survived from before are found again and are part of the agent's first report.
     *
     * @param known what the master believes is on these agents; a task that is neither known nor unacknowledged is an
     *     orphan and is ended
     */
    void start(ClusterListener listener, List<TaskOrder> known);

    /** Whether the agent is one of these. */
    boolean has(AgentId agent);

    /** Runs a task. One that cannot be started is reported as FAILED or ERROR, with the reason. */
    void launch(TaskOrder order);

    /** Ends a task: politely, then by force once the grace is over. One it does not know is reported as GONE. */
    void kill(AgentId agent, TaskKey task, Duration grace);

    /** The report was taken note of for good: it need not be said again, and an ended task may be forgotten. */
    void acknowledge(AgentId agent, TaskKey task, UUID uuid);

    /** Says again what is true of these tasks; of one it does not know, that it is GONE. */
    void reconcile(AgentId agent, List<TaskKey> tasks);

    /** Words for an executor that has tasks there. Who runs plain commands has nobody who listens, and drops them. */
    default void message(ExecutorMessage words) {}

    /** Persistent volumes were made on an agent: they are empty, and keep what tasks write to them. */
    default void createVolumes(AgentId agent, Resources volumes) {}

    /** Persistent volumes were undone: what was written to them is gone. */
    default void destroyVolumes(AgentId agent, Resources volumes) {}

    /** All the persistent volumes that an agent which has just joined has by the master's books. */
    default void expectVolumes(AgentId agent, Resources volumes) {}

    /**
     * A part of what a task wrote.
     *
     * @param stream {@code stdout} or {@code stderr}
     * @param offset where to begin; a negative one counts from the end
     * @return the bytes, fewer than asked for at the end; empty if this cluster keeps no such output
     */
    Optional<Output> output(AgentId agent, TaskKey task, String stream, long offset, int atMost) throws IOException;

    /**
     * Finds out how busy its agents are.
     *
     * @param told hears it later, from any thread; not at all if nothing can be known
     */
    default void measure(Consumer<Map<AgentId, Node.Usage>> told) {}

    /** Runs something, from any thread, behind all that was asked of the agents so far and all that is due on them. */
    default void afterwards(Runnable then) {
        then.run();
    }

    /** Stops reporting. Tasks run on. */
    @Override
    void close();
}
