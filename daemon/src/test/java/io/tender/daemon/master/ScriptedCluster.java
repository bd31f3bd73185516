package io.tender.daemon.master;

import io.tender.daemon.cluster.AgentReport;
import io.tender.daemon.cluster.Cluster;
import io.tender.daemon.cluster.ClusterListener;
import io.tender.daemon.cluster.Output;
import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Agents that do what a test says, survive the master, and notice when a task is started twice. */
final class ScriptedCluster implements Cluster {
    private final TreeMap<AgentId, Machine> machines = new TreeMap<>();
    private final Map<TaskKey, Integer> starts = new HashMap<>();
    private final Map<TaskKey, Duration> graces = new HashMap<>();
    private @Nullable ClusterListener listener;
    private long uuids;
    boolean startsAtOnce = true;

    private static final class Machine {
        AgentReport report;
        boolean reachable = true;
        final TreeMap<TaskKey, List<TaskReport>> unacknowledged = new TreeMap<>();
        final TreeMap<TaskKey, TaskReport> last = new TreeMap<>();
        final TreeSet<TaskKey> alive = new TreeSet<>();
        final Set<TaskKey> killed = new HashSet<>();

        Machine(AgentReport report) {
            this.report = report;
        }
    }

    private Machine machine(AgentId agent) {
        Machine machine = machines.get(agent);
        if (machine == null) {
            throw new IllegalArgumentException("no agent " + agent);
        }
        return machine;
    }

    private ClusterListener listener() {
        if (listener == null) {
            throw new IllegalStateException("not started");
        }
        return listener;
    }

    void add(String agent, String resources) {
        add(new AgentReport(
                new AgentInfo(new AgentId(agent), agent + ".host", List.of(), Optional.empty()),
                AgentCapability.all(),
                Resources.parse(resources),
                List.of()));
    }

    void add(AgentReport report) {
        machines.put(report.agent().id(), new Machine(report));
        join(report.agent().id());
    }

    void change(AgentReport report) {
        machine(report.agent().id()).report = report;
        join(report.agent().id());
    }

    private void join(AgentId agent) {
        Machine machine = machine(agent);
        List<TaskReport> tasks = new ArrayList<>();
        machine.last.forEach((key, report) -> {
            if (machine.alive.contains(key) || machine.unacknowledged.containsKey(key)) {
                tasks.add(report);
            }
        });
        listener()
                .joined(new AgentReport(
                        machine.report.agent(), machine.report.capabilities(), machine.report.resources(), tasks));
    }

    void partition(AgentId agent) {
        machine(agent).reachable = false;
        listener().unreachable(agent, "it does not answer");
    }

    void heal(AgentId agent) {
        machine(agent).reachable = true;
        join(agent);
    }

    void remove(AgentId agent) {
        machines.remove(agent);
        listener().left(agent, "it was taken away");
    }

    boolean isReachable(AgentId agent) {
        return machine(agent).reachable;
    }

    Set<AgentId> agents() {
        return new TreeSet<>(machines.keySet());
    }

    /** Forgets a task as if it had never been there. */
    void lose(AgentId agent, TaskKey key) {
        Machine machine = machine(agent);
        machine.alive.remove(key);
        machine.last.remove(key);
        machine.unacknowledged.remove(key);
    }

    void report(AgentId agent, TaskKey key, RunState state) {
        Machine machine = machine(agent);
        if (!machine.alive.contains(key)) {
            return;
        }
        if (state.isTerminal()) {
            machine.alive.remove(key);
        }
        say(agent, key, state);
    }

    private void say(AgentId agent, TaskKey key, RunState state) {
        Machine machine = machine(agent);
        TaskReport report = new TaskReport(
                key, agent, state, new UUID(7, uuids++), Instant.EPOCH, "", state + " it is", Optional.empty());
        machine.last.put(key, report);
        machine.unacknowledged.computeIfAbsent(key, all -> new ArrayList<>()).add(report);
        if (machine.reachable) {
            listener().report(report);
        }
    }

    /** What real agents do now and then: says again what was not acknowledged. */
    void repeat() {
        machines.values().stream()
                .filter(machine -> machine.reachable)
                .forEach(machine -> List.copyOf(machine.unacknowledged.values())
                        .forEach(all -> List.copyOf(all).forEach(listener()::report)));
    }

    int unacknowledged() {
        return machines.values().stream()
                .mapToInt(machine -> machine.unacknowledged.size())
                .sum();
    }

    List<TaskKey> alive() {
        return machines.values().stream()
                .flatMap(machine -> machine.alive.stream())
                .toList();
    }

    List<TaskKey> alive(AgentId agent) {
        return List.copyOf(machine(agent).alive);
    }

    int starts(TaskKey key) {
        return starts.getOrDefault(key, 0);
    }

    Map<TaskKey, Integer> starts() {
        return starts;
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public void start(ClusterListener told, List<TaskOrder> known) {
        listener = told;
        Set<TaskKey> wanted = new HashSet<>();
        known.forEach(order -> wanted.add(order.key()));
        for (Machine machine : machines.values()) {
            machine.alive.removeIf(key -> !wanted.contains(key) && !machine.unacknowledged.containsKey(key));
        }
        List.copyOf(machines.keySet()).stream().filter(this::isReachable).forEach(this::join);
    }

    @Override
    public boolean has(AgentId agent) {
        return machines.containsKey(agent);
    }

    @Override
    public void launch(TaskOrder order) {
        Machine machine = machine(order.agent());
        if (!machine.reachable || machine.last.containsKey(order.key()) || machine.killed.contains(order.key())) {
            return;
        }
        if (machine.alive.add(order.key())) {
            starts.merge(order.key(), 1, Integer::sum);
            if (startsAtOnce) {
                say(order.agent(), order.key(), RunState.RUNNING);
            }
        }
    }

    /** How long a task was last given to end. */
    Optional<Duration> grace(TaskKey task) {
        return Optional.ofNullable(graces.get(task));
    }

    @Override
    public void kill(AgentId agent, TaskKey task, Duration grace) {
        Machine machine = machine(agent);
        if (!machine.reachable) {
            return;
        }
        graces.put(task, grace);
        machine.killed.add(task);
        if (machine.alive.remove(task)) {
            say(agent, task, RunState.KILLED);
        } else if (!machine.last.containsKey(task)) {
            say(agent, task, RunState.GONE);
        }
    }

    @Override
    public void acknowledge(AgentId agent, TaskKey task, UUID uuid) {
        Machine machine = machine(agent);
        List<TaskReport> waiting = machine.unacknowledged.get(task);
        if (machine.reachable && waiting != null) {
            waiting.removeIf(report -> report.uuid().equals(uuid));
            if (waiting.isEmpty()) {
                machine.unacknowledged.remove(task);
                if (!machine.alive.contains(task)) {
                    machine.last.remove(task);
                }
            }
        }
    }

    @Override
    public void reconcile(AgentId agent, List<TaskKey> tasks) {
        throw new UnsupportedOperationException("the master asks agents by having them join");
    }

    @Override
    public Optional<Output> output(AgentId agent, TaskKey task, String stream, long offset, int atMost) {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
