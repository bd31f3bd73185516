package io.tender.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Ends and forgets what was applied. */
@Command(
        name = "delete",
        description = {
            "Ends a job or service and all its tasks, or takes away a queue or pod group.",
            "",
            "  tender delete job train"
        })
final class DeleteCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "job, queue, podgroup or service")
    private String kind;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "its name, if it is not part of the first word, as in job/default/train")
    private @Nullable String name;

    @Override
    public Integer call() {
        String path = Thing.of(kind, name).path();
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.delete(path);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(
                        spec,
                        answer.path("kind").asString() + " "
                                + answer.path("name").asString() + " deleted" + System.lineSeparator());
            }
            return ExitCode.OK;
        }
    }
}
