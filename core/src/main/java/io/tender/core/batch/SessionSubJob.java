package io.tender.core.batch;

import io.tender.model.batch.NetworkTopology;
import io.tender.spi.batch.SubJobView;
import java.util.List;
import java.util.Optional;

/** Tasks of a job that are placed together, within a session. */
public final class SessionSubJob implements SubJobView {
    private final SessionJob job;
    private final String id;
    private final String policy;
    private final int minAvailable;
    private final int matchIndex;
    private final Optional<NetworkTopology> topology;
    private final Optional<String> nominated;
    private final List<SessionTask> tasks;

    SessionSubJob(
            SessionJob job,
            String id,
            String policy,
            int minAvailable,
            int matchIndex,
            Optional<NetworkTopology> topology,
            Optional<String> nominated,
            List<SessionTask> tasks) {
        this.job = job;
        this.id = id;
        this.policy = policy;
        this.minAvailable = minAvailable;
        this.matchIndex = matchIndex;
        this.topology = topology;
        this.nominated = nominated;
        this.tasks = List.copyOf(tasks);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String policy() {
        return policy;
    }

    @Override
    public SessionJob job() {
        return job;
    }

    @Override
    public List<SessionTask> tasks() {
        return tasks;
    }

    @Override
    public int minAvailable() {
        return minAvailable;
    }

    @Override
    public int matchIndex() {
        return matchIndex;
    }

    @Override
    public Optional<NetworkTopology> topology() {
        return topology;
    }

    @Override
    public Optional<String> allocatedHyperNode() {
        return job.session().domains().holding(tasks);
    }

    @Override
    public Optional<String> nominatedHyperNode() {
        return nominated;
    }
}
