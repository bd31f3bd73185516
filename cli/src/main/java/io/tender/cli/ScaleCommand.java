package io.tender.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Changes how many there are. */
@Command(
        name = "scale",
        description = {
            "Changes how many tasks a job has, or how many instances a service.",
            "",
            "  tender scale job train --to 8                  if its tasks are all of one kind",
            "  tender scale job train --to 8 --task worker",
            "  tender scale service www/prod/hello --to 5"
        })
final class ScaleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private Naming naming = new Naming();

    @Option(names = "--to", required = true, paramLabel = "N", description = "how many there shall be")
    private int count;

    @Option(names = "--task", paramLabel = "TASK", description = "which of the job's tasks, such as worker")
    private @Nullable String task;

    @Override
    public Integer call() {
        Thing thing = naming.work();
        try (DaemonClient client = daemon.client()) {
            String what = thing.kind() == Kind.SERVICES
                    ? "?instances=" + count
                    : "?replicas=" + count + "&task=" + DaemonClient.part(task(client, thing));
            JsonNode answer = client.post(thing.path() + "/scale" + what, "", "");
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.outcomes(spec, answer);
            }
            return ExitCode.OK;
        }
    }

    private String task(DaemonClient client, Thing job) {
        String named = task;
        if (named != null) {
            return named;
        }
        List<String> names = new ArrayList<>();
        for (JsonNode one : client.get(job.path()).path("spec").path("tasks")) {
            names.add(one.path("name").asString("default" + names.size()));
        }
        if (names.size() != 1) {
            throw UserError.usage("It is not said which tasks there shall be " + count + " of.")
                    .known(names)
                    .toDo("name one with --task");
        }
        return names.getFirst();
    }
}
