package io.tender.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows all there is to know of one thing. */
@Command(
        name = "describe",
        description = {
            "Shows all there is to know of a job, service, queue or other document, or of a task, agent, framework or offer.",
            "",
            "  tender describe job train",
            "  tender describe service www/prod/hello",
            "  tender describe job train --watch    again whenever it has changed"
        })
final class DescribeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private Naming naming = new Naming();

    @Option(
            names = {"-w", "--watch"},
            description = "go on, and print it again whenever it has changed")
    private boolean watch;

    @Override
    public Integer call() {
        Thing thing = naming.thing();
        OneThing one = new OneThing(spec, daemon, Printing::outline);
        return watch ? one.watch(thing, "") : one.print(client -> thing.kind().find(client, thing.name()));
    }
}
