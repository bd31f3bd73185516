package io.tender.cli;

import io.tender.mesos.MachineId;
import io.tender.mesos.MaintenanceForms;
import io.tender.mesos.MaintenanceWindow;
import io.tender.model.FlagDuration;
import io.tender.model.Unavailability;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says when machines will be down, takes them down, and brings them back. */
@Command(
        name = "maintenance",
        description = {
            "Shows which machines are or will be down, says when they will be, takes them down, or brings them back.",
            "",
            "  tender maintenance                                          what is so now, as 'maintenance status'",
            "  tender maintenance schedule box-1 --in 1hrs --for 2hrs      from then on it is to be empty",
            "  tender maintenance start box-1                              it is down from now on",
            "  tender maintenance stop box-1                               it is back"
        },
        subcommands = {
            MaintenanceCommand.Status.class,
            MaintenanceCommand.Schedule.class,
            MaintenanceCommand.Start.class,
            MaintenanceCommand.Stop.class
        })
final class MaintenanceCommand implements Callable<Integer> {
    private static final JsonMapper JSON = new JsonMapper();

    @Spec
    private CommandSpec spec;

    @Mixin
    private DaemonOptions daemon = new DaemonOptions();

    @Override
    public Integer call() {
        return show(spec, daemon);
    }

    private static JsonNode ask(DaemonClient client, String type) {
        return client.call(JSON.createObjectNode().put("type", type)).path(type.toLowerCase(Locale.ROOT));
    }

    private static int show(CommandSpec spec, DaemonOptions daemon) {
        try (DaemonClient client = daemon.client()) {
            JsonNode schedule = ask(client, "GET_MAINTENANCE_SCHEDULE").path("schedule");
            JsonNode status = ask(client, "GET_MAINTENANCE_STATUS").path("status");
            if (daemon.json()) {
                ObjectNode both = JSON.createObjectNode();
                both.set("schedule", schedule);
                both.set("status", status);
                Printing.json(spec, both);
            } else {
                Printing.text(spec, table(schedule, status).text());
            }
            return ExitCode.OK;
        }
    }

    private static TextTable table(JsonNode schedule, JsonNode status) {
        Set<String> down = new HashSet<>();
        status.path("down_machines")
                .forEach(machine -> down.add(machine.path("hostname").asString()));
        TreeMap<String, JsonNode> windows = new TreeMap<>();
        for (JsonNode window : schedule.path("windows")) {
            window.path("machine_ids")
                    .forEach(
                            machine -> windows.put(machine.path("hostname").asString(), window.path("unavailability")));
        }
        TextTable table = new TextTable(List.of("HOST", "STATE", "FROM", "FOR"));
        windows.forEach((host, window) -> table.add(List.of(
                host,
                down.contains(host) ? "down" : "draining",
                Instant.EPOCH
                        .plusNanos(window.at("/start/nanoseconds").asLong(0))
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                window.has("duration")
                        ? FlagDuration.print(Duration.ofNanos(
                                window.at("/duration/nanoseconds").asLong(0)))
                        : "good")));
        return table;
    }

    /** What is so now. */
    @Command(name = "status", description = "Shows which machines are down, and which will be.")
    static final class Status implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private DaemonOptions daemon = new DaemonOptions();

