package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.service.TaskId;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers what frameworks ask of their tasks. Answers need no acknowledgement: who misses one asks again. */
final class Reconciliation {
    /** So many questions of one framework wait at most; more than any has tasks on agents that are all expected back. */
    static final int MOST_UNANSWERED = 10_000;

    private final Desk desk;
    private final Statuses statuses;

    /** What was asked of agents that nobody has heard of since the restart; answered once they are back or given up. */
    private final Map<AgentId, Set<TaskKey>> unanswered = new HashMap<>();

    /** How many of them are whose. */
    private final Map<FrameworkId, Integer> waiting = new HashMap<>();

    Reconciliation(Desk desk, Statuses statuses) {
        this.desk = desk;
        this.statuses = statuses;
    }

    void answer(FrameworkId framework, List<FrameworkCall.Reconcile.Asked> asked) {
        if (asked.isEmpty()) {
            for (TaskRecord task : List.copyOf(desk.framework(framework).tasks().values())) {
                answer(framework, task.spec().id(), Optional.empty());
            }
        } else {
            asked.forEach(one -> answer(framework, one.task(), one.agent()));
        }
    }

    /** What is true of one task, wherever the framework believes it is. */
    void answer(FrameworkId framework, TaskId id, Optional<AgentId> believed) {
        TaskKey key = new TaskKey(framework, id);
        Optional<TaskRecord> task = desk.state.task(key);
        Optional<AgentId> agent = task.map(known -> known.spec().agent()).or(() -> believed);
        if (agent.filter(this::isTransitional).isPresent()) {
            await(agent.get(), key);
            return;
        }
        if (task.isPresent()) {
            tellKnown(task.get());
            return;
        }
        tell(key, unknownOn(agent), agent, agent.flatMap(desk.state::agent).flatMap(AgentRecord::unreachableSince));
    }

    /** Past the bound it stays without an answer: who misses one asks again. */
    private void await(AgentId agent, TaskKey key) {
        int others = waiting.getOrDefault(key.framework(), 0);
        if (others < MOST_UNANSWERED
                && unanswered
                        .computeIfAbsent(agent, back -> new LinkedHashSet<>())
                        .add(key)) {
            waiting.put(key.framework(), others + 1);
        }
    }

    /** An agent is back, or is known to be out of reach: what was asked of it can be answered. */
    void settled(AgentId agent) {
        Set<TaskKey> asked = unanswered.remove(agent);
        if (asked != null) {
            asked.forEach(task ->
                    waiting.computeIfPresent(task.framework(), (framework, count) -> count > 1 ? count - 1 : null));
            asked.forEach(task -> answer(task.framework(), task.task(), Optional.of(agent)));
        }
    }

    private RunState unknownOn(Optional<AgentId> agent) {
        if (agent.isEmpty()) {
            return RunState.UNKNOWN;
        }
        if (desk.state.isGone(agent.get())) {
            return RunState.GONE_BY_OPERATOR;
        }
        Optional<AgentRecord> record = desk.state.agent(agent.get());
        if (record.isEmpty()) {
            return RunState.UNKNOWN;
        }
        return record.get().unreachableSince().isPresent() ? RunState.UNREACHABLE : RunState.GONE;
    }

    /** Whether an agent is expected back after a restart of the master. */
    private boolean isTransitional(AgentId agent) {
        return !desk.isPresent(agent)
                && desk.state
                        .agent(agent)
                        .filter(record -> record.unreachableSince().isEmpty())
                        .isPresent();
    }

    private void tellKnown(TaskRecord task) {
        tell(
                task.key(),
                task.state(),
                Optional.of(task.spec().agent()),
                task.latest().flatMap(Status::unreachableSince));
    }

    private void tell(TaskKey key, RunState state, Optional<AgentId> agent, Optional<Instant> unreachable) {
        statuses.tellOnce(
                key,
                new Status(
                        key.task(),
                        state,
                        Status.Source.MASTER,
                        agent,
                        Optional.empty(),
                        Optional.empty(),
                        desk.now(),
                        "REASON_RECONCILIATION",
                        "Reconciliation: the latest known state of the task",
                        Optional.empty(),
                        unreachable));
    }
}
