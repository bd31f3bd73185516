package io.tender.testkit.scenario.yaml;

import io.tender.model.Role;
import io.tender.model.Suggestion;
import io.tender.spi.AllocatorOptions;
import io.tender.testkit.scenario.MasterSettings;
import io.tender.testkit.scenario.Scenario;
import io.tender.testkit.scenario.Setup;
import io.tender.testkit.scenario.Subject;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Reads scenarios: one per document, and one more for each further variant. */
final class ScenarioParser {

    private final List<Problem> problems = new ArrayList<>();
    private final String text;

    private ScenarioParser(String text) {
        this.text = text;
    }

    /**
     * All scenarios of a file.
     *
     * @throws ScenarioSyntaxException with everything that is wrong
     */
    static List<Scenario> parse(String fileName, String text) {
        ScenarioParser parser = new ScenarioParser(text);
        List<Scenario> scenarios = new ArrayList<>();
        try {
            for (YamlValue document : new YamlFile(fileName, text).documents()) {
                scenarios.addAll(parser.document(document));
            }
        } catch (ProblemException e) {
            parser.problems.add(e.problem());
        }
        parser.requireDistinctNames(scenarios);
        if (!parser.problems.isEmpty()) {
            throw new ScenarioSyntaxException(
                    parser.problems.stream().distinct().toList());
        }
        return scenarios;
    }

    private List<Scenario> document(YamlValue document) {
        List<Scenario> scenarios = new ArrayList<>();
        try {
            if (!hasItsKeys(document)) {
                return scenarios;
            }
            Optional<YamlValue> variants = document.get("variants");
            if (variants.isEmpty()) {
                scenarios.add(scenario(document, ""));
            } else {
                for (Variant variant : Variant.all(variants.get())) {
                    scenarios.add(scenario(document.with(variant.variables()), " [" + variant.name() + "]"));
                }
            }
        } catch (ProblemException e) {
            problems.add(e.problem());
        }
        return scenarios;
    }

    /** Tells of keys that are not known. Reading goes on unless one of them may stand for one that is missing. */
    private boolean hasItsKeys(YamlValue document) {
        int before = problems.size();
        List<String> known = ScenarioFields.ALL.stream().map(Field::name).toList();
        if (!document.isMap()) {
            throw document.expected("a scenario: 'scenario: NAME' and 'steps:' with a list", document.kind());
        }
        for (YamlValue.Entry entry : document.entries()) {
            if (!known.contains(entry.name())) {
                problems.add(entry.key()
                        .problem(
                                "a scenario has no '" + entry.name() + "'." + Suggestion.sentence(entry.name(), known),
                                "'" + entry.name() + "'",
                                "one of " + String.join(", ", known))
                        .problem());
            }
        }
        for (Field field : ScenarioFields.ALL) {
            if (field.required() && document.get(field.name()).isEmpty()) {
                if (problems.size() > before) {
                    return false;
                }
                throw document.problem(
                        "the scenario has no '" + field.name() + "'",
                        "no '" + field.name() + "'",
                        "'" + field.name() + ":', " + field.help());
            }
        }
        return true;
    }

    private Scenario scenario(YamlValue written, String suffix) {
        YamlValue document = written.withMore(BatchFields.addresses(written));
        String name = required(document, "scenario").text() + suffix;
        String kind = document.get("subject")
                .map(value -> value.oneOf(ScenarioFields.SUBJECTS, "subject"))
                .orElse(
                        document.get("services").isPresent()
                                ? "services"
                                : document.get("batch").isPresent() ? "batch" : "allocator");
        Subject subject = switch (kind) {
            case "drf sorter", "random sorter" -> sorter(document, kind.substring(0, kind.indexOf(' ')));
            case "role tree" -> new Subject.RoleTreeSubject();
            case "resources" -> new Subject.ResourcesSubject();
            case "constraints" -> new Subject.ConstraintsSubject();
            case "creation" -> new Subject.CreationSubject();
            case "services" -> new Subject.ServicesSubject(ServiceFields.read(document));
            case "batch" -> new Subject.BatchSubject(BatchFields.read(document));
            default -> new Subject.AllocatorSubject(readOr(Setup.defaults(), () -> setup(document)));
        };
        requireKeysOf(subject, document);
        boolean withMaster = subject instanceof Subject.AllocatorSubject
                && document.get("master").isPresent();
        StepParser steps = new StepParser(vocabulary(subject), withMaster, problems);
        int before = problems.size();
        List<Step> read = steps.steps(required(document, "steps"));
        if (problems.size() == before) {
            boolean metricsKnown = subject instanceof Subject.AllocatorSubject about
                    && about.setup().allocator().equals(Setup.HIERARCHICAL);
            problems.addAll(Strangers.in(read, text, metricsKnown));
        }
        Source opening = document.entries().stream()
                .filter(entry -> entry.name().equals("allocator"))
                .findFirst()
                .map(entry -> entry.key().sourceTo(entry.value()))
                .orElseGet(() -> new Source(document.place(), name));
        return new Scenario(name, document.place(), opening, subject, read);
    }

