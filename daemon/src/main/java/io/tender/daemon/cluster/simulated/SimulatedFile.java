package io.tender.daemon.cluster.simulated;

import io.tender.daemon.cluster.simulated.SimulatedSettings.Faults;
import io.tender.daemon.cluster.simulated.SimulatedSettings.Group;
import io.tender.daemon.cluster.simulated.SimulatedSettings.Load;
import io.tender.model.AgentId;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.ResourceText;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.batch.Taint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Descriptions of simulated agents, as people write them.
 *
 * <pre>
 * seed: 7
 * agents:
 *   - count: 1000
 *     name: "rack{rack}-{n}"
 *     resources: "cpus:16;mem:65536;disk:1000000;ports:[31000-32000]"
 *     attributes: "ssd:true"
 *     region: north
 *     zone: a
 *     racks: 20
 *     taints: "dedicated=gpu:NoSchedule"
 *     usage: {cpu: 20, memory: 30}
 * tasks:
 *   runsFor: {distribution: exponential, mean: 5mins, least: 1secs, most: 1hrs}   # or a time: 10mins
 *   startTakes: 50ms
 *   killTakes: 100ms
 *   failing: 0.01
 *   uses: 0.7
 *   messages: echo                                                                # or drop, as Mesos's own executors do
 * faults:
 *   every: 12hrs
 *   lasting: 2mins
 * </pre>
 */
public final class SimulatedFile {
    private static final int LONGEST = 1_000_000;
    private static final List<String> DISTRIBUTIONS = List.of("fixed", "uniform", "exponential");

    private static final String TAINTS = "taints such as \"dedicated=gpu:NoSchedule,old:PreferNoSchedule\"";

    private final List<SimulatedProblem> problems = new ArrayList<>();
    private final Set<AgentId> names = new HashSet<>();

    private SimulatedFile() {}

    /**
     * @param file where the text comes from, for messages
     * @throws SimulatedFileException if something is wrong with it; it says everything that is
     */
    public static SimulatedSettings read(String file, String text) {
        SimulatedFile reader = new SimulatedFile();
        SimulatedSettings settings = reader.settings(reader.root(file, text));
        if (!reader.problems.isEmpty()) {
            throw new SimulatedFileException(reader.problems);
        }
        return settings;
    }

    private Optional<YamlPart> root(String file, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(LONGEST)
                .setMaxAliasesForCollections(100)
                .build();
        try {
            Optional<YamlPart> root =
                    new Compose(settings).composeString(text).map(node -> new YamlPart(file, node, problems));
            if (root.isEmpty()) {
                problems.add(new SimulatedProblem(file, 1, 1, "The description is empty.", "nothing", "agents"));
            }
            return root;
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(0);
            int column = e.getProblemMark().map(Mark::getColumn).orElse(0);
            problems.add(new SimulatedProblem(
                    file, line + 1, column + 1, "This is no YAML.", String.valueOf(e.getProblem()), "YAML 1.2"));
        } catch (YamlEngineException e) {
            problems.add(
                    new SimulatedProblem(file, 1, 1, "This is no YAML.", String.valueOf(e.getMessage()), "YAML 1.2"));
        }
        return Optional.empty();
    }

