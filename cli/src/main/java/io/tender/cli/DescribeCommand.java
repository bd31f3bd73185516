package io.tender.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Shows all there is to know of one thing. */
@Command(
        name = "describe",
        description = {
            "Shows all there is to know of a job, queue, pod group, service or task.",
            "",
            "  tender describe job train",
            "  tender describe service www/prod/hello"
        })
final class DescribeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "job, queue, podgroup, service or task")
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
            JsonNode answer = client.get(path);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(spec, Printing.outline(answer));
            }
            return ExitCode.OK;
        }
    }
}
