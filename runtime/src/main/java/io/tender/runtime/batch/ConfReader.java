package io.tender.runtime.batch;

import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.Actions;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.plugin.BuiltInPlugins;
import io.tender.model.Suggestion;
import io.tender.runtime.yaml.YamlPart;
import io.tender.runtime.yaml.YamlProblem;
import io.tender.runtime.yaml.YamlText;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.BatchPluginFactory;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.PluginSetup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns a text into settings, or into all that is wrong with it. */
final class ConfReader {
    private static final String HIERARCHY = "enableHierarchy";

    /** Switches of questions that nothing here asks; they are understood and have no effect. */
    private static final Set<String> IDLE_SWITCHES =
            Set.of("enabledClusterOrder", "enableTargetJob", "enableReservedNodes");

    private static final Set<String> SECTIONS = Set.of("actions", "tiers", "configurations", "extenders", "metrics");

    private final YamlText text;
    private final BatchPlugins plugins;
    private final Set<String> names = new HashSet<>();
    private final List<String> notices = new ArrayList<>();
    private final List<BatchPlugin> made = new ArrayList<>();
    /** Where each plugin is named. */
    private final Map<String, YamlPart> places = new HashMap<>();

    ConfReader(YamlText text, BatchPlugins plugins) {
        this.text = text;
        this.plugins = plugins;
    }

    SchedulerConf read() {
        Optional<YamlPart> root = text.root();
        if (root.isEmpty() && text.problems().isEmpty()) {
            text.problem("The settings are empty.", "nothing", "actions and tiers");
        }
        Map<String, YamlPart.Entry> sections =
                root.map(part -> part.entries("The settings")).orElse(Map.of());
        sections.forEach((name, entry) -> known(name, entry.key(), SECTIONS, "section"));
        Map<String, Arguments> ofActions = configurations(sections.get("configurations"));
        List<ActionChoice> actions = actions(sections.get("actions"), ofActions, root.isPresent());
        List<List<SeatedPlugin>> tiers = tiers(sections.get("tiers"), root.isPresent());
        Optional<KubeConfiguration> kube = Optional.ofNullable(sections.get("extenders"))
                .map(entry -> KubeConfiguration.read(entry.value(), text, notices));
        kube.ifPresent(configuration -> seatExtenders(configuration, tiers));
        if (sections.containsKey("metrics")) {
            notices.add("metrics: the load of nodes comes with the nodes themselves; no other source is asked");
        }
        if (problems(kube).isEmpty()) {
            introduce(tiers);
        }
        List<YamlProblem> problems = problems(kube);
        if (!problems.isEmpty()) {
            made.forEach(BatchPlugin::close);
            problems.sort(Comparator.comparing(
                            (YamlProblem problem) -> !problem.file().equals(text.name()))
                    .thenComparingInt(YamlProblem::line)
                    .thenComparingInt(YamlProblem::column));
            throw new ConfException(problems);
        }
        return new SchedulerConf(actions, tiers, notices);
    }

    /** All that was found so far, in the settings and in a file they name. */
    private List<YamlProblem> problems(Optional<KubeConfiguration> kube) {
        List<YamlProblem> problems = new ArrayList<>(text.problems());
        kube.filter(KubeConfiguration::isFile)
                .ifPresent(file -> problems.addAll(file.text().problems()));
        return problems;
    }

    /** Plugins may name each other: whether those they name are there is known when all are. */
    private void introduce(List<List<SeatedPlugin>> tiers) {
        SortedMap<String, BatchPlugin> named = new TreeMap<>();
        tiers.forEach(tier -> tier.forEach(plugin -> named.put(plugin.name(), plugin.plugin())));
        named.forEach((name, plugin) -> plugin.meet(Collections.unmodifiableSortedMap(named))
                .ifPresent(problem -> Objects.requireNonNull(places.get(name), name)
                        .problem(
                                "Plugin '" + name + "' does not go with the others.",
                                problem,
                                "plugins that go together")));
    }

    private static void known(String name, YamlPart key, Collection<String> words, String what) {
        if (!words.contains(name)) {
            SortedSet<String> sorted = new TreeSet<>(words);
            key.problem(
                    "'" + name + "' is no " + what + "." + Suggestion.sentence(name, sorted),
                    "'" + name + "'",
                    "one of " + String.join(", ", sorted));
        }
    }

    private List<ActionChoice> actions(YamlPart.@Nullable Entry entry, Map<String, Arguments> arguments, boolean told) {
        List<ActionChoice> actions = new ArrayList<>();
        if (entry == null) {
            if (told) {
                text.problem(
                        "No actions are given.", "nothing", "actions: \"enqueue, allocate, backfill\" or the like");
            }
            return actions;
        }
        String written = entry.value().text("actions").orElse("");
        for (String word : written.split(",", -1)) {
            String name = word.trim();
            if (name.isEmpty()) {
                continue;
            }
            known(name, entry.value(), Actions.NAMES, "action");
            boolean twice = actions.stream().anyMatch(action -> action.name().equals(name));
            if (twice) {
                entry.value().problem("Action '" + name + "' is named twice.", "'" + written + "'", "each action once");
            } else if (Actions.NAMES.contains(name)) {
                actions.add(new ActionChoice(name, arguments.getOrDefault(name, Arguments.none())));
            }
        }
        return actions;
    }

