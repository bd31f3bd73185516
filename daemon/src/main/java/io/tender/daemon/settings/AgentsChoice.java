package io.tender.daemon.settings;

import io.tender.daemon.cluster.local.LocalSettings;
import io.tender.daemon.cluster.local.LocalSettings.Limits;
import io.tender.daemon.cluster.local.LocalSettings.PortRange;
import io.tender.daemon.cluster.local.LocalSettings.Users;
import io.tender.daemon.cluster.simulated.SimulatedFile;
import io.tender.daemon.cluster.simulated.SimulatedFileException;
import io.tender.daemon.cluster.simulated.SimulatedSettings;
import io.tender.model.Attribute;
import io.tender.model.ResourceText;
import io.tender.model.Role;
import io.tender.model.batch.Taint;
import io.tender.runtime.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which agents there are.
 *
 * @param local this machine, if it is one
 * @param simulated those that exist only in memory, if any
 */
public record AgentsChoice(Optional<LocalSettings> local, Optional<SimulatedSettings> simulated) {
    private static final Pattern PORTS = Pattern.compile("(\\d{1,5})-(\\d{1,5})");

    /** What of it the daemon keeps to from its start on: all but what agents have and say of themselves. */
    AgentsChoice lasting() {
        return new AgentsChoice(
                local.map(it -> it.offering(
                        Optional.empty(), LocalSettings.in(it.work()).ports(), List.of())),
                simulated.map(it -> it.withAgents(List.of())));
    }

    /** @param data the folder in which the local agent works unless it is told another */
    static AgentsChoice read(Section section, Path data) {
        AgentsChoice choice = new AgentsChoice(local(section.section("local"), data), simulated(section));
        section.done();
        return choice;
    }

    private static Optional<LocalSettings> local(Section section, Path data) {
        boolean enabled = section.truth("enabled", true);
        LocalSettings usual = LocalSettings.in(section.path("workFolder").orElse(data));
        LocalSettings settings = new LocalSettings(
                usual.work(),
                section.text("hostname"),
                section.read(
                        "resources",
                        "resources such as cpus:4;mem:8192;ports:[31000-32000]",
                        text -> ResourceText.parseForAgent(text, Role.ANY)),
                section.read("ports", "a range such as 31000-32000", AgentsChoice::ports)
                        .orElse(usual.ports()),
                attributes(section),
                MasterChoice.domain(section),
                section.oneOf("limits", words(Limits.values())).orElse(usual.limits()),
                section.path("cgroup"),
                section.oneOf("users", words(Users.values())).orElse(usual.users()),
                section.whole("outputBytes", 16_384, usual.outputCapBytes()),
                section.time("keepFor", usual.keepFor()),
                section.whole("keepBytes", 0, usual.keepAtMostBytes()),
                section.count("keepTasks", 0, usual.keepAtMost()),
                section.count("mostTasks", 1, usual.mostTasks()),
                section.time("startWithin", usual.startWithin()));
        section.done();
        return enabled ? Optional.of(settings) : Optional.empty();
    }

    private static List<Attribute> attributes(Section section) {
        List<Attribute> all =
                new ArrayList<>(section.read("attributes", "attributes such as ssd:true;rack:r1", Attribute::parseAll)
                        .orElse(List.of()));
        section.read("taints", "taints such as dedicated=gpu:NoSchedule,old:PreferNoSchedule", Taint::attributes)
                .ifPresent(all::addAll);
        return all;
    }

    private static PortRange ports(String text) {
        Matcher range = PORTS.matcher(text);
        if (!range.matches()) {
            throw new IllegalArgumentException("it is no range");
        }
        return new PortRange(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
    }

    private static <E extends Enum<E>> Map<String, E> words(E[] kinds) {
        Map<String, E> words = new TreeMap<>();
        for (E kind : kinds) {
            words.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
        return words;
    }

    /** Described right here, or in a file. */
    private static Optional<SimulatedSettings> simulated(Section section) {
        Optional<InnerText> inline = section.document("simulated");
        Optional<Path> file = section.path("simulatedFile");
        if (inline.isPresent() && file.isPresent()) {
            section.problem(
                    "simulatedFile", "The simulated agents are described twice.", "here and in a file", "one of them");
        }
        if (inline.isPresent()) {
            return simulated(section, inline.get());
        }
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return simulated(section, InnerText.ofFile(file.get().toString(), Files.readString(file.get())));
        } catch (IOException unreadable) {
            section.problem(
                    "simulatedFile",
                    "The description of simulated agents cannot be read.",
                    unreadable.toString(),
                    "a file in YAML");
            return Optional.empty();
        }
    }

    private static Optional<SimulatedSettings> simulated(Section section, InnerText described) {
        try {
            return Optional.of(SimulatedFile.read(described.name(), described.text()));
        } catch (SimulatedFileException wrong) {
            wrong.problems()
                    .forEach(it -> section.note(
                            new YamlProblem(it.file(), it.line(), it.column(), it.problem(), it.got(), it.expected())));
            return Optional.empty();
        }
    }
}
