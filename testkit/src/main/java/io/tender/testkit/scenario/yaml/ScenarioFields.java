package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.stream.Stream;

/** The keys of a scenario itself. */
final class ScenarioFields {

    static final List<String> SUBJECTS =
            List.of("allocator", "drf sorter", "random sorter", "role tree", "resources", "constraints", "creation");

    private static final Shape SORTER = new Shape.Choice(List.of("drf", "random", "http"));

    static final Shape.Fields SORTERS = new Shape.Fields(List.of(
            optional("role", SORTER, "the sorter of roles"),
            optional("framework", SORTER, "the sorter of frameworks")));

    static final Shape.Fields MASTER = new Shape.Fields(List.of(
            optional("roles", texts("role1"), "the roles frameworks may subscribe to"),
            optional("requireAgentDomain", new Shape.Flag(), "whether agents must say where they stand"),
            optional("offerTimeout", text("10s"), "how long an offer waits for its answer")));

    static final List<Field> ALL = List.of(
            required("scenario", text("the neediest role gets the next agent"), "its name: a sentence"),
            optional("about", text("what it shows"), "for the reader"),
            optional("subject", new Shape.Choice(SUBJECTS), "what it is about; an allocator unless said otherwise"),
            optional("options", new Shape.Fields(OptionFields.ALL), "how the allocator behaves"),
            optional(
                    "sorters",
                    Shape.anyOf(text("drf"), SORTERS),
                    "drf, random or http, for roles and frameworks; drf unless said otherwise. http asks a service inside the"
                            + " scenario, see 'sorter service'; its settings are 'parameters'"),
            optional("allocator", text("hierarchical"), "the allocator's name; hierarchical unless said otherwise"),
            optional("parameters", new Shape.MapOf("parameter", text("value")), "settings of the allocator's module"),
            optional("seed", new Shape.Count(), "where all chance comes from; 1 unless said otherwise"),
            optional("initialized", new Shape.Flag(), "false: the scenario begins before the allocator is initialized"),
            optional("master", MASTER, "a master stands between; {} for one with its defaults"),
            optional(
                    "services",
                    new Shape.MapOf("setting", text("5secs")),
                    "it is about a service scheduler with these settings; {} for one with its defaults"),
            optional("batch", BatchFields.ALL, "it is about a batch scheduler; {} for one with its defaults"),
            optional("strict", new Shape.Flag(), "false: what comes and nobody expects is no failure"),
            optional("exclude", texts("gpus"), "about a sorter: names that do not count in shares"),
            optional(
                    "variants",
                    new Shape.OneOrMore(new Shape.MapOf("variant", new Shape.MapOf("variable", text("value")))),
                    "runs the scenario once for each, or for each of one list with each of the next;"
                            + " $(variable) stands for the value"),
            required("steps", new Shape.Steps(), "what happens, and what is expected"));

    /** Keys that mean something for an allocator only. */
    static final List<String> OF_ALLOCATOR =
            List.of("options", "sorters", "allocator", "parameters", "initialized", "master", "strict");

    static final List<String> OF_ALLOCATOR_OR_SORTER =
            Stream.concat(OF_ALLOCATOR.stream(), Stream.of("seed", "exclude")).toList();

    /** Keys that mean something for an allocator and not for services. */
    static final List<String> NOT_OF_SERVICES =
            List.of("options", "sorters", "allocator", "parameters", "initialized", "master", "exclude");

    private ScenarioFields() {}
}
