package io.tender.cli;

import io.tender.mesos.MachineId;
import io.tender.mesos.MaintenanceWindow;
import io.tender.model.FlagDuration;
import io.tender.model.Unavailability;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A schedule of maintenance as people write it, in YAML or JSON:
 *
 * <pre>{@code
 * windows:
 * - machines: [box-1, box-2]
 *   start: 2026-12-01T22:00:00Z
 *   duration: 2hrs               # for good, if it is left out
 * }</pre>
 */
final class MaintenanceFile {
    private static final String EXAMPLE_TIME = "a time such as 2026-12-01T22:00:00Z";
    private static final String EXAMPLE_LENGTH = "a length such as 90mins, 2hrs or 1days";

    private MaintenanceFile() {}

    /** The windows of a text, or a mistake of the user that says everything that is wrong with it. */
    static List<MaintenanceWindow> read(String name, String text) {
        YamlText yaml = new YamlText(name, text, 1);
        List<MaintenanceWindow> windows = new ArrayList<>();
        Optional<YamlPart> root = yaml.root();
        Map<String, YamlPart.Entry> entries =
                root.map(part -> part.entries("A schedule")).orElse(Map.of());
        unknown(entries, List.of("windows"));
        YamlPart.Entry list = entries.get("windows");
        if (list == null && yaml.problems().isEmpty()) {
            throw UserError.usage("'" + name + "' is no schedule of maintenance.")
                    .expected("windows: a list, each with machines, start and duration")
                    .toDo("see 'tender maintenance schedule --help'");
        }
        if (list != null) {
            list.value().items("windows").forEach(item -> window(item).ifPresent(windows::add));
        }
        if (!yaml.problems().isEmpty()) {
            throw UserError.usage(yaml.problems().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(System.lineSeparator() + System.lineSeparator())));
        }
        return windows;
    }

    private static Optional<MaintenanceWindow> window(YamlPart item) {
        Map<String, YamlPart.Entry> fields = item.entries("A window");
        unknown(fields, List.of("machines", "start", "duration"));
        List<MachineId> machines = new ArrayList<>();
        Optional.ofNullable(fields.get("machines"))
                .ifPresent(list -> list.value()
                        .items("machines")
                        .forEach(machine -> machine.word("A machine", "its host name")
                                .map(MachineId::named)
                                .ifPresent(machines::add)));
        if (machines.isEmpty()) {
            item.problem("A window has no machines.", "", "machines: [HOST, …]");
        }
        Optional<Instant> start = Optional.ofNullable(fields.get("start"))
                .flatMap(entry -> entry.value()
                        .word("start", EXAMPLE_TIME)
                        .flatMap(written -> time(written).or(() -> {
                            entry.value().problem("start cannot be this.", "'" + written + "'", EXAMPLE_TIME);
                            return Optional.empty();
                        })));
        if (!fields.containsKey("start")) {
            item.problem("A window does not say when it begins.", "", "start: " + EXAMPLE_TIME);
        }
        Optional<Duration> duration = Optional.ofNullable(fields.get("duration"))
                .flatMap(entry -> entry.value()
                        .word("duration", EXAMPLE_LENGTH)
                        .flatMap(written -> FlagDuration.parse(written).or(() -> {
                            entry.value().problem("duration cannot be this.", "'" + written + "'", EXAMPLE_LENGTH);
                            return Optional.empty();
                        })));
        return start.map(at -> new MaintenanceWindow(machines, new Unavailability(at, duration)));
    }

    private static void unknown(Map<String, YamlPart.Entry> entries, List<String> known) {
        entries.forEach((key, entry) -> {
            if (!known.contains(key)) {
                entry.key()
                        .problem(
                                "'" + key + "' is not known here.",
                                "'" + key + "'",
                                "one of " + String.join(", ", known));
            }
        });
    }

    static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException wrong) {
            return Optional.empty();
        }
    }
}
