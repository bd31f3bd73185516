package io.tender.testkit.scenario.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.tender.core.batch.Actions;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.extender.volcano.ExtenderPluginFactory;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlText;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.PluginSetup;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.Subject;
import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ConfText;
import io.tender.testkit.scenario.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Whatever the settings and the objects of batch sessions can say, some scenario says. A new argument needs one. */
class BatchInventoryTest {
    private static final List<Path> FOLDERS =
            List.of(Path.of("..", "scenarios", "volcano"), Path.of("..", "scenarios", "kube"));

    /** No built-in plugin answers that question; the tests of the engine have one that does. */
    private static final String WITHOUT_A_PLUGIN = "enableBestNode";

    /** Writes a file, which a scenario had better not. */
    private static final String WRITES_A_FILE = "extender.recordingFile";

    private static final List<Map<?, ?>> PLUGINS = new ArrayList<>();
    private static final List<Map<?, ?>> CONFIGURATIONS = new ArrayList<>();

    @BeforeAll
    static void readAllSettings() throws IOException {
        for (Path file : files()) {
            for (Scenario scenario : ScenarioFiles.read(file)) {
                settings(scenario).forEach(BatchInventoryTest::read);
            }
        }
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : FOLDERS) {
            files.addAll(ScenarioFiles.find(folder));
        }
        return files;
    }

    private static Stream<ConfText> settings(Scenario scenario) {
        Optional<ConfText> first = scenario.subject() instanceof Subject.BatchSubject about
                ? about.setup().conf()
                : Optional.empty();
        return Stream.concat(first.stream(), scenario.steps().stream().flatMap(BatchInventoryTest::reloaded));
    }

    private static Stream<ConfText> reloaded(Step step) {
        return step instanceof Step.Call call && call.command() instanceof BatchCommand.Reload reload
                ? Stream.of(reload.conf())
                : Stream.empty();
    }

    private static void read(ConfText conf) {
        Object root = new YamlText(conf.name(), conf.text(), conf.firstLine())
                .root()
                .map(YamlPart::value)
                .orElse("");
        for (Map<?, ?> tier : maps(root, "tiers")) {
            PLUGINS.addAll(maps(tier, "plugins"));
        }
        CONFIGURATIONS.addAll(maps(root, "configurations"));
    }

    private static List<Map<?, ?>> maps(Object map, String key) {
        if (map instanceof Map<?, ?> entries && entries.get(key) instanceof List<?> list) {
            return list.stream()
                    .filter(Map.class::isInstance)
                    .<Map<?, ?>>map(item -> (Map<?, ?>) item)
                    .toList();
        }
        return List.of();
    }

    /** The arguments that somebody of that name is given anywhere; those within a section as section.name too. */
    private static SortedSet<String> given(Collection<Map<?, ?>> written, String name) {
        SortedSet<String> names = new TreeSet<>();
        for (Map<?, ?> one : written) {
            if (name.equals(one.get("name")) && one.get("arguments") instanceof Map<?, ?> arguments) {
                names(arguments, "", names);
            }
        }
        return names;
    }

    private static void names(Map<?, ?> arguments, String prefix, SortedSet<String> names) {
        arguments.forEach((name, value) -> {
            names.add(prefix + name);
            if (value instanceof Map<?, ?> section) {
                names(section, prefix + name + ".", names);
            }
        });
    }

    private static List<String> missing(SortedSet<String> known, SortedSet<String> given) {
        return known.stream()
                .filter(name -> {
                    String prefix = name.replace("<name>", "");
                    return prefix.equals(name)
                            ? !given.contains(name)
                            : given.stream().noneMatch(one -> one.startsWith(prefix));
                })
                .toList();
    }

    @Test
    void every_argument_of_every_plugin_is_in_a_scenario() {
        SortedMap<String, List<String>> missing = new TreeMap<>();
        for (BatchPluginFactory factory : BuiltInPlugins.factories()) {
            missing.put(factory.name(), missing(known(factory, Map.of()), given(PLUGINS, factory.name())));
        }
        BatchPluginFactory extender = new ExtenderPluginFactory();
        SortedSet<String> known = known(extender, Map.of());
        known.addAll(known(extender, Map.of("extender.dialect", "kube")));
        known.remove(WRITES_A_FILE);
        missing.put(extender.name(), missing(known, given(PLUGINS, extender.name())));
        missing.values().removeIf(List::isEmpty);

        assertThat(missing).as("arguments that no scenario gives").isEmpty();
    }

    private static SortedSet<String> known(BatchPluginFactory factory, Map<String, String> first) {
        Arguments arguments = new Arguments(first);
        factory.create(arguments, new PluginSetup(factory.name(), false)).close();
        return new TreeSet<>(arguments.known());
    }

    @Test
    void every_plugin_is_in_a_scenario() {
        Set<String> named = PLUGINS.stream()
                .map(plugin -> String.valueOf(plugin.get("name")))
                .collect(Collectors.toSet());

        assertThat(named)
                .containsAll(BuiltInPlugins.factories().stream()
                        .map(BatchPluginFactory::name)
                        .toList())
                .containsAll(BuiltInPlugins.leftOut().keySet());
    }

    @Test
    void every_argument_of_every_action_is_in_a_scenario() {
        SortedMap<String, List<String>> missing = new TreeMap<>();
        for (String action : Actions.NAMES) {
            Arguments arguments = Arguments.none();
            Actions.check(action, arguments);
            missing.put(action, missing(new TreeSet<>(arguments.known()), given(CONFIGURATIONS, action)));
        }
        missing.values().removeIf(List::isEmpty);

        assertThat(missing).as("arguments of actions that no scenario gives").isEmpty();
    }

    @Test
    void every_switch_is_on_in_one_scenario_and_off_in_another() {
        List<String> missing = new ArrayList<>();
        TreeSet<String> switches = new TreeSet<>(Set.of("enableHierarchy"));
        HookKind.all().forEach(kind -> kind.enableSwitch().ifPresent(switches::add));
        switches.remove(WITHOUT_A_PLUGIN);
        for (String name : switches) {
            for (boolean way : List.of(true, false)) {
                if (PLUGINS.stream().noneMatch(plugin -> Boolean.valueOf(way).equals(plugin.get(name)))) {
                    missing.add(name + ": " + way);
                }
            }
        }

        assertThat(missing).as("switches that no scenario turns that way").isEmpty();
    }

    @Test
    void every_field_of_nodes_queues_jobs_and_the_rest_is_in_a_scenario() throws IOException {
        Map<Shape.Field, Boolean> seen = new LinkedHashMap<>();
        Map<String, Shape> steps = new LinkedHashMap<>();
        BatchVerbs.all().forEach(verb -> steps.put(verb.name(), verb.shape()));
        BatchExpectations.all().forEach(check -> steps.put(check.name(), check.shape()));
        Shape.Fields all = new Shape.Fields(List.of(
                Shape.required("batch", BatchFields.ALL, ""),
                Shape.required(
                        "steps",
                        new Shape.ListOf(new Shape.Fields(steps.entrySet().stream()
                                .map(step -> Shape.optional(step.getKey(), step.getValue(), ""))
                                .toList())),
                        "")));
        for (Path file : files()) {
            for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(Files.readString(file))) {
                look(all, document, seen);
            }
        }

        assertThat(seen.entrySet().stream()
                        .filter(field -> !field.getValue())
                        .map(field ->
                                field.getKey().name() + " (" + field.getKey().help() + ")"))
                .as("fields that no scenario has")
                .isEmpty();
    }

    /** Notes which of the fields that could stand there do. */
    private static void look(Shape shape, Object value, Map<Shape.Field, Boolean> seen) {
        switch (shape) {
            case Shape.Fields fields -> {
                for (Shape.Field field : fields.fields()) {
                    Map<?, ?> map = value instanceof Map<?, ?> given ? given : Map.of();
                    seen.merge(field, map.containsKey(field.name()), Boolean::logicalOr);
                    Object inside = map.get(field.name());
                    if (inside != null) {
                        look(field.shape(), inside, seen);
                    }
                }
            }
            case Shape.MapOf map -> {
                if (value instanceof Map<?, ?> entries) {
                    entries.values().forEach(each -> look(map.value(), orNothing(each), seen));
                }
            }
            case Shape.ListOf list -> each(list.each(), value, seen);
            case Shape.OneOrMore list -> each(list.each(), value, seen);
            case Shape.AnyOf any -> any.shapes().forEach(one -> look(one, value, seen));
            default -> {}
        }
    }

    private static void each(Shape shape, Object value, Map<Shape.Field, Boolean> seen) {
        List<?> items = value instanceof List<?> list ? list : List.of(value);
        items.forEach(item -> look(shape, orNothing(item), seen));
    }

    private static Object orNothing(Object value) {
        return value == null ? "" : value;
    }
}