        @Override
        public Integer call() {
            return show(spec, daemon);
        }
    }

    /** Says when machines will be down. */
    @Command(
            name = "schedule",
            description = {
                "Says when machines will be down. Frameworks are asked to leave them in time.",
                "",
                "  tender maintenance schedule box-1 box-2 --start 2026-12-01T22:00:00Z --for 2hrs",
                "  tender maintenance schedule box-1 --in 30mins     for good, if no length is given",
                "  tender maintenance schedule box-1 --cancel        it will not be",
                "  tender maintenance schedule -f windows.yaml       this and nothing else is the schedule",
                "",
                "The file is YAML or JSON:",
                "",
                "  windows:",
                "  - machines: [box-1, box-2]",
                "    start: 2026-12-01T22:00:00Z",
                "    duration: 2hrs"
            })
    static final class Schedule implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private DaemonOptions daemon = new DaemonOptions();

        @Parameters(paramLabel = "HOST", arity = "0..*", description = "the names of the machines")
        private List<String> hosts = new ArrayList<>();

        @Option(
                names = {"-f", "--file"},
                paramLabel = "FILE",
                description = "the whole schedule")
        private @Nullable Path file;

        @Option(names = "--start", paramLabel = "TIME", description = "when, such as 2026-12-01T22:00:00Z")
        private @Nullable String start;

        @Option(names = "--in", paramLabel = "LENGTH", description = "how long from now on, such as 30mins")
        private @Nullable String in;

        @Option(names = "--for", paramLabel = "LENGTH", description = "how long, such as 2hrs; for good unless given")
        private @Nullable String length;

        @Option(names = "--cancel", description = "take the machines out of the schedule")
        private boolean cancel;

        @Override
        public Integer call() {
            Path whole = file;
            boolean timed = start != null || in != null || length != null;
            if ((whole == null) == hosts.isEmpty()
                    || (timed && (cancel || whole != null))
                    || (cancel && whole != null)) {
                throw UserError.usage("It is not clear what the schedule shall be.")
                        .expected("machines with --start or --in, machines with --cancel, or a file alone")
                        .toDo("see 'tender maintenance schedule --help'");
            }
            // All that can be wrong with what was typed is found before the daemon is asked.
            List<MaintenanceWindow> given = whole != null
                    ? MaintenanceFile.read(whole.toString(), DocumentFile.read(whole))
                    : cancel ? List.of() : List.of(window());
            try (DaemonClient client = daemon.client()) {
                ObjectNode schedule = MaintenanceForms.tree(given);
                if (whole == null) {
                    JsonNode before = ask(client, "GET_MAINTENANCE_SCHEDULE").path("schedule");
                    if (cancel) {
                        checkScheduled(before);
                    }
                    keepOthers(before, schedule);
                }
                ObjectNode call = JSON.createObjectNode().put("type", "UPDATE_MAINTENANCE_SCHEDULE");
                call.putObject("update_maintenance_schedule").set("schedule", schedule);
                client.call(call);
                if (!cancel) {
                    tellStrangers(client, given);
                }
                if (daemon.json()) {
                    Printing.json(spec, schedule);
                    return ExitCode.OK;
                }
            }
            String who = whole == null
                    ? String.join(", ", hosts)
                    : given.stream()
                            .flatMap(window -> window.machines().stream())
                            .flatMap(machine -> machine.hostname().stream())
                            .collect(Collectors.joining(", "));
            Printing.text(
                    spec,
                    who.isEmpty()
                            ? "nothing is scheduled any more" + System.lineSeparator()
                            : who + (cancel ? " taken out of the schedule" : " scheduled") + System.lineSeparator());
            return ExitCode.OK;
        }

        /** A machine may be scheduled before its agent is there; but more often its name was mistyped. */
        private void tellStrangers(DaemonClient client, List<MaintenanceWindow> given) {
            Set<String> known = Kind.AGENTS.all(client).stream()
                    .map(agent -> agent.path("hostname").asString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
            String strangers = given.stream()
                    .flatMap(window -> window.machines().stream())
                    .flatMap(machine -> machine.hostname().stream())
                    .filter(host -> !known.contains(host.toLowerCase(Locale.ROOT)))
                    .collect(Collectors.joining(", "));
            if (!strangers.isEmpty()) {
                PrintWriter err = spec.commandLine().getErr();
                err.println("note: no agent is on " + strangers + " now; 'tender agents' lists the hosts there are");
                err.flush();
            }
        }

        private MaintenanceWindow window() {
            if ((start == null) == (in == null)) {
                throw UserError.usage("It is not said when.")
                        .expected("either --start TIME or --in LENGTH")
                        .toDo("see 'tender maintenance schedule --help'");
            }
            String at = start;
            Instant from = at != null
                    ? MaintenanceFile.time(at)
                            .orElseThrow(() -> UserError.usage("--start makes no sense.")
                                    .got("'" + at + "'")
                                    .expected("a time such as 2026-12-01T22:00:00Z")
                                    .toDo("correct --start"))
                    : Instant.now().plus(length("--in", String.valueOf(in)));
            Optional<Duration> lasting = Optional.ofNullable(length).map(text -> length("--for", text));
            return new MaintenanceWindow(
                    hosts.stream().map(MachineId::named).toList(), new Unavailability(from, lasting));
        }

        private static Duration length(String option, String text) {
            return FlagDuration.parse(text)
                    .orElseThrow(() -> UserError.usage(option + " makes no sense.")
                            .got("'" + text + "'")
                            .expected("a length such as 90secs, 30mins, 2hrs or 1days")
                            .toDo("correct " + option));
        }

        /** Who mistypes a name would otherwise believe that a machine stays up. */
        private void checkScheduled(JsonNode schedule) {
            Set<String> scheduled = new TreeSet<>();
            for (JsonNode window : schedule.path("windows")) {
                window.path("machine_ids")
                        .forEach(machine ->
                                scheduled.add(machine.path("hostname").asString()));
            }
            String others = hosts.stream()
                    .filter(host -> !scheduled.contains(host.toLowerCase(Locale.ROOT)))
                    .collect(Collectors.joining(", "));
            if (!others.isEmpty()) {
                throw UserError.refused("What is not scheduled cannot be taken out of the schedule.")
                        .got(others)
                        .expected(
                                scheduled.isEmpty()
                                        ? "a machine that is scheduled, and none is"
                                        : "some of " + scheduled)
                        .toDo("correct the names; 'tender maintenance status' lists them");
            }
        }

        /** Adds the windows there are, without the machines that are spoken of now. */
        private void keepOthers(JsonNode before, ObjectNode schedule) {
            Set<String> spoken =
                    hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
            ArrayNode windows = schedule.withArrayProperty("windows");
            for (JsonNode window : before.path("windows")) {
                ArrayNode machines = JSON.createArrayNode();
                for (JsonNode machine : window.path("machine_ids")) {
                    if (!spoken.contains(machine.path("hostname").asString())) {
                        machines.add(machine);
                    }
                }
                if (!machines.isEmpty()) {
                    ObjectNode kept = windows.addObject();
                    kept.set("machine_ids", machines);
                    kept.set("unavailability", window.path("unavailability"));
                }
            }
        }
    }

    /** What those two have that are about machines in the schedule. */
    abstract static class Turn implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private DaemonOptions daemon = new DaemonOptions();

        @Parameters(paramLabel = "HOST", arity = "1..*", description = "the names of the machines")
        private List<String> hosts = new ArrayList<>();

        abstract String type();

        abstract String done();

        @Override
        public Integer call() {
            ObjectNode call = JSON.createObjectNode().put("type", type());
            ArrayNode machines = call.putObject(type().toLowerCase(Locale.ROOT)).putArray("machines");
            hosts.forEach(host -> machines.addObject().put("hostname", host));
            try (DaemonClient client = daemon.client()) {
                client.call(call);
            }
            if (daemon.json()) {
                ObjectNode answer = JSON.createObjectNode();
                ArrayNode names = answer.putArray("machines");
                hosts.forEach(names::add);
                Printing.json(spec, answer.put("state", done()));
                return ExitCode.OK;
            }
            Printing.text(spec, String.join(", ", hosts) + " " + done() + System.lineSeparator());
            return ExitCode.OK;
        }
    }

    /** Takes machines down. */
    @Command(
            name = "start",
            description = {
                "Takes machines down that are in the schedule: what runs there is ended, and their agents leave.",
                "",
                "  tender maintenance start box-1"
            })
    static final class Start extends Turn {
        @Override
        String type() {
            return "START_MAINTENANCE";
        }

        @Override
        String done() {
            return "down";
        }
    }

    /** Brings machines back. */
    @Command(
            name = "stop",
            description = {
                "Brings machines back; they are no longer in the schedule.",
                "",
                "  tender maintenance stop box-1"
            })
    static final class Stop extends Turn {
        @Override
        String type() {
            return "STOP_MAINTENANCE";
        }

        @Override
        String done() {
            return "back";
        }
    }
}
