package io.tender.cli;

import java.io.IOException;
import java.nio.file.Files;
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
            "Makes it so that the jobs, queues, pod groups and services in a file are there.",
            "",
            "  tender apply -f job.yaml    several documents are kept apart by lines of ---",
            "",
            "Applied twice, a file changes nothing the second time."
        })
final class ApplyCommand implements Callable<Integer> {
    private static final long MOST_BYTES = 4 << 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "YAML or JSON")
    private Path file;

    @Override
    public Integer call() {
        String text = read();
        try (DaemonClient client = daemon.client()) {
            JsonNode answer =
                    client.post("/v1/apply?name=" + DaemonClient.part(file.toString()), "application/yaml", text);
            if (daemon.json()) {
                Printing.json(spec, answer);
                return ExitCode.OK;
            }
            StringBuilder out = new StringBuilder();
            for (JsonNode result : answer.path("results")) {
                out.append(result.path("kind").asString())
                        .append(' ')
                        .append(result.path("name").asString())
                        .append(' ')
                        .append(result.path("outcome").asString())
                        .append(System.lineSeparator());
            }
            answer.path("notices")
                    .forEach(notice ->
                            out.append("note: ").append(notice.asString()).append(System.lineSeparator()));
            Printing.text(spec, out.toString());
            return ExitCode.OK;
        }
    }

    private String read() {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                throw UserError.usage("'" + file + "' cannot be applied.")
                        .expected("a file of YAML or JSON of at most " + MOST_BYTES + " bytes")
                        .toDo("name an existing file");
            }
            return Files.readString(file);
        } catch (IOException broken) {
            throw UserError.environment("'" + file + "' cannot be read.").got(broken.toString());
        }
    }
}
