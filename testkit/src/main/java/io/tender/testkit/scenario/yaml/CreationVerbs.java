package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.testkit.scenario.engine.SampleModules;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.CreationCommand;
import io.tender.testkit.scenario.step.CreationExpectation;
import java.util.List;

/** Getting allocators by name. */
final class CreationVerbs {

    private CreationVerbs() {}

    static List<Verb> all() {
        return List.of(Verb.one(
                "create",
                text("hierarchical"),
                "asks for an allocator by its name",
                List.of(
                        optional(
                                "sorters",
                                Shape.texts("drf"),
                                "the sorter of roles and that of frameworks, or one for both"),
                        optional(
                                "modules",
                                new Shape.OneOrMore(new Shape.Choice(SampleModules.NAMES)),
                                "sample modules that are registered meanwhile")),
                CreationVerbs::create));
    }

    private static Command create(Arguments arguments) {
        List<String> sorters = arguments.field("sorters").map(YamlValue::texts).orElse(List.of("drf"));
        if (sorters.isEmpty() || sorters.size() > 2) {
            throw arguments.required("sorters").expected("one or two sorters", sorters.size() + " sorters");
        }
        List<String> modules = arguments
                .field("modules")
                .map(value -> value.itemsOrOne().stream()
                        .map(item -> item.oneOf(SampleModules.NAMES, "sample module"))
                        .toList())
                .orElse(List.of());
        return new CreationCommand.Create(arguments.value().text(), sorters.getFirst(), sorters.getLast(), modules);
    }

    static List<CheckVerb> checks() {
        return List.of(new CheckVerb(
                "error",
                text("unknown"),
                "there is none, with a message that contains this",
                value -> new CreationExpectation.Fails(value.text())));
    }
}