    private Map<String, Arguments> configurations(YamlPart.@Nullable Entry entry) {
        Map<String, Arguments> found = new TreeMap<>();
        if (entry == null) {
            return found;
        }
        for (YamlPart item : entry.value().items("configurations")) {
            Map<String, YamlPart.Entry> fields = item.entries("A configuration");
            fields.forEach(
                    (name, field) -> known(name, field.key(), Set.of("name", "arguments"), "key of a configuration"));
            YamlPart.Entry named = fields.get("name");
            if (named == null) {
                item.problem("A configuration has no name.", "no 'name'", "the name of an action");
                continue;
            }
            String action = named.value().text("name").orElse("");
            known(action, named.value(), Actions.NAMES, "action");
            Arguments arguments = arguments(fields.get("arguments"));
            if (found.putIfAbsent(action, arguments) != null) {
                named.value()
                        .problem("Action '" + action + "' is configured twice.", "a second one", "one configuration");
            } else if (Actions.NAMES.contains(action)) {
                Actions.check(action, arguments);
                complain(arguments, fields.get("arguments"), named.value(), "action '" + action + "'");
            }
        }
        return found;
    }

    private static Arguments arguments(YamlPart.@Nullable Entry entry) {
        Map<String, Object> values = new TreeMap<>();
        if (entry != null) {
            entry.value().entries("arguments").forEach((name, argument) -> {
                Object value = argument.value().value();
                if (value != null) {
                    values.put(name, value);
                }
            });
        }
        return new Arguments(values);
    }

    private void complain(Arguments arguments, YamlPart.@Nullable Entry entry, YamlPart place, String whose) {
        complain(arguments, entry == null ? Map.of() : entry.value().entries("arguments"), place, whose);
    }

    /** @param place where it is told what is missing */
    private void complain(Arguments arguments, Map<String, YamlPart.Entry> written, YamlPart place, String whose) {
        arguments.notices().forEach(notice -> notices.add(whose + ": " + notice));
        for (Arguments.Problem problem : arguments.problems()) {
            Optional<YamlPart.Entry> at = find(written, problem.name());
            String what = "Argument '" + problem.name() + "' of " + whose + " cannot be this.";
            at.map(YamlPart.Entry::value).orElse(place).problem(what, problem.got(), problem.expected());
        }
        for (String name : arguments.unread()) {
            find(written, name)
                    .ifPresent(entry -> entry.key()
                            .problem(
                                    "'" + name + "' is no argument of " + whose + "."
                                            + Suggestion.sentence(name, arguments.known()),
                                    "'" + name + "'",
                                    arguments.known().isEmpty()
                                            ? "no arguments"
                                            : "one of " + String.join(", ", arguments.known())));
        }
    }

    /** Where an argument is written: by its name, or nested in one by whose name it begins, as far down as there is anything. */
    private static Optional<YamlPart.Entry> find(Map<String, YamlPart.Entry> written, String name) {
        YamlPart.Entry exact = written.get(name);
        if (exact != null) {
            return Optional.of(exact);
        }
        return written.entrySet().stream()
                .filter(entry -> name.startsWith(entry.getKey() + "."))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(above -> {
                    YamlPart value = above.getValue().value();
                    Map<String, YamlPart.Entry> nested = value.isMap() ? value.entries("arguments") : Map.of();
                    return find(nested, name.substring(above.getKey().length() + 1))
                            .orElse(above.getValue());
                });
    }

    private List<List<SeatedPlugin>> tiers(YamlPart.@Nullable Entry entry, boolean told) {
        List<List<SeatedPlugin>> tiers = new ArrayList<>();
        if (entry == null) {
            if (told) {
                text.problem("No tiers are given.", "nothing", "tiers with plugins");
            }
            return tiers;
        }
        for (YamlPart item : entry.value().items("tiers")) {
            List<SeatedPlugin> tier = new ArrayList<>();
            Map<String, YamlPart.Entry> fields = item.entries("A tier");
            fields.forEach((name, field) -> known(name, field.key(), Set.of("plugins"), "key of a tier"));
            YamlPart.Entry list = fields.get("plugins");
            Set<String> hierarchical = new HashSet<>();
            Set<String> kinds = new HashSet<>();
            for (YamlPart part :
                    list == null ? List.<YamlPart>of() : list.value().items("plugins")) {
                plugin(part, kinds, hierarchical).ifPresent(tier::add);
            }
            // By what they are: 'as' gives them any name.
            boolean both = hierarchical.contains("drf") && kinds.contains("proportion");
            if (both) {
                item.problem(
                        "Hierarchical drf and proportion cannot share a tier: both would divide the cluster between queues.",
                        "drf with enableHierarchy, and proportion",
                        "one of them, or two tiers");
            }
            tiers.add(tier);
        }
        return tiers;
    }

