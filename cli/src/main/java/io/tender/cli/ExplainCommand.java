package io.tender.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says why something is where it is. */
@Command(
        name = "explain",
        description = {
            "Says where a job or service is and why; or who refused it a place, and what would have to change.",
            "",
            "  tender explain job train",
            "  tender explain job train --task worker-0    also: tender explain job/train worker-0",
            "  tender explain job train --watch            again whenever the answer is different"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Mixin
    private TaskNaming naming = new TaskNaming();

    @Option(
            names = {"-w", "--watch"},
            description = "go on, and say it again whenever it is different")
    private boolean watch;

    @Override
    public Integer call() {
        Thing thing = naming.work();
        String task = naming.task();
        String only = task == null ? "" : "task=" + DaemonClient.part(task);
        OneThing one = new OneThing(spec, daemon, answer -> answer.path("text").asString());
        return watch
                ? one.watch(thing, "&explain=true" + (only.isEmpty() ? "" : "&" + only))
                : one.print(client -> client.get(thing.path() + "/explain" + (only.isEmpty() ? "" : "?" + only)));
    }
}
