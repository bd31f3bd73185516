package io.tender.daemon.http.scheduler;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.daemon.http.CallText;
import io.tender.daemon.master.TaskSpec;
import io.tender.mesos.CommandLine;
import io.tender.mesos.LaunchedTask;
import io.tender.mesos.Message;
import io.tender.model.Label;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Turns a {@code TaskInfo} into a task of the master, and tells what of it cannot be done here. A task of which a part would be
 * left out is refused: it would run on the bare agent without the files, the image or the executor it counts on.
 */
final class TaskReading {
    /** For a framework of its own: how long a simulated agent runs the task. */
    private static final String RUNS_FOR = "tender.runsFor";

    private TaskReading() {}

    static TaskSpec task(LaunchedTask task) {
        String document = task.message().tree().toString();
        CallText.checkSize("one task", document);
        Command command = task.command()
                .map(given -> new Command(
                        given.shell(),
                        given.words(),
                        given.environment(),
                        "",
                        given.user().orElse("")))
                .orElseGet(() -> new Command(false, List.of(), new TreeMap<>(), ""));
        SortedMap<String, String> labels = new TreeMap<>();
        for (Label label : task.labels()) {
            labels.put(label.key(), label.value().orElse(""));
        }
        Optional<Duration> runsFor = Optional.ofNullable(labels.get(RUNS_FOR)).map(text -> duration(task, text));
        return new TaskSpec(
                task.taskId(),
                task.name(),
                task.agentId(),
                task.resources(),
                command,
                task.namedPorts(),
                task.killGrace().orElse(TaskOrder.USUAL_GRACE),
                labels,
                task.executor()
                        .flatMap(executor -> executor.optional("executor_id").map(id -> id.text("value"))),
                runsFor,
                task.maxCompletionTime(),
                document);
    }

    private static Duration duration(LaunchedTask task, String text) {
        try {
            return Duration.parse(text);
        } catch (java.time.format.DateTimeParseException unreadable) {
            throw task.message().wrong("labels." + RUNS_FOR, "'" + text + "'", "a time such as PT30S");
        }
    }

    /** What keeps a task that is launched for itself from being run. */
    static Optional<String> problem(LaunchedTask task) {
        if (task.command().isPresent() == task.executor().isPresent()) {
            return Optional.of("Task should have at least one (but not both) of CommandInfo or ExecutorInfo present");
        }
        if (task.executor().isPresent()) {
            return Optional.of("Task names an executor, and none is run here: give it a command of its own");
        }
        return parts(task);
    }

    /** What keeps a task of a group from being run. */
    static Optional<String> problemInGroup(LaunchedTask task) {
        if (task.executor().isPresent()) {
            return Optional.of("'TaskInfo.executor' must not be set");
        }
        if (task.command().isEmpty()) {
            return Optional.of("Task has no CommandInfo, and there is no image to take one from");
        }
        return parts(task);
    }

    /** What keeps an executor from standing for a group: it is a name and what it takes, and no program. */
    static Optional<String> problemOfExecutor(Message executor) {
        return executor.optional("command").isPresent()
                ? Optional.of("The executor has a CommandInfo, and none is run here: use one of type DEFAULT")
                : container(executor, "The executor");
    }

    private static Optional<String> parts(LaunchedTask task) {
        List<String> uris = task.command().map(CommandLine::uris).orElse(List.of());
        return uris.isEmpty()
                ? container(task.message(), "Task")
                : Optional.of("Task has URIs " + uris + ", and nothing is fetched for a task: have its command do it");
    }

    private static Optional<String> container(Message holder, String who) {
        Optional<Message> container = holder.optional("container");
        if (container.isEmpty()) {
            return Optional.empty();
        }
        Message given = container.get();
        boolean image =
                given.optional("mesos").filter(mesos -> mesos.has("image")).isPresent();
        if (image || given.text("type").equals("DOCKER")) {
            return Optional.of(
                    who + " has a container with an image, and tasks are plain processes of their agent here");
        }
        return given.messages("volumes").isEmpty()
                ? Optional.empty()
                : Optional.of(who + " has a container with volumes, and nothing is mounted here:"
                        + " use a persistent volume, or the agent's own paths");
    }
}
