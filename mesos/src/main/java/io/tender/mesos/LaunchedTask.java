package io.tender.mesos;

import io.tender.model.AgentId;
import io.tender.model.Label;
import io.tender.model.Resources;
import io.tender.model.service.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A {@code TaskInfo}: kept as it was sent, since most of it only passes through, and asked for what matters on the way.
 *
 * <p>Each accessor can find that what it asks for is wrong, and says so with a {@link MesosJsonException}.
 */
public record LaunchedTask(Message message) {

    public String name() {
        return message.text("name");
    }

    public TaskId taskId() {
        return message.id("task_id", TaskId::new);
    }

    public AgentId agentId() {
        return message.id("agent_id", AgentId::new);
    }

    public Resources resources() {
        return message.resources("resources");
    }

    public List<Label> labels() {
        return LabelForms.labels(message, "labels");
    }

    /** The executor it wants to run in, if it is no plain command. */
    public Optional<Message> executor() {
        return message.optional("executor");
    }

    public Optional<CommandLine> command() {
        return message.optional("command").map(LaunchedTask::command);
    }

    /** How long it has between a polite and a forced end, by its kill policy. */
    public Optional<Duration> killGrace() {
        return message.optional("kill_policy").flatMap(policy -> TimeForms.duration(policy, "grace_period"));
    }

    public Optional<Duration> maxCompletionTime() {
        return TimeForms.duration(message, "max_completion_time");
    }

    /** The ports it wants to be found at, by name. */
    public SortedMap<String, Integer> namedPorts() {
        SortedMap<String, Integer> ports = new TreeMap<>();
        message.optional("discovery")
                .flatMap(discovery -> discovery.optional("ports"))
                .ifPresent(given -> {
                    for (Message port : given.messages("ports")) {
                        port.optionalText("name")
                                .ifPresent(name -> ports.put(
                                        name, (int) port.whole("number").orElse(0)));
                    }
                });
        return ports;
    }

    /** Reads a {@code CommandInfo}. */
    public static CommandLine command(Message command) {
        boolean shell = command.flag("shell", true);
        List<String> words = new ArrayList<>();
        command.optionalText("value").ifPresent(words::add);
        List<String> arguments = command.texts("arguments");
        if (!shell && !arguments.isEmpty()) {
            // The first argument is the name the program is told it has; without a program, it is the program.
            words.addAll(words.isEmpty() ? arguments : arguments.subList(1, arguments.size()));
        }
        List<String> uris = new ArrayList<>();
        command.messages("uris").forEach(uri -> uris.add(uri.text("value")));
        return new CommandLine(shell, words, environment(command), command.optionalText("user"), uris);
    }

    private static SortedMap<String, String> environment(Message command) {
        SortedMap<String, String> variables = new TreeMap<>();
        Optional<Message> given = command.optional("environment");
        if (given.isPresent()) {
            for (Message variable : given.get().messages("variables")) {
                String value = variable.optionalText("value")
                        .orElseThrow(() -> variable.wrong(
                                "value",
                                "a variable without a value, or with a secret",
                                "a value, since there is no store of secrets here"));
                variables.put(variable.text("name"), value);
            }
        }
        return variables;
    }
}
