package io.tender.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Short forms of {@code get} for what operators look at most. */
final class ListCommands {
    private ListCommands() {}

    /** What all of them have. */
    abstract static class Brief implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private DaemonOptions daemon = new DaemonOptions();

        @Option(
                names = {"-w", "--watch"},
                description = "go on, and print it again whenever it has changed")
        private boolean watch;

        abstract Kind kind();

        @Override
        public Integer call() {
            return new Listing(spec, daemon, kind(), Optional.empty()).print(watch);
        }
    }

    /** The agents. */
    @Command(name = "agents", description = "Lists the agents and what they have: the same as 'tender get agents'.")
    static final class Agents extends Brief {
        @Override
        Kind kind() {
            return Kind.AGENTS;
        }
    }

    /** The frameworks. */
    @Command(name = "frameworks", description = "Lists the frameworks: the same as 'tender get frameworks'.")
    static final class Frameworks extends Brief {
        @Override
        Kind kind() {
            return Kind.FRAMEWORKS;
        }
    }

    /** The offers. */
    @Command(name = "offers", description = "Lists offers that wait for an answer: the same as 'tender get offers'.")
    static final class Offers extends Brief {
        @Override
        Kind kind() {
            return Kind.OFFERS;
        }
    }
}
