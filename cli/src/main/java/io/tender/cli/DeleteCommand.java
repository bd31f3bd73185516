package io.tender.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Ends and forgets what was applied. */
@Command(
        name = "delete",
        description = {
            "Ends a job or service and all its tasks, or takes away another document.",
            "",
            "  tender delete job train"
        })
final class DeleteCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private Naming naming = new Naming();

    @Override
    public Integer call() {
        Thing thing = naming.thing();
        if (!thing.kind().isApplied()) {
            throw UserError.usage("Only what was applied can be deleted.")
                    .got("one of the " + thing.kind().word())
                    .expected("a job, a service or another document")
                    .toDo("for an agent, 'tender drain AGENT --gone'; a task ends with its job, service or framework");
        }
        String path = thing.path();
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.delete(path);
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(spec, Printing.outcome(answer));
            }
            return ExitCode.OK;
        }
    }
}