    private Optional<SeatedPlugin> plugin(YamlPart part, Set<String> kinds, Set<String> hierarchical) {
        Map<String, YamlPart.Entry> fields = part.entries("A plugin");
        YamlPart.Entry named = fields.get("name");
        if (named == null) {
            part.problem("A plugin has no name.", "no 'name'", "one of " + String.join(", ", plugins.names()));
            return Optional.empty();
        }
        String kind = named.value().text("name").orElse("");
        kinds.add(kind);
        String name = kind;
        YamlPart at = named.value();
        Set<String> off = new HashSet<>();
        boolean hierarchy = false;
        for (Map.Entry<String, YamlPart.Entry> field : fields.entrySet()) {
            YamlPart.Entry entry = field.getValue();
            switch (field.getKey()) {
                case "name", "arguments" -> {}
                case "as" -> {
                    name = entry.value().text("as").orElse(kind);
                    at = entry.value();
                }
                case HIERARCHY -> hierarchy = entry.value().truth(HIERARCHY).orElse(false);
                default -> {
                    known(field.getKey(), entry.key(), switches(), "switch of a plugin");
                    if (switches().contains(field.getKey())
                            && !entry.value().truth(field.getKey()).orElse(true)) {
                        off.add(field.getKey());
                    }
                }
            }
        }
        if (!names.add(name)) {
            at.problem(
                    "Two plugins are called '" + name + "'.",
                    "a second one",
                    "a name for each: write 'as: another-name' beside 'name: " + kind + "'");
        }
        if (hierarchy) {
            hierarchical.add(kind);
        }
        places.put(name, at);
        return make(kind, named.value(), fields.get("arguments"), new PluginSetup(name, hierarchy))
                .map(plugin -> new SeatedPlugin(plugin.name(), plugin.plugin(), off));
    }

    /** They sit in the first tier, heard beside those who choose victims, and not only when those have no opinion. */
    private void seatExtenders(KubeConfiguration configuration, List<List<SeatedPlugin>> tiers) {
        List<SeatedPlugin> seats = new ArrayList<>();
        configuration.extenders().forEach(extender -> seat(extender).ifPresent(seats::add));
        if (tiers.isEmpty()) {
            tiers.add(seats);
        } else {
            tiers.getFirst().addAll(seats);
        }
    }

    private Optional<SeatedPlugin> seat(KubeExtenders.Extender extender) {
        Optional<BatchPluginFactory> factory = plugins.find("extender");
        if (factory.isEmpty()) {
            known("extender", extender.at(), plugins.names(), "plugin");
            return Optional.empty();
        }
        String name = extender.name();
        for (int i = 2; !names.add(name); i++) {
            name = extender.name() + "#" + i;
        }
        BatchPlugin plugin = factory.get().create(extender.arguments(), new PluginSetup(name, false));
        made.add(plugin);
        places.put(name, extender.at());
        complain(extender.arguments(), extender.written(), extender.at(), "extender '" + name + "'");
        return Optional.of(new SeatedPlugin(name, plugin, Set.of()));
    }

    private static Set<String> switches() {
        Set<String> switches = new HashSet<>(IDLE_SWITCHES);
        HookKind.all().forEach(kind -> kind.enableSwitch().ifPresent(switches::add));
        return switches;
    }

    private Optional<SeatedPlugin> make(String kind, YamlPart at, YamlPart.@Nullable Entry written, PluginSetup setup) {
        String leftOut = BuiltInPlugins.leftOut().get(kind);
        if (leftOut != null) {
            at.problem(
                    "Plugin '" + kind + "' is not part of this program: " + leftOut + ".",
                    "'" + kind + "'",
                    "it left out");
            return Optional.empty();
        }
        Optional<BatchPluginFactory> factory = plugins.find(kind);
        if (factory.isEmpty()) {
            known(kind, at, plugins.names(), "plugin");
            return Optional.empty();
        }
        Arguments arguments = arguments(written);
        try {
            BatchPlugin plugin = factory.get().create(arguments, setup);
            made.add(plugin);
            complain(arguments, written, places.getOrDefault(setup.name(), at), "plugin '" + setup.name() + "'");
            return Optional.of(new SeatedPlugin(setup.name(), plugin, Set.of()));
        } catch (RuntimeException thrown) {
            at.problem("Plugin '" + setup.name() + "' cannot be made.", String.valueOf(thrown.getMessage()), "");
            return Optional.empty();
        }
    }
}
