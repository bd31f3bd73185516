package io.tender.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Begins anew. */
@Command(
        name = "restart",
        description = {
            "Ends tasks of a job or service, and begins anew with them.",
            "",
            "  tender restart job train                          all of it, which counts as one of its retries",
            "  tender restart job train --task worker            all tasks of that name, or one: worker-0",
            "  tender restart service www/prod/hello             all instances, or some: --instances 0,2"
        })
final class RestartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private Naming naming = new Naming();

    @Option(names = "--task", paramLabel = "TASK", description = "of a job: worker, or worker-0")
    private @Nullable String task;

    @Option(names = "--instances", paramLabel = "N,N", description = "of a service: which of its instances")
    private @Nullable String instances;

    @Override
    public Integer call() {
        Thing thing = naming.work();
        boolean service = thing.kind() == Kind.SERVICES;
        if ((service ? task : instances) != null) {
            throw UserError.usage((service ? "--task is for jobs" : "--instances is for services") + ".")
                    .got("a " + (service ? "service" : "job"))
                    .toDo("use " + (service ? "--instances" : "--task"));
        }
        String some = service ? instances : task;
        String which = some == null ? "" : (service ? "?instances=" : "?task=") + DaemonClient.part(some);
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.post(thing.path() + "/restart" + which, "", "");
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                Printing.text(spec, Printing.outcome(answer));
            }
            return ExitCode.OK;
        }
    }
}
