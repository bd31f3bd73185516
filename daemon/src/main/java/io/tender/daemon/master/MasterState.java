package io.tender.daemon.master;

import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that survives the process. It changes by {@link #apply} alone, while the master runs and when it recovers. */
final class MasterState {
    private final MasterSettings settings;
    private final TreeMap<FrameworkId, FrameworkRecord> frameworks = new TreeMap<>();

    /** Oldest first. */
    private final LinkedHashMap<FrameworkId, FrameworkRecord> completed = new LinkedHashMap<>();

    private final TreeMap<AgentId, AgentRecord> agents = new TreeMap<>();

    /** Oldest first. */
    private final LinkedHashMap<AgentId, Instant> gone = new LinkedHashMap<>();

    private final TreeMap<Role, Quota> quotas = new TreeMap<>();
    private final TreeMap<Role, Double> weights = new TreeMap<>();
    private List<MaintenanceWindow> windows = List.of();

    /** The names of hosts are the same in capitals and small letters, whoever writes them. */
    private final TreeMap<String, Unavailability> unavailable = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private SortedSet<String> down = Collections.unmodifiableSortedSet(new TreeSet<>(String.CASE_INSENSITIVE_ORDER));
    private final Documents documents = new Documents();

    MasterState(MasterSettings settings) {
        this.settings = settings;
    }

    void apply(Change change) {
        switch (change) {
            case Change.FrameworkSubscribed subscribed -> subscribe(subscribed);
            case Change.FrameworkGone ended -> end(ended);
            case Change.AgentJoined joined -> join(joined);
            case Change.AgentUnreachable lost -> known(lost.agent()).setUnreachable(lost.at());
            case Change.AgentRemoved removed -> remove(removed);
            case Change.AgentForgotten forgotten -> gone.remove(forgotten.agent());
            case Change.AgentDeactivated agent -> known(agent.agent()).deactivate();
            case Change.AgentReactivated agent -> known(agent.agent()).reactivate();
            case Change.AgentDraining drain ->
                known(drain.agent()).setDrain(new AgentView.Drain(drain.maxGrace(), drain.markGone(), drain.done()));
            case Change.AgentTainted tainted -> known(tainted.agent()).setTaints(tainted.taints());
            case Change.ResourcesChanged changed -> known(changed.agent()).setTotal(changed.total());
            case Change.TaskLaunched launched -> launch(launched);
            case Change.TaskStatusChanged changed -> known(changed.task()).add(changed.status());
            case Change.StatusAcknowledged acknowledged -> acknowledge(acknowledged);
            case Change.TaskKillAsked asked -> known(asked.task()).askKill(asked.grace());
            case Change.TaskOverdue overdue -> known(overdue.task()).setOverdue();
            case Change.QuotasSet set -> set.quotas().forEach(this::setQuota);
            case Change.WeightsSet set -> weights.putAll(set.weights());
            case Change.MaintenanceSet set -> schedule(set.windows());
            case Change.MachinesDown set -> takeDown(set.machines());
            case Change.DocumentPut put -> documents.put(put);
            case Change.DocumentRemoved removed -> documents.remove(removed);
        }
    }

    private void subscribe(Change.FrameworkSubscribed change) {
        FrameworkRecord known = frameworks.get(change.framework());
        if (known == null) {
            frameworks.put(
                    change.framework(), new FrameworkRecord(change.framework(), change.subscription(), change.at()));
        } else {
            known.subscribe(change.subscription(), change.at());
        }
    }

    private void end(Change.FrameworkGone change) {
        FrameworkRecord framework = known(change.framework());
        framework.tasks().values().forEach(this::takeFromAgent);
        framework.end(change, settings.maxCompletedTasks());
        frameworks.remove(framework.id());
        completed.put(framework.id(), framework);
        if (completed.size() > settings.maxCompletedFrameworks()) {
            completed.remove(completed.firstEntry().getKey());
        }
    }

    private void takeFromAgent(TaskRecord task) {
        AgentRecord agent = agents.get(task.spec().agent());
        if (agent != null) {
            agent.tasks().remove(task.key());
        }
    }

    private void join(Change.AgentJoined change) {
        AgentRecord known = agents.get(change.agent().id());
        if (known == null) {
            agents.put(change.agent().id(), new AgentRecord(change));
        } else {
            known.join(change);
        }
    }

    /** Tasks of it that are not settled stay with their frameworks until they are. */
    private void remove(Change.AgentRemoved change) {
        agents.remove(change.agent());
        if (change.forGood()) {
            gone.remove(change.agent());
            gone.put(change.agent(), change.at());
            if (gone.size() > settings.maxGoneAgents()) {
                gone.pollFirstEntry();
            }
        }
    }

    private void launch(Change.TaskLaunched change) {
        TaskRecord task = new TaskRecord(change);
        known(change.framework()).tasks().put(change.spec().id(), task);
        AgentRecord agent = agents.get(change.spec().agent());
        if (agent != null) {
            agent.tasks().put(task.key(), task);
        }
    }

    private void acknowledge(Change.StatusAcknowledged change) {
        TaskRecord task = known(change.task());
        task.acknowledge();
        if (task.isSettled()) {
            takeFromAgent(task);
            known(change.task().framework()).complete(task, settings.maxCompletedTasks());
        }
    }

    private void setQuota(Role role, Quota quota) {
        if (quota.isDefault()) {
            quotas.remove(role);
        } else {
            quotas.put(role, quota);
        }
    }

    private void schedule(List<MaintenanceWindow> changed) {
        windows = changed;
        unavailable.clear();
        changed.forEach(
                window -> window.machines().forEach(machine -> unavailable.put(machine, window.unavailability())));
    }

    private void takeDown(SortedSet<String> machines) {
        TreeSet<String> changed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        changed.addAll(machines);
        down = Collections.unmodifiableSortedSet(changed);
    }

    private FrameworkRecord known(FrameworkId id) {
        return framework(id).orElseThrow(() -> contradiction("framework '" + id + "'"));
    }

    private AgentRecord known(AgentId id) {
        return agent(id).orElseThrow(() -> contradiction("agent '" + id + "'"));
    }

    private TaskRecord known(TaskKey key) {
        return task(key).orElseThrow(() -> contradiction("task '" + key + "'"));
    }

    private static IllegalStateException contradiction(String what) {
        return new IllegalStateException("The journal contradicts itself: got a change of " + what
                + ", which is not there; expected it to have been added before. Restore the store from a backup.");
    }

    Optional<FrameworkRecord> framework(FrameworkId id) {
        return Optional.ofNullable(frameworks.get(id));
    }

    Collection<FrameworkRecord> frameworks() {
        return frameworks.values();
    }

    Optional<FrameworkRecord> completedFramework(FrameworkId id) {
        return Optional.ofNullable(completed.get(id));
    }

    Collection<FrameworkRecord> completedFrameworks() {
        return completed.values();
    }

    Optional<AgentRecord> agent(AgentId id) {
        return Optional.ofNullable(agents.get(id));
    }

    Collection<AgentRecord> agents() {
        return agents.values();
    }

    boolean isGone(AgentId id) {
        return gone.containsKey(id);
    }

    /** Agents that must not come back, and since when. */
    Map<AgentId, Instant> gone() {
        return gone;
    }

    Optional<TaskRecord> task(TaskKey key) {
        return framework(key.framework())
                .flatMap(framework -> Optional.ofNullable(framework.tasks().get(key.task())));
    }

    SortedMap<Role, Quota> quotas() {
        return quotas;
    }

    SortedMap<Role, Double> weights() {
        return weights;
    }

    List<MaintenanceWindow> windows() {
        return windows;
    }

    Optional<Unavailability> unavailability(String machine) {
        return Optional.ofNullable(unavailable.get(machine));
    }

    SortedMap<String, Unavailability> unavailable() {
        return unavailable;
    }

    SortedSet<String> down() {
        return down;
    }

    Documents documents() {
        return documents;
    }

    /** The shortest list of changes that rebuilds all of it. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        agents.values().forEach(agent -> agent.writeTo(changes));
        completed.values().forEach(framework -> framework.writeTo(changes));
        frameworks.values().forEach(framework -> framework.writeTo(changes));
        gone.forEach((agent, since) -> changes.add(new Change.AgentRemoved(agent, since, true)));
        if (!quotas.isEmpty()) {
            changes.add(new Change.QuotasSet(new TreeMap<>(quotas)));
        }
        if (!weights.isEmpty()) {
            changes.add(new Change.WeightsSet(new TreeMap<>(weights)));
        }
        if (!windows.isEmpty()) {
            changes.add(new Change.MaintenanceSet(windows));
        }
        if (!down.isEmpty()) {
            changes.add(new Change.MachinesDown(down));
        }
        documents.writeTo(changes);
        return changes;
    }
}
