package io.tender.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Hands in work. */
@Command(
        name = "apply",
        description = {
            "Makes it so that the jobs, queues, services and other documents in a file are there.",
            "",
            "  tender apply -f job.yaml    several documents are kept apart by lines of ---",
            "  tender apply -f -           what another program writes: generate | tender apply -f -",
            "",
            "Applied twice, a file changes nothing the second time."
        })
final class ApplyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "YAML or JSON; - for standard input")
    private Path file;

    @Override
    public Integer call() {
        String text = DocumentFile.read(file);
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.post(
                    "/v1/apply?name=" + DaemonClient.part(DocumentFile.name(file)), "application/yaml", text);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.outcomes(spec, answer);
            }
            return ExitCode.OK;
        }
    }
}
