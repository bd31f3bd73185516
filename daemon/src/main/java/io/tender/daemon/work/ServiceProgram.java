package io.tender.daemon.work;

import io.tender.daemon.cluster.Command;
import io.tender.daemon.cluster.TaskOrder;
import io.tender.model.service.InstanceKey;
import io.tender.model.service.TaskConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a task of a service runs, as it lies in its config: during an update, tasks of both configs may start. */
record ServiceProgram(Command program, Duration grace, Optional<Duration> runsFor) {
    private static final JsonMapper JSON = new JsonMapper();

    static ServiceProgram of(TaskConfig config) {
        JsonNode text = JSON.readTree(config.metadata().getOrDefault(ServiceReader.PROGRAM, "{}"));
        List<String> words = new ArrayList<>();
        text.path("words").forEach(word -> words.add(word.asString()));
        TreeMap<String, String> environment = new TreeMap<>();
        text.path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asString()));
        return new ServiceProgram(
                new Command(
                        text.path("shell").asBoolean(false),
                        words,
                        environment,
                        text.path("workingDirectory").asString("")),
                Duration.ofMillis(text.path("graceMillis").asLong(TaskOrder.USUAL_GRACE.toMillis())),
                text.has("runsForMillis")
                        ? Optional.of(
                                Duration.ofMillis(text.path("runsForMillis").asLong()))
                        : Optional.empty());
    }

    /** The command with what tells a task who it is. */
    Command command(InstanceKey instance) {
        TreeMap<String, String> environment = new TreeMap<>(program.environment());
        environment.putIfAbsent("TENDER_SERVICE", instance.job().toString());
        environment.putIfAbsent("TENDER_INSTANCE", Integer.toString(instance.instance()));
        return new Command(program.shell(), program.words(), environment, program.workingDirectory());
    }
}
