package io.tender.daemon.cluster.simulated;

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
import io.tender.model.batch.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Agents that exist only in memory.
 *
 * <p>Everything happens on the one thread of the {@link Timers}; a task costs a timer and a small object. Nothing is kept
 * on disk: after a restart of the daemon the tasks that the master knows are taken over as running, with fresh run times,
 * and an unacknowledged end from before is forgotten. A report is known by the same name in every life, so what the master
 * knew before is nothing new to it. What is asked of an agent that is out of reach never arrives, as it
 * would with a real one; the master finds out when the agent is back and reports.
 */
public final class SimulatedCluster implements Cluster {
    private static final Duration SAY_AGAIN = Duration.ofSeconds(10);

    private final SimulatedSettings settings;
    private final Timers timers;

    /** Replaced whole and never changed, so that anybody may ask which agents there are. */
    private volatile Map<AgentId, SimulatedAgent> agents;

    /** What was said and not acknowledged; the oldest first. */
    private final Map<TaskKey, SimulatedAgent> unacknowledged = new LinkedHashMap<>();

    private Optional<ClusterListener> listener = Optional.empty();

    /** How often what was not acknowledged has been said again; what is new in a round is left out of it. */
    private long rounds;

    public SimulatedCluster(SimulatedSettings settings, Timers timers) {
        this.settings = settings;
        this.timers = timers;
        this.agents = described(settings.agents());
    }

    private static Map<AgentId, SimulatedAgent> described(List<SimulatedSettings.Group> groups) {
        Map<AgentId, SimulatedAgent> described = new LinkedHashMap<>();
        for (SimulatedSettings.Group group : groups) {
            for (int number = 1; number <= group.count(); number++) {
                SimulatedAgent agent = new SimulatedAgent(group.agent(number), group.resources(), group.load());
                described.put(agent.info.id(), agent);
            }
        }
        return described;
    }

    /** From now on there are these agents: new ones join, changed ones report again, and the others leave. */
    public void describe(List<SimulatedSettings.Group> groups) {
        Map<AgentId, SimulatedAgent> wanted = described(groups);
        timers.after(Duration.ZERO, () -> {
            Map<AgentId, SimulatedAgent> before = agents;
            Map<AgentId, SimulatedAgent> now = new LinkedHashMap<>();
            wanted.forEach((id, fresh) -> now.put(id, before.getOrDefault(id, fresh)));
            agents = now;
            before.forEach((id, agent) -> {
                if (!now.containsKey(id)) {
                    leave(agent);
                }
            });
            wanted.forEach((id, fresh) -> {
                SimulatedAgent known = before.get(id);
                if (known == null) {
                    begin(fresh);
                } else {
                    change(known, fresh);
                }
            });
        });
    }

    private void leave(SimulatedAgent agent) {
        agent.left = true;
        agent.inReach = false;
        agent.tasks.keySet().forEach(unacknowledged::remove);
        listener.ifPresent(it -> it.left(agent.info.id(), "it is no longer described"));
    }

    private void change(SimulatedAgent known, SimulatedAgent described) {
        boolean same = known.info.equals(described.info) && known.resources.equals(described.resources);
        known.info = described.info;
        known.resources = described.resources;
        known.load = described.load;
        if (!same && known.inReach) {
            join(known);
        }
    }