    /** Keys that mean something for other subjects only would be ignored; better to say so. */
    private static void requireKeysOf(Subject subject, YamlValue document) {
        List<String> useless = switch (subject) {
            case Subject.AllocatorSubject about -> List.of("exclude", "services", "batch");
            case Subject.SorterSubject about -> concat(ScenarioFields.OF_ALLOCATOR, "services", "batch");
            case Subject.ServicesSubject about -> concat(ScenarioFields.NOT_OF_SERVICES, "batch");
            case Subject.BatchSubject about -> concat(ScenarioFields.NOT_OF_SERVICES, "services");
            default -> concat(ScenarioFields.OF_ALLOCATOR_OR_SORTER, "services", "batch");
        };
        for (YamlValue.Entry entry : document.entries()) {
            if (useless.contains(entry.name())) {
                throw entry.key()
                        .problem(
                                "'" + entry.name() + "' means nothing for this subject",
                                "'" + entry.name() + "' in a scenario about "
                                        + document.get("subject")
                                                .map(YamlValue::text)
                                                .orElse(about(subject)),
                                subject instanceof Subject.AllocatorSubject
                                                && entry.name().equals("exclude")
                                        ? "the option 'fairnessExcludedNames'"
                                        : "another subject, or no '" + entry.name() + "'");
            }
        }
    }

    private static String about(Subject subject) {
        return switch (subject) {
            case Subject.ServicesSubject about -> "services";
            case Subject.BatchSubject about -> "batch";
            default -> "an allocator";
        };
    }

    private static List<String> concat(List<String> words, String... more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all;
    }

    private static Vocabulary vocabulary(Subject subject) {
        return switch (subject) {
            case Subject.AllocatorSubject about -> Vocabulary.ALLOCATOR;
            case Subject.SorterSubject about -> Vocabulary.SORTER;
            case Subject.RoleTreeSubject about -> Vocabulary.ROLE_TREE;
            case Subject.ResourcesSubject about -> Vocabulary.RESOURCES;
            case Subject.ConstraintsSubject about -> Vocabulary.CONSTRAINTS;
            case Subject.CreationSubject about -> Vocabulary.CREATION;
            case Subject.ServicesSubject about -> Vocabulary.SERVICES;
            case Subject.BatchSubject about -> Vocabulary.BATCH;
        };
    }

    /** A mistake in one part of a scenario is no reason not to tell those in the others. */
    private <T> T readOr(T otherwise, Supplier<T> part) {
        try {
            return part.get();
        } catch (ProblemException e) {
            problems.add(e.problem());
            return otherwise;
        }
    }

    private static YamlValue required(YamlValue document, String key) {
        return document.get(key).orElseThrow();
    }

    private static Subject sorter(YamlValue document, String kind) {
        return new Subject.SorterSubject(
                kind,
                new TreeSet<>(document.get("exclude").map(YamlValue::texts).orElse(List.of())),
                document.get("seed").map(YamlValue::seed).orElse(1L));
    }

    private Setup setup(YamlValue document) {
        Setup setup = Setup.defaults();
        Optional<YamlValue> options = document.get("options");
        if (options.isPresent()) {
            setup = setup.withOptions(options(options.get(), setup.options()));
        }
        Optional<YamlValue> sorters = document.get("sorters");
        if (sorters.isPresent()) {
            setup = setup.withSorters(sorterOf(sorters.get(), "role"), sorterOf(sorters.get(), "framework"));
        }
        TreeMap<String, String> parameters = new TreeMap<>();
        document.get("parameters")
                .ifPresent(map -> map.entries()
                        .forEach(entry ->
                                parameters.put(entry.name(), entry.value().text())));
        Optional<YamlValue> allocator = document.get("allocator");
        setup = setup.withAllocator(allocator.map(YamlValue::text).orElse(Setup.HIERARCHICAL), parameters);
        setup = setup.withSeed(document.get("seed").map(YamlValue::seed).orElse(setup.seed()));
        setup = setup.withInitialized(
                document.get("initialized").map(YamlValue::flag).orElse(true));
        setup = setup.withStrict(document.get("strict").map(YamlValue::flag).orElse(true));
        Optional<YamlValue> master = document.get("master");
        return master.isPresent() ? setup.withMaster(master(master.get())) : setup;
    }

    private AllocatorOptions options(YamlValue value, AllocatorOptions defaults) {
        AllocatorOptions options = defaults;
        for (YamlValue.Entry entry : value.entries()) {
            AllocatorOptions before = options;
            options = readOr(before, () -> OptionFields.read(entry, before));
        }
        return options;
    }

    private static String sorterOf(YamlValue sorters, String which) {
        List<String> kinds = List.of("drf", "random", "http");
        if (sorters.isText()) {
            return sorters.oneOf(kinds, "sorter");
        }
        sorters.entries().forEach(entry -> entry.key().oneOf(List.of("role", "framework"), "sorter"));
        return sorters.get(which).map(value -> value.oneOf(kinds, "sorter")).orElse("drf");
    }

    private static MasterSettings master(YamlValue value) {
        List<String> known =
                ScenarioFields.MASTER.fields().stream().map(Field::name).toList();
        value.entries().forEach(entry -> entry.key().oneOf(known, "setting of the master"));
        return new MasterSettings(
                value.get("roles").<Set<Role>>map(Values::roles),
                value.get("requireAgentDomain").map(YamlValue::flag).orElse(false),
                value.get("offerTimeout").map(timeout -> timeout.read(Durations::duration)));
    }

    private void requireDistinctNames(List<Scenario> scenarios) {
        Map<String, Scenario> seen = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            Scenario before = seen.putIfAbsent(scenario.name(), scenario);
            if (before != null) {
                problems.add(new Problem(
                        scenario.place(),
                        "two scenarios have the same name",
                        Optional.of("'" + scenario.name() + "', also in line "
                                + before.place().line()),
                        Optional.of("a name of its own for each, so that --filter can tell them apart"),
                        ""));
            }
        }
    }
}
