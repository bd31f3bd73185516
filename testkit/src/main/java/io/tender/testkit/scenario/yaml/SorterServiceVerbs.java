package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.SorterServiceCommand;
import java.util.List;

/** What the service of the sorter {@code http} does. */
final class SorterServiceVerbs {
    private static final Shape.Fields CONDUCT = new Shape.Fields(List.of(
            optional("first", texts("role1"), "names these first, and the others as it was asked; [] for as asked"),
            optional("body", text("{\"roles\":[\"role1\"]}"), "says exactly this"),
            optional("status", new Shape.Count(), "with 'body': the status; 200 unless said otherwise")));

    private SorterServiceVerbs() {}

    static List<Verb> all() {
        return List.of(Verb.one(
                "sorter service",
                Shape.anyOf(new Shape.Choice(List.of("down", "back")), CONDUCT),
                "what the service of the sorter http does from now on; its answer counts from the next run on",
                List.of(),
                arguments -> command(arguments.value())));
    }

    private static Command command(YamlValue value) {
        if (value.isText()) {
            return value.oneOf(List.of("down", "back"), "state of a service").equals("down")
                    ? new SorterServiceCommand.Down()
                    : new SorterServiceCommand.Back();
        }
        BatchObjects.requireKnown(value, CONDUCT, "part of what a service does");
        boolean orders = value.get("first").isPresent();
        if (orders == value.get("body").isPresent()
                || (orders && value.get("status").isPresent())) {
            throw value.problem(
                    "it is unclear what the service says",
                    orders ? "'first' with something beside it" : "neither 'first' nor 'body'",
                    "'first' alone, or 'body' with or without 'status'");
        }
        return orders
                ? new SorterServiceCommand.First(
                        value.get("first").orElseThrow().texts())
                : new SorterServiceCommand.Say(
                        value.get("status").map(YamlValue::count).orElse(200),
                        value.get("body").orElseThrow().text());
    }
}
