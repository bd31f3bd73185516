package io.tender.cli;

import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.JournalRepair;
import io.tender.daemon.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What can be done about a journal that no daemon uses. */
@Command(
        name = "journal",
        description = "Looks at the journal of a daemon that is not running, and mends it.",
        subcommands = {JournalCommand.Check.class, JournalCommand.Repair.class})
final class JournalCommand implements Runnable {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Which journal is meant: that of the settings, unless a store is named. */
    static final class Which {
        @Option(
                names = {"-c", "--config"},
                paramLabel = "FILE",
                description = "the daemon's settings")
        private @Nullable Path file;

        @Option(names = "--store", paramLabel = "STORE", description = "the store, instead of what the settings say")
        private @Nullable String store;

        @Option(names = "--json", description = "print what was found as JSON")
        private boolean json;

        /** @param unchanged what to say to people if the journal could be mended and was not */
        private int look(CommandSpec spec, boolean apply, String unchanged) {
            Settings settings = DaemonSettings.read(
                    Optional.ofNullable(file), new Settings.Given(Optional.empty(), Optional.ofNullable(store)));
            try {
                JournalRepair.Finding found =
                        apply ? JournalRepair.apply(settings.store()) : JournalRepair.examine(settings.store());
                if (json) {
                    Printing.json(
                            spec,
                            JSON.<ObjectNode>valueToTree(found)
                                    .put("cut", apply && found.damaged() && found.mendable()));
                } else {
                    Printing.text(spec, found.text() + System.lineSeparator());
                    if (found.damaged() && found.mendable() && !apply) {
                        Printing.text(spec, unchanged);
                    }
                }
                boolean usable = !found.damaged() || (apply && found.mendable());
                return usable ? ExitCode.OK : ExitCode.FAILED;
            } catch (JournalException failed) {
                throw UserError.environment(String.valueOf(failed.getMessage()));
            }
        }
    }

    @Command(
            name = "check",
            description = {
                "Says whether a journal is whole, and if not, where it is damaged and what a cut would lose.",
                "Changes nothing. Ends with 1 if it is damaged.",
                "",
                "  tender journal check --store tender-data"
            })
    static final class Check implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Which which = new Which();

        @Override
        public Integer call() {
            return which.look(spec, false, "");
        }
    }

    @Command(
            name = "repair",
            description = {
                "Cuts a damaged journal at its last good record and keeps what was cut off beside it.",
                "Without --apply it only says what it would do.",
                "",
                "  tender journal repair --store tender-data --apply"
            })
    static final class Repair implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Which which = new Which();

        @Option(names = "--apply", description = "do it")
        private boolean apply;

        @Override
        public Integer call() {
            return which.look(spec, apply, "Nothing was changed: --apply makes the cut." + System.lineSeparator());
        }
    }
}
