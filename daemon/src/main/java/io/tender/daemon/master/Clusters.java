package io.tender.daemon.master;

import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.ExecutorMessage;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** All clusters the master runs tasks on; each order goes to the one that has the agent. */
public final class Clusters {
    private final List<Cluster> clusters;

    public Clusters(List<? extends Cluster> clusters) {
        this.clusters = List.copyOf(clusters);
    }

    /** The one that has the agent; empty if none has, as when it has just left. */
    public Optional<Cluster> of(AgentId agent) {
        return clusters.stream().filter(cluster -> cluster.has(agent)).findFirst();
    }

    public List<Cluster> all() {
        return clusters;
    }

    void launch(TaskOrder order) {
        of(order.agent()).ifPresent(cluster -> cluster.launch(order));
    }

    void kill(AgentId agent, TaskKey task, Duration grace) {
        of(agent).ifPresent(cluster -> cluster.kill(agent, task, grace));
    }

    void message(ExecutorMessage words) {
        of(words.agent()).ifPresent(cluster -> cluster.message(words));
    }

    void createVolumes(AgentId agent, Resources volumes) {
        of(agent).ifPresent(cluster -> cluster.createVolumes(agent, volumes));
    }

    void destroyVolumes(AgentId agent, Resources volumes) {
        of(agent).ifPresent(cluster -> cluster.destroyVolumes(agent, volumes));
    }

    void expectVolumes(AgentId agent, Resources volumes) {
        of(agent).ifPresent(cluster -> cluster.expectVolumes(agent, volumes));
    }

    void acknowledge(AgentId agent, TaskKey task, UUID uuid) {
        of(agent).ifPresent(cluster -> cluster.acknowledge(agent, task, uuid));
    }
}
