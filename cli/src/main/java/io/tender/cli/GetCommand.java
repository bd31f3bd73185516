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

/** Lists what there is. */
@Command(
        name = "get",
        description = {
            "Lists what there is.",
            "",
            "  tender get jobs             all jobs",
            "  tender get job train        one of them",
            "  tender get tasks --watch    again whenever something has changed",
            "",
            "Kinds: jobs, queues, podgroups, services, hypernodes, resourcequotas, poddisruptionbudgets,",
            "priorityclasses, tasks, agents, frameworks, offers, extenders."
        })
final class GetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "what to list")
    private String kind;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "only this one")
    private @Nullable String name;

    @Option(
            names = {"-w", "--watch"},
            description = "go on, and print it again whenever it has changed")
    private boolean watch;

    @Override
    public Integer call() {
        if (name == null && kind.indexOf('/') < 0) {
            return new Listing(spec, daemon, Kind.of(kind), Optional.empty()).print(watch);
        }
        Thing one = Thing.of(kind, name);
        return new Listing(spec, daemon, one.kind(), Optional.of(one.name())).print(watch);
    }
}
