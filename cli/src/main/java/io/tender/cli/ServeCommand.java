package io.tender.cli;

import io.tender.daemon.Daemon;
import io.tender.daemon.Ending;
import io.tender.daemon.Modules;
import io.tender.daemon.Origin;
import io.tender.daemon.journal.JournalException;
import io.tender.daemon.journal.StoreSettings;
import io.tender.daemon.settings.Settings;
import io.tender.runtime.UnknownModule;
import io.tender.runtime.batch.ConfException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the daemon until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the daemon: the master, its agents, its schedulers and its HTTP APIs.",
            "",
            "  tender serve                             with the defaults: on this machine alone, data in ./tender-data",
            "  tender serve -c tender.yaml              with settings; docs/tender.yaml shows them all",
            "  tender serve --listen 127.0.0.1:0        on any port that is free",
            "",
            "It stops on Ctrl-C or SIGTERM. Tasks run on; started again, it finds everything as it was."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "the settings")
    private @Nullable Path config;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "where to listen; 127.0.0.1:5050 unless given")
    private @Nullable String listen;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "where data is kept: a folder, or jdbc:postgresql://host/database; ./tender-data unless given")
    private @Nullable String store;

    @Option(
            names = "--aurora-flags",
            paramLabel = "FILE",
            description = "the flags file of an Aurora scheduler, for the scheduler of services; see tender flags FILE")
    private @Nullable Path auroraFlags;

    @Override
    public Integer call() {
        Settings.Given given = new Settings.Given(
                Optional.ofNullable(listen), Optional.ofNullable(store), Optional.ofNullable(auroraFlags));
        Settings settings = DaemonSettings.read(Optional.ofNullable(config), given);
        DaemonLogs.start(settings.log());
        Daemon daemon = start(settings, Optional.ofNullable(config).map(file -> new SettingsFile(file, given)));
        tell(settings, daemon);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(daemon)));
        Ending ending = daemon.await();
        daemon.close();
        return switch (ending) {
            case Ending.Asked asked -> ExitCode.OK;
            case Ending.Failed failed -> failed(failed);
        };
    }

    /** The JVM is told to end by a signal and would say so; but ending was asked for and done, which is a success. */
    private static void stop(Daemon daemon) {
        boolean asked = !(daemon.isOver() && daemon.await() instanceof Ending.Failed);
        daemon.close();
        if (asked) {
            Runtime.getRuntime().halt(ExitCode.OK);
        }
    }

    private int failed(Ending.Failed failed) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(UserError.environment("The daemon had to stop.")
                .got(failed.why())
                .expected("a journal that can be written, and a master without mistakes")
                .toDo("see the log above; started again, it goes on from what is durable")
                .text());
        err.flush();
        return ExitCode.INTERNAL;
    }

    private static Daemon start(Settings settings, Optional<Origin> origin) {
        try {
            return Daemon.start(settings, Version.number(), origin);
        } catch (JournalException wrong) {
            throw UserError.environment(String.valueOf(wrong.getMessage()));
        } catch (IOException wrong) {
            throw UserError.environment(String.valueOf(wrong.getMessage()));
        } catch (UnknownModule | ConfException wrong) {
            List<String> mistakes = Modules.mistakes(settings);
            // What only shows when a module is made is told by who made it.
            throw DaemonSettings.wrong(mistakes.isEmpty() ? List.of(String.valueOf(wrong.getMessage())) : mistakes);
        }
    }

    private void tell(Settings settings, Daemon daemon) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("tender listens on " + daemon.address()
                + (settings.access().isOpen() ? " and asks nobody who they are" : ""));
        out.println("data:   " + place(settings.store()));
        settings.agents().local().ifPresent(local -> out.println("agent:  this machine, in " + full(local.work())));
        daemon.enforcement().ifPresent(words -> out.println("limits: " + words));
        settings.agents()
                .simulated()
                .ifPresent(some -> out.println("agents: "
                        + some.agents().stream()
                                .mapToInt(group -> group.count())
                                .sum() + " simulated"));
        settings.services().notices().forEach(out::println);
        daemon.notices().forEach(out::println);
        out.flush();
    }

    private static String place(StoreSettings store) {
        return switch (store) {
            case StoreSettings.Folder folder -> full(folder.path());
            case StoreSettings.Database database -> database.toString();
        };
    }

    private static String full(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
