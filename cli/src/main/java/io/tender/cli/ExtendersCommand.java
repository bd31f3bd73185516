package io.tender.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Shows the extenders, and how those do that are on trial. */
@Command(
        name = "extenders",
        description = {
            "Lists the extenders in use; with a name, how one on trial compares with what was decided, and examples.",
            "",
            "  tender extenders                  all of them",
            "  tender extenders rack --watch     one of them, again whenever something has changed",
            "  tender extenders rack --resume    let a canary decide again that was stopped"
        })
final class ExtendersCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "what the settings call it")
    private @Nullable String name;

    @Option(
            names = {"-w", "--watch"},
            description = "go on, and print it again whenever it has changed")
    private boolean watch;

    @Option(names = "--resume", description = "let a stopped canary decide again for its share")
    private boolean resume;

    @Override
    public Integer call() {
        String one = name;
        if (resume && (one == null || watch)) {
            throw UserError.usage("--resume is for one extender, and goes without --watch.")
                    .expected("tender extenders NAME --resume")
                    .toDo("name the extender; 'tender extenders' lists them");
        }
        if (one == null) {
            return new Listing(spec, daemon, Kind.EXTENDERS, Optional.empty()).print(watch);
        }
        if (resume) {
            return resume(one);
        }
        OneThing thing = new OneThing(spec, daemon, ExtenderText::of);
        return watch
                ? thing.watch(new Thing(Kind.EXTENDERS, one), "")
                : thing.print(client -> Kind.EXTENDERS.find(client, one));
    }

    private int resume(String one) {
        try (DaemonClient client = daemon.client()) {
            JsonNode answer = client.post(Kind.EXTENDERS.path(one) + "/resume", "application/json", "");
            if (daemon.json()) {
                Printing.json(spec, answer);
            } else {
                boolean resumed = answer.path("outcome").asString().equals("resumed");
                Printing.text(
                        spec,
                        "extender " + one
                                + (resumed
                                        ? " " + answer.at("/extender/state").asString() + " again"
                                        : " was not stopped: it "
                                                + answer.at("/extender/state").asString())
                                + System.lineSeparator());
            }
            return ExitCode.OK;
        }
    }
}
