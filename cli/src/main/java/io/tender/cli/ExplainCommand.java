package io.tender.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Says why something is where it is. */
@Command(
        name = "explain",
        description = {
            "Says where a job or service is and why; or who refused it a place, and what would have to change.",
            "",
            "  tender explain job train",
            "  tender explain job train --task worker-0"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "job or service")
    private String kind;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "its name, if it is not part of the first word, as in job/default/train")
    private @Nullable String name;

    @Option(names = "--task", paramLabel = "TASK", description = "only this task of a job, such as worker-0")
    private @Nullable String task;

    @Override
    public Integer call() {
        String path =
                Thing.of(kind, name).path() + "/explain" + (task == null ? "" : "?task=" + DaemonClient.part(task));
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.get(path);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(spec, answer.path("text").asString());
            }
            return ExitCode.OK;
        }
    }
}