    private SimulatedSettings settings(Optional<YamlPart> root) {
        Map<String, YamlPart> fields = root.map(
                        part -> part.fields("the description", List.of("seed", "agents", "tasks", "faults")))
                .orElse(Map.of());
        List<Group> groups = new ArrayList<>();
        YamlPart agents = fields.get("agents");
        if (agents == null) {
            root.filter(YamlPart::isMap).ifPresent(part -> part.problem("No agents are described.", "a list 'agents'"));
        } else {
            agents.items("agents").forEach(item -> group(item, groups));
        }
        Map<String, YamlPart> tasks = fields(
                fields.get("tasks"),
                "tasks",
                List.of("runsFor", "startTakes", "killTakes", "failing", "uses", "messages"));
        Map<String, YamlPart> faults = fields(fields.get("faults"), "faults", List.of("every", "lasting"));
        return new SimulatedSettings(
                number(fields.get("seed"), "seed", Long.MIN_VALUE, Long.MAX_VALUE, 1),
                groups,
                runTimes(tasks.get("runsFor")),
                time(tasks.get("startTakes"), "startTakes", Duration.ofMillis(50)),
                time(tasks.get("killTakes"), "killTakes", Duration.ofMillis(100)),
                part(tasks.get("failing"), "failing", 0),
                part(tasks.get("uses"), "uses", 1),
                echoes(tasks.get("messages")),
                faults.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Faults(
                                time(faults.get("every"), "every", Duration.ofHours(24)),
                                time(faults.get("lasting"), "lasting", Duration.ofMinutes(5)))));
    }

    private static Map<String, YamlPart> fields(@Nullable YamlPart part, String what, List<String> known) {
        return part == null ? Map.of() : part.fields(what, known);
    }

    private void group(YamlPart item, List<Group> groups) {
        Map<String, YamlPart> fields = item.fields(
                "a group of agents",
                List.of("count", "name", "resources", "attributes", "taints", "region", "zone", "racks", "usage"));
        int before = problems.size();
        int count = (int) number(fields.get("count"), "count", 1, SimulatedSettings.MOST_AGENTS, 1);
        String name = text(fields.get("name"), "name", "agent-{n}");
        YamlPart resources = fields.get("resources");
        if (resources == null) {
            item.problem("A group of agents has no resources.", "resources: \"cpus:16;mem:65536\" or the like");
        }
        Optional<Resources> has = resources == null
                ? Optional.empty()
                : resources.scalar(
                        "resources",
                        "resources such as \"cpus:16;mem:65536\"",
                        it -> Optional.of(ResourceText.parseForAgent(it, Role.ANY)));
        YamlPart attributes = fields.get("attributes");
        Optional<List<Attribute>> said = attributes == null
                ? Optional.of(List.of())
                : attributes.scalar(
                        "attributes",
                        "attributes such as \"ssd:true;size:3\"",
                        it -> Optional.of(Attribute.parseAll(it)));
        YamlPart taints = fields.get("taints");
        Optional<List<Attribute>> tainted = taints == null
                ? Optional.of(List.of())
                : taints.scalar("taints", TAINTS, it -> Optional.of(Taint.attributes(it)));
        String region = text(fields.get("region"), "region", "");
        String zone = text(fields.get("zone"), "zone", "");
        Optional<Domain> domain =
                region.isEmpty() && zone.isEmpty() ? Optional.empty() : Optional.of(new Domain(region, zone));
        int racks = (int) number(fields.get("racks"), "racks", 1, SimulatedSettings.MOST_AGENTS, 0);
        Load load = load(fields.get("usage"));
        if (problems.size() == before) {
            List<Attribute> all = new ArrayList<>(said.orElse(List.of()));
            all.addAll(tainted.orElse(List.of()));
            Group group = new Group(count, name, has.orElse(Resources.empty()), all, domain, racks, load);
            if (distinct(group, item)) {
                groups.add(group);
            }
        }
    }

    private boolean distinct(Group group, YamlPart item) {
        if (names.size() + group.count() > SimulatedSettings.MOST_AGENTS) {
            item.problem("There are too many agents.", "at most " + SimulatedSettings.MOST_AGENTS + " in all");
            return false;
        }
        for (int number = 1; number <= group.count(); number++) {
            AgentId id = group.agent(number).id();
            if (!names.add(id)) {
                item.problem(
                        "Two agents have the name '" + id + "'.", "names that differ, with {n} for the agent's number");
                return false;
            }
        }
        return true;
    }

    private static RunTimes runTimes(@Nullable YamlPart part) {
        Duration usual = Duration.ofMinutes(5);
        if (part == null) {
            return new RunTimes(RunTimes.Kind.EXPONENTIAL, usual, Duration.ofSeconds(1), Duration.ofHours(1));
        }
        if (!part.isMap()) {
            return RunTimes.fixed(part.duration("runsFor").orElse(usual));
        }
        Map<String, YamlPart> fields = part.fields("runsFor", List.of("distribution", "mean", "least", "most"));
        YamlPart distribution = fields.get("distribution");
        RunTimes.Kind kind = distribution == null
                ? RunTimes.Kind.EXPONENTIAL
                : distribution
                        .scalar(
                                "distribution",
                                "one of " + String.join(", ", DISTRIBUTIONS),
                                word -> DISTRIBUTIONS.contains(word)
                                        ? Optional.of(RunTimes.Kind.valueOf(word.toUpperCase(Locale.ROOT)))
                                        : Optional.empty())
                        .orElse(RunTimes.Kind.FIXED);
        Duration mean = time(fields.get("mean"), "mean", usual);
        Duration least = time(fields.get("least"), "least", Duration.ofMillis(1));
        Duration most = time(fields.get("most"), "most", mean.multipliedBy(20));
        if (least.compareTo(most) > 0) {
            part.problem("The least run time is longer than the most.", "least below most");
        }
        return new RunTimes(kind, mean, least, most);
    }

    private static Duration time(@Nullable YamlPart part, String what, Duration otherwise) {
        return part == null ? otherwise : part.duration(what).orElse(otherwise);
    }

    private static long number(@Nullable YamlPart part, String what, long least, long most, long otherwise) {
        return part == null ? otherwise : part.whole(what, least, most).orElse(otherwise);
    }

    private static String text(@Nullable YamlPart part, String what, String otherwise) {
        return part == null
                ? otherwise
                : part.scalar(what, "a text", it -> Optional.of(it).filter(text -> !text.isBlank()))
                        .orElse(otherwise);
    }

    private static Load load(@Nullable YamlPart part) {
        Map<String, YamlPart> fields = fields(part, "usage", List.of("cpu", "memory"));
        return new Load(percent(fields.get("cpu"), "cpu"), percent(fields.get("memory"), "memory"));
    }

    private static double percent(@Nullable YamlPart part, String what) {
        return part == null
                ? 0
                : decimal(part, what, "percent, from 0 to 100", 100).orElse(0.0);
    }

    private static double part(@Nullable YamlPart part, String what, double otherwise) {
        return part == null
                ? otherwise
                : decimal(part, what, "a number from 0 to 1", 1).orElse(otherwise);
    }

    private static boolean echoes(@Nullable YamlPart part) {
        return part != null
                && part.scalar(
                                "messages",
                                "echo or drop",
                                word -> List.of("echo", "drop").contains(word) ? Optional.of(word) : Optional.empty())
                        .filter("echo"::equals)
                        .isPresent();
    }

    private static Optional<Double> decimal(YamlPart part, String what, String expected, double most) {
        return part.scalar(
                what,
                expected,
                it -> Optional.of(Double.parseDouble(it)).filter(number -> number >= 0 && number <= most));
    }
}
