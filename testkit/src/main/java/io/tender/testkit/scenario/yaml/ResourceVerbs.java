package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.ResourceCommand;
import io.tender.testkit.scenario.step.ResourceExpectation;
import io.tender.testkit.scenario.text.OperationNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.Optional;

/** Calculations with resources, and what can be expected of their results. */
final class ResourceVerbs {

    private static final Field DEFAULT_ROLE =
            optional("default role", text("role1"), "the role of resources that name none");

    private static final Field MINUS = optional("minus", text("cpus:1"), "what to take away");

    private ResourceVerbs() {}

    static List<Verb> all() {
        return List.of(
                Verb.one(
                        "parse",
                        text("cpus:4;ports:[1-10]"),
                        "reads the text form",
                        List.of(DEFAULT_ROLE),
                        arguments -> new ResourceCommand.Parse(
                                arguments.value().text(), fieldText(arguments, "default role"))),
                Verb.one(
                        "json",
                        text("[{\"name\": \"cpus\", ...}]"),
                        "reads the JSON form, or the text form",
                        List.of(DEFAULT_ROLE),
                        arguments -> new ResourceCommand.ParseJson(
                                arguments.value().text(), fieldText(arguments, "default role"))),
                Verb.one(
                        "add",
                        texts("cpus:1"),
                        "adds all of these",
                        List.of(),
                        arguments -> new ResourceCommand.Add(arguments.value().texts())),
                Verb.one(
                        "subtract",
                        text("cpus:1"),
                        "takes this away",
                        List.of(required("from", text("cpus:2"), "from that")),
                        arguments -> new ResourceCommand.Subtract(
                                arguments.value().text(),
                                arguments.required("from").text())),
                Verb.one(
                        "shrink",
                        text("cpus:4;mem:100"),
                        "cuts resources down",
                        List.of(
                                optional("to quantities", text("cpus:3"), "names that are absent vanish"),
                                optional("to limits", text("cpus:3"), "names that are absent stay")),
                        ResourceVerbs::shrink),
                Verb.one(
                        "reserve",
                        text("cpus:1"),
                        "pushes reservations",
                        List.of(required("as", texts("+r"), "outermost first; a + makes one dynamic")),
                        arguments -> new ResourceCommand.Reserve(
                                arguments.value().text(),
                                arguments.required("as").texts())),
                Verb.one(
                        "apply",
                        texts("UNRESERVE cpus(+r):1"),
                        "applies operations: " + OperationNotation.HELP,
                        List.of(required("to", text("cpus(+r):1"), "to these resources")),
                        arguments -> new ResourceCommand.Apply(
                                arguments.value().texts(),
                                arguments.required("to").text())),
                Verb.one(
                        "quantities",
                        text("cpus:3;mem:5"),
                        "quantities: what is absent is zero",
                        List.of(MINUS),
                        arguments -> new ResourceCommand.Quantities(
                                arguments.value().text(), fieldText(arguments, "minus"))),
                Verb.one(
                        "limits",
                        text("cpus:3"),
                        "limits: what is absent is unlimited",
                        List.of(MINUS),
                        arguments ->
                                new ResourceCommand.Limits(arguments.value().text(), fieldText(arguments, "minus"))));
    }

    private static Optional<String> fieldText(Arguments arguments, String name) {
        return arguments.field(name).map(YamlValue::text);
    }

    private static Command shrink(Arguments arguments) {
        String what = arguments.value().text();
        Optional<String> quantities = fieldText(arguments, "to quantities");
        Optional<String> limits = fieldText(arguments, "to limits");
        if (quantities.isPresent() == limits.isPresent()) {
            throw arguments.value().expected("either 'to quantities' or 'to limits' beside 'shrink'", "'" + what + "'");
        }
        return quantities
                .<Command>map(target -> new ResourceCommand.ShrinkToQuantities(what, target))
                .orElseGet(() -> new ResourceCommand.ShrinkToLimits(what, limits.orElseThrow()));
    }

    static List<CheckVerb> checks() {
        return List.of(
                new CheckVerb(
                        "gives",
                        text("cpus:1"),
                        "the result is this; 'nothing'",
                        value -> new ResourceExpectation.Gives(value.text())),
                new CheckVerb(
                        "prints",
                        text("cpus:1"),
                        "the result's text is exactly this",
                        value -> new ResourceExpectation.Prints(value.text())),
                new CheckVerb(
                        "objects",
                        new Shape.Count(),
                        "the result has so many objects",
                        value -> new ResourceExpectation.Objects(value.count())),
                new CheckVerb(
                        "contains",
                        texts("cpus:1"),
                        "the result contains each of these",
                        value -> new ResourceExpectation.Contains(value.texts())),
                new CheckVerb(
                        "lacks",
                        texts("cpus:2"),
                        "the result contains none of these",
                        value -> new ResourceExpectation.Lacks(value.texts())),
                new CheckVerb(
                        "scalar quantities",
                        text("cpus:2"),
                        "the result's quantities",
                        value -> new ResourceExpectation.QuantitiesAre(value.text())),
                new CheckVerb(
                        "allocatable",
                        new Shape.MapOf("role", text("cpus:1")),
                        "the part of the result that each role may have",
                        value -> new ResourceExpectation.Allocatable(Values.map(value, key -> key, YamlValue::text))),
                new CheckVerb(
                        "error",
                        text("expected a number"),
                        "it fails with a message that contains this",
                        value -> new ResourceExpectation.Fails(value.text())));
    }
}
