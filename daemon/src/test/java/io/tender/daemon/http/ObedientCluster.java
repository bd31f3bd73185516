package io.tender.daemon.http;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.ExecutorMessage;
import io.tender.daemon.cluster.Output;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Agents that run at once what they are given, until they are told to end it. */
public final class ObedientCluster implements Cluster {
    private final ClusterListener listener;
    private final Set<AgentId> agents = ConcurrentHashMap.newKeySet();

    ObedientCluster(ClusterListener listener) {
        this.listener = listener;
    }

    public void add(String agent, String resources) {
        add(agent, resources, List.of());
    }

    public void add(String agent, String resources, List<Attribute> attributes) {
        AgentId id = new AgentId(agent);
        agents.add(id);
        listener.joined(new AgentReport(
                new AgentInfo(id, agent + ".host", attributes, Optional.empty()),
                AgentCapability.all(),
                Resources.parse(resources),
                List.of()));
    }

    public void remove(String agent) {
        listener.left(new AgentId(agent), "it was taken away");
    }

    private void say(AgentId agent, TaskKey task, RunState state, String reason) {
        listener.report(new TaskReport(
                task, agent, state, UUID.randomUUID(), Instant.EPOCH, reason, "as told", Optional.empty()));
    }

    @Override
    public String name() {
        return "obedient";
    }

    @Override
    public void start(ClusterListener told, List<TaskOrder> known) {}

    @Override
    public boolean has(AgentId agent) {
        return agents.contains(agent);
    }

    @Override
    public void launch(TaskOrder order) {
        say(order.agent(), order.key(), RunState.RUNNING, "a reason Mesos has no word for");
    }

    @Override
    public void kill(AgentId agent, TaskKey task, Duration grace) {
        say(agent, task, RunState.KILLED, "");
    }

    /** Its executors say back what they are told. */
    @Override
    public void message(ExecutorMessage words) {
        listener.message(words);
    }

    @Override
    public void acknowledge(AgentId agent, TaskKey task, UUID uuid) {}

    @Override
    public void reconcile(AgentId agent, List<TaskKey> tasks) {}

    @Override
    public Optional<Output> output(AgentId agent, TaskKey task, String stream, long offset, int atMost) {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
