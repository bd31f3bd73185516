package io.tender.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Steers the rolling updates of services. */
@Command(
        name = "update",
        description = {
            "Has the rolling update of a service wait, go on, or end where it is.",
            "",
            "  tender update pause service/www/prod/hello    instances stay as they are until it is resumed",
            "  tender update resume service/www/prod/hello",
            "  tender update abort service/www/prod/hello    for good; apply begins another",
            "",
            "An update begins when a service is applied that differs from what runs; tender describe shows how far it is."
        },
        subcommands = {UpdateCommand.Pause.class, UpdateCommand.Resume.class, UpdateCommand.Abort.class})
final class UpdateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** One of the three, named as its command is. */
    abstract static class Action implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private DaemonOptions daemon = new DaemonOptions();

        @Mixin
        private Naming naming = new Naming();

        @Override
        public Integer call() {
            Thing thing = naming.work();
            if (thing.kind() != Kind.SERVICES) {
                throw UserError.usage("Only services are updated step by step.")
                        .got("a job")
                        .expected("a service, as in service/www/prod/hello")
                        .toDo("apply a changed job anew, or 'tender restart' it");
            }
            try (DaemonClient client = daemon.client()) {
                JsonNode answer = client.post(thing.path() + "/update/" + spec.name(), "", "");
                if (daemon.json()) {
                    Printing.json(spec, answer);
                } else {
                    Printing.text(spec, Printing.outcome(answer));
                }
                return ExitCode.OK;
            }
        }
    }

    /** Waits with the next instances. */
    @Command(
            name = "pause",
            description = {
                "Has a rolling update wait; instances stay as they are.",
                "",
                "  tender update pause service/www/prod/hello"
            })
    static final class Pause extends Action {}

    /** Goes on. */
    @Command(
            name = "resume",
            description = {"Has a paused update go on.", "", "  tender update resume service/www/prod/hello"})
    static final class Resume extends Action {}

    /** Ends it where it is. */
    @Command(
            name = "abort",
            description = {
                "Ends a rolling update where it is; instances stay as they are.",
                "",
                "  tender update abort service/www/prod/hello"
            })
    static final class Abort extends Action {}
}