    private void begin(SimulatedAgent agent) {
        join(agent);
        settings.faults()
                .ifPresent(faults -> lose(agent, faults, random(agent.info.id().value())));
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public boolean has(AgentId agent) {
        return agents.containsKey(agent);
    }

    @Override
    public void start(ClusterListener told, List<TaskOrder> known) {
        List<TaskOrder> before = List.copyOf(known);
        timers.after(Duration.ZERO, () -> {
            listener = Optional.of(told);
            for (TaskOrder order : before) {
                SimulatedAgent agent = agents.get(order.agent());
                if (agent != null) {
                    SimulatedTask task = new SimulatedTask(order);
                    agent.tasks.put(task.key, task);
                    note(agent, task, RunState.RUNNING, "", "taken over with a fresh run time");
                    run(agent, task, order);
                }
            }
            agents.values().forEach(this::begin);
            timers.after(SAY_AGAIN, this::sayAgain);
        });
    }

    private void join(SimulatedAgent agent) {
        List<TaskReport> reports = agent.tasks.values().stream()
                .flatMap(task -> task.report.stream())
                .toList();
        AgentReport report = new AgentReport(agent.info, AgentCapability.all(), agent.resources, reports);
        listener.ifPresent(it -> it.joined(report));
    }

    /** The same for the same seed and name, in whatever order things are asked for. */
    private SplittableRandom random(String name) {
        return new SplittableRandom(settings.seed() * 0x9E3779B97F4A7C15L + name.hashCode());
    }

    private void lose(SimulatedAgent agent, SimulatedSettings.Faults faults, SplittableRandom random) {
        RunTimes inReach = new RunTimes(
                RunTimes.Kind.EXPONENTIAL,
                faults.every(),
                Duration.ofMillis(1),
                faults.every().multipliedBy(100));
        timers.after(inReach.sample(random), () -> {
            if (agent.left) {
                return;
            }
            agent.inReach = false;
            listener.ifPresent(it -> it.unreachable(agent.info.id(), "a simulated fault"));
            timers.after(faults.lasting(), () -> {
                if (agent.left) {
                    return;
                }
                agent.inReach = true;
                join(agent);
                lose(agent, faults, random);
            });
        });
    }

    @Override
    public void launch(TaskOrder order) {
        timers.after(Duration.ZERO, () -> {
            SimulatedAgent agent = agents.get(order.agent());
            if (agent == null) {
                say(
                        order.key(),
                        order.agent(),
                        RunState.ERROR,
                        "REASON_TASK_INVALID",
                        "There is no such simulated agent");
            } else if (agent.inReach) {
                launch(agent, order);
            }
        });
    }

    private void launch(SimulatedAgent agent, TaskOrder order) {
        SimulatedTask there = agent.tasks.get(order.key());
        if (there != null) {
            there.report.ifPresent(this::tell);
            return;
        }
        SimulatedTask task = new SimulatedTask(order);
        agent.tasks.put(task.key, task);
        note(agent, task, RunState.STARTING, "", "");
        timers.after(settings.startTakes(), () -> {
            if (!task.isOver() && !task.ending) {
                change(agent, task, RunState.RUNNING, "", "");
                run(agent, task, order);
            }
        });
    }

    private void run(SimulatedAgent agent, SimulatedTask task, TaskOrder order) {
        SplittableRandom random = random(order.key().toString());
        boolean fails = random.nextDouble() < settings.failing();
        Duration sampled = settings.runsFor().sample(random);
        Duration time = order.runsFor().orElse(sampled);
        timers.after(time, () -> {
            if (task.isOver() || task.ending) {
                return;
            }
            if (fails) {
                change(agent, task, RunState.FAILED, "REASON_COMMAND_EXECUTOR_FAILED", "a simulated failure");
            } else {
                change(agent, task, RunState.FINISHED, "", "ran for " + time);
            }
        });
    }

    @Override
    public void kill(AgentId id, TaskKey key, Duration grace) {
        with(id, agent -> {
            SimulatedTask task = agent.tasks.get(key);
            if (task == null) {
                sayGone(key, id);
            } else if (task.isOver()) {
                task.report.ifPresent(this::tell);
            } else if (!task.ending) {
                task.ending = true;
                Duration takes = settings.killTakes().compareTo(grace) < 0 ? settings.killTakes() : grace;
                timers.after(takes, () -> change(agent, task, RunState.KILLED, "", "killed on request"));
            }
        });
    }

    @Override
    public void acknowledge(AgentId id, TaskKey key, UUID uuid) {
        with(id, agent -> {
            SimulatedTask task = agent.tasks.get(key);
            if (task == null || task.report.filter(it -> it.uuid().equals(uuid)).isEmpty()) {
                return;
            }
            task.acknowledged = true;
            unacknowledged.remove(key);
            if (task.isOver()) {
                agent.tasks.remove(key);
            }
        });
    }

    @Override
    public void reconcile(AgentId id, List<TaskKey> keys) {
        List<TaskKey> asked = List.copyOf(keys);
        with(
                id,
                agent -> asked.forEach(key -> {
                    SimulatedTask task = agent.tasks.get(key);
                    if (task == null) {
                        sayGone(key, id);
                    } else {
                        task.report.ifPresent(this::tell);
                    }
                }));
    }

    @Override
    public void message(ExecutorMessage words) {
        if (settings.echoes()) {
            with(words.agent(), agent -> listener.ifPresent(it -> it.message(words)));
        }
    }

    /** Lets an agent that is in reach hear something; one that does not exist has none of the tasks. */
    private void with(AgentId id, Consumer<SimulatedAgent> asked) {
        SimulatedAgent agent = agents.get(id);
        if (agent != null) {
            timers.after(Duration.ZERO, () -> {
                if (agent.inReach) {
                    asked.accept(agent);
                }
            });
        }
    }

    private void change(SimulatedAgent agent, SimulatedTask task, RunState state, String reason, String message) {
        note(agent, task, state, reason, message);
        if (agent.inReach) {
            task.report.ifPresent(this::tell);
        }
    }

    private void note(SimulatedAgent agent, SimulatedTask task, RunState state, String reason, String message) {
        if (agent.left) {
            return;
        }
        task.report = Optional.of(report(task.key, agent.info.id(), state, reason, message));
        task.acknowledged = false;
        task.notedInRound = rounds;
        unacknowledged.remove(task.key);
        unacknowledged.put(task.key, agent);
    }

    private TaskReport report(TaskKey key, AgentId agent, RunState state, String reason, String message) {
        return new TaskReport(key, agent, state, uuid(key, state), timers.now(), reason, message, Optional.empty());
    }

    /**
     * What a report of a task in that state is known by: the same in every life of the daemon, as with an agent that keeps its
     * reports, so that what was said before a restart is nothing new after it.
     */
    public static UUID uuid(TaskKey key, RunState state) {
        return UUID.nameUUIDFromBytes((key + " " + state).getBytes(StandardCharsets.UTF_8));
    }

    private void say(TaskKey key, AgentId agent, RunState state, String reason, String message) {
        tell(report(key, agent, state, reason, message));
    }

    private void sayGone(TaskKey key, AgentId agent) {
        say(key, agent, RunState.GONE, "REASON_RECONCILIATION", "Agent '" + agent + "' has no such task");
    }

    private void tell(TaskReport report) {
        listener.ifPresent(it -> it.report(report));
    }

    private void sayAgain() {
        for (Map.Entry<TaskKey, SimulatedAgent> entry : List.copyOf(unacknowledged.entrySet())) {
            SimulatedAgent agent = entry.getValue();
            SimulatedTask task = agent.tasks.get(entry.getKey());
            if (task == null) {
                unacknowledged.remove(entry.getKey());
                continue;
            }
            if (agent.inReach && task.notedInRound < rounds) {
                task.report.ifPresent(this::tell);
            }
        }
        rounds++;
        timers.after(SAY_AGAIN, this::sayAgain);
    }

    @Override
    public Optional<Output> output(AgentId agent, TaskKey task, String stream, long offset, int atMost) {
        return Optional.empty();
    }

    @Override
    public void measure(Consumer<Map<AgentId, Node.Usage>> told) {
        timers.after(Duration.ZERO, () -> {
            Map<AgentId, Node.Usage> usage = new HashMap<>();
            for (SimulatedAgent agent : agents.values()) {
                if (agent.inReach) {
                    usage.put(agent.info.id(), agent.usage(settings.uses(), timers.now()));
                }
            }
            told.accept(usage);
        });
    }

    @Override
    public void afterwards(Runnable then) {
        timers.after(Duration.ZERO, then);
    }

    @Override
    public void close() {
        timers.close();
    }
}
