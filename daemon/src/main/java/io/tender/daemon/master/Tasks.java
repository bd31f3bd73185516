package io.tender.daemon.master;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.cluster.TaskReport;
import io.tender.model.AgentId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The life of tasks: what agents report of them, and their end. */
final class Tasks {
    private final Desk desk;
    private final Statuses statuses;
    private final Consumer<AgentId> onEnd;
    private final CompletionTimes times;

    /** @param onEnd told of an agent that is drained and on which a task has ended */
    Tasks(Desk desk, Statuses statuses, Consumer<AgentId> onEnd) {
        this.desk = desk;
        this.statuses = statuses;
        this.onEnd = onEnd;
        this.times = new CompletionTimes(desk, this::end);
    }

    /** After a restart: those that may run only so long go on from where they were. */
    void recover() {
        times.recover();
    }

    /** As with Mesos there is no grace: it had its time. One that is to end anyway ends as it was asked to. */
    private void end(TaskRecord overdue) {
        if (overdue.killGrace().isEmpty()) {
            desk.apply(new Change.TaskOverdue(overdue.key()));
            kill(overdue, Duration.ZERO);
        }
    }

    /** What an agent says of a task. It is acknowledged once it is durable, or if it is of no use. */
    void report(TaskReport report) {
        if (!desk.isPresent(report.agent())) {
            return; // said again once the agent has joined
        }
        take(report);
        acknowledge(report);
    }

    void acknowledge(TaskReport report) {
        desk.order(clusters -> clusters.acknowledge(report.agent(), report.key(), report.uuid()));
    }

    /** Takes note of a report without acknowledging it. */
    void take(TaskReport report) {
        Optional<TaskRecord> found = desk.state.agent(report.agent()).flatMap(agent -> agent.task(report.key()));
        if (found.isEmpty() || found.get().isOver()) {
            endUnwanted(report);
            return;
        }
        TaskRecord task = found.get();
        boolean backInReach = task.state() == RunState.UNREACHABLE;
        boolean repeated = task.knows(report.uuid());
        if (!repeated || backInReach) {
            boolean tooLong = task.isOverdue() && report.state() == RunState.KILLED;
            change(
                    task,
                    new Status(
                            task.spec().id(),
                            tooLong ? RunState.FAILED : report.state(),
                            Status.Source.EXECUTOR,
                            Optional.of(report.agent()),
                            task.spec().executor(),
                            Optional.of(repeated ? desk.newUuid() : report.uuid()),
                            report.at(),
                            tooLong ? "REASON_MAX_COMPLETION_TIME_REACHED" : report.reason(),
                            tooLong ? "It ran for longer than its max_completion_time" : report.message(),
                            report.exitCode(),
                            Optional.empty()));
        }
    }

    /** Whoever asked for it was told that it is over, so it must not run on. */
    private void endUnwanted(TaskReport report) {
        if (!report.state().isTerminal() && report.state() != RunState.KILLING) {
            order(report.agent(), report.key(), TaskOrder.USUAL_GRACE);
        }
    }

    /** What the master itself found out about a task. */
    void conclude(TaskRecord task, RunState state, String reason, String message) {
        Optional<Instant> unreachable = state == RunState.UNREACHABLE ? Optional.of(desk.now()) : Optional.empty();
        change(
                task,
                new Status(
                        task.spec().id(),
                        state,
                        Status.Source.MASTER,
                        Optional.of(task.spec().agent()),
                        task.spec().executor(),
                        Optional.of(desk.newUuid()),
                        desk.now(),
                        reason,
                        message,
                        Optional.empty(),
                        unreachable));
    }

    private void change(TaskRecord task, Status status) {
        desk.apply(new Change.TaskStatusChanged(task.key(), status));
        AgentId agent = task.spec().agent();
        if (task.isOver() && desk.isPresent(agent)) {
            desk.allocator.recoverResources(task.key().framework(), agent, task.held(), Optional.empty(), true);
        }
        times.changed(task);
        statuses.tell(task);
        if (desk.isWatched()) {
            desk.tellWatchers(new MasterEvent.TaskUpdated(task.view(), status));
        }
        if (task.isOver()) {
            endGroup(task);
            if (desk.state.agent(agent).filter(AgentRecord::isDraining).isPresent()) {
                onEnd.accept(agent);
            }
        }
    }

    private void endGroup(TaskRecord task) {
        if (task.state() != RunState.FINISHED) {
            desk.state.agent(task.spec().agent()).stream()
                    .flatMap(agent -> agent.running().stream())
                    .filter(task::endsWith)
                    .forEach(other -> kill(other, other.spec().grace()));
        }
    }

    /** Asks a task to end, and remembers to ask again should its agent not hear it. */
    void kill(TaskRecord task, Duration grace) {
        Optional<Duration> asked = task.killGrace();
        if (asked.isEmpty() || asked.get().compareTo(grace) > 0) {
            desk.apply(new Change.TaskKillAsked(task.key(), grace));
        }
        if (desk.isPresent(task.spec().agent())) {
            // Whoever asked first may have given it less time, such as an operator who drains its agent.
            order(task.spec().agent(), task.key(), task.killGrace().orElse(grace));
        }
    }

    private void order(AgentId agent, TaskKey key, Duration grace) {
        desk.order(clusters -> clusters.kill(agent, key, grace));
    }

    /** Ends what an agent that may not take part says it has. */
    void refuse(List<TaskReport> reports) {
        for (TaskReport report : reports) {
            endUnwanted(report);
            acknowledge(report);
        }
    }

    /** Has an agent run a task; harmless if it does already. */
    void order(TaskRecord task) {
        desk.order(clusters -> clusters.launch(task.spec().order(task.key().framework())));
    }
}
