package io.tender.daemon.master;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskKey;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A task as its framework describes it.
 *
 * @param resources what it takes out of the offers
 * @param ports the number given to each port that has a name
 * @param grace how long it has between a polite and a forced end
 * @param executor the executor it belongs to, if the framework named one
 * @param runsFor how long a simulated agent runs it
 * @param maxCompletion how long it may run; past it, it is ended and has failed
 * @param document the framework's own words as JSON, to be repeated to those who ask; may be empty
 */
public record TaskSpec(
        TaskId id,
        String name,
        AgentId agent,
        Resources resources,
        Command command,
        SortedMap<String, Integer> ports,
        Duration grace,
        SortedMap<String, String> labels,
        Optional<String> executor,
        Optional<Duration> runsFor,
        Optional<Duration> maxCompletion,
        String document) {
    public TaskSpec {
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** One that may run for as long as it likes. */
    public TaskSpec(
            TaskId id,
            String name,
            AgentId agent,
            Resources resources,
            Command command,
            SortedMap<String, Integer> ports,
            Duration grace,
            SortedMap<String, String> labels,
            Optional<String> executor,
            Optional<Duration> runsFor,
            String document) {
        this(id, name, agent, resources, command, ports, grace, labels, executor, runsFor, Optional.empty(), document);
    }

    /** A task with a command and nothing special about it. */
    public static TaskSpec of(TaskId id, AgentId agent, Resources resources, Command command) {
        return new TaskSpec(
                id,
                id.value(),
                agent,
                resources,
                command,
                new TreeMap<>(),
                TaskOrder.USUAL_GRACE,
                new TreeMap<>(),
                Optional.empty(),
                Optional.empty(),
                "");
    }

    /** The task as it is launched: with what it takes, for that user unless it names another. */
    TaskSpec launched(Resources taken, String user) {
        return new TaskSpec(
                id,
                name,
                agent,
                taken,
                command.as(user),
                ports,
                grace,
                labels,
                executor,
                runsFor,
                maxCompletion,
                document);
    }

    /** The same as a task of that executor. */
    TaskSpec of(String executorId) {
        return new TaskSpec(
                id,
                name,
                agent,
                resources,
                command,
                ports,
                grace,
                labels,
                Optional.of(executorId),
                runsFor,
                maxCompletion,
                document);
    }

    TaskOrder order(FrameworkId framework) {
        return new TaskOrder(
                new TaskKey(framework, id),
                name,
                agent,
                resources.unallocate(),
                command,
                ports,
                grace,
                runsFor,
                labels);
    }
}
