package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.model.Attribute;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.ConstraintCommand;
import io.tender.testkit.scenario.step.ConstraintExpectation;
import io.tender.testkit.scenario.text.IdNotation;
import java.util.List;
import java.util.SortedMap;

/** Offer constraints by themselves. */
final class ConstraintVerbs {

    private static final Shape AGENTS = new Shape.MapOf("role", new Shape.OneOrMore(text("rack:abc;ssd:1")));

    private ConstraintVerbs() {}

    static List<Verb> all() {
        return List.of(Verb.one(
                "constraints",
                Values.CONSTRAINTS,
                "defines constraints, per role",
                List.of(),
                arguments -> new ConstraintCommand.Define(Values.constraintTexts(arguments.value()))));
    }

    static List<CheckVerb> checks() {
        return List.of(
                new CheckVerb(
                        "eligible",
                        AGENTS,
                        "agents with these attributes will do; 'none' has no attributes",
                        value -> new ConstraintExpectation.Eligible(agents(value))),
                new CheckVerb(
                        "ineligible",
                        AGENTS,
                        "agents with these attributes will not do",
                        value -> new ConstraintExpectation.Ineligible(agents(value))),
                new CheckVerb(
                        "error",
                        text("no groups"),
                        "they are refused with a message that contains this",
                        value -> new ConstraintExpectation.Fails(value.text())));
    }

    private static SortedMap<Role, List<List<Attribute>>> agents(YamlValue value) {
        return Values.map(
                value,
                IdNotation::role,
                list -> list.itemsOrOne().stream()
                        .map(item -> item.is("none") ? List.<Attribute>of() : item.read(Attribute::parseAll))
                        .toList());
    }
}
