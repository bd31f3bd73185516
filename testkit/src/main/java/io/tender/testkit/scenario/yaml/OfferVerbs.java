package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.Filters;
import io.tender.model.InverseOfferStatus;
import io.tender.testkit.scenario.step.Change;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.ExpectedInverseOffer;
import io.tender.testkit.scenario.step.OfferCommand;
import io.tender.testkit.scenario.step.OfferRef;
import io.tender.testkit.scenario.text.OfferNotation;
import io.tender.testkit.scenario.text.OperationNotation;
import io.tender.testkit.scenario.text.TimeNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What frameworks do with what they were offered. */
final class OfferVerbs {

    static final Shape REFERENCE = text("f1/role1 <- a1{cpus:2}");

    static final Field OPERATIONS = required(
            "operations", texts("RESERVE cpus(+role1):2"), "what is done, in this order: " + OperationNotation.HELP);

    private static final Field REFUSED_FOR = optional(
            "for", text("5s"), "how long it is not wanted again: 2s, 1d, 0, nan; five seconds if it is not said");

    private OfferVerbs() {}

    static List<Verb> all() {
        return List.of(
                Verb.one(
                        "decline",
                        REFERENCE,
                        "gives offered resources back, and does not want them for a while",
                        List.of(REFUSED_FOR),
                        arguments -> new OfferCommand.GiveBack(reference(arguments), Optional.of(filters(arguments)))),
                plain(
                        "return",
                        "gives offered resources back; they may be offered again at once",
                        what -> new OfferCommand.GiveBack(what, Optional.empty())),
                plain("use", "a task uses what was offered", OfferCommand.Use::new),
                plain("finish", "a task ends and gives back what it used", OfferCommand.Finish::new),
                Verb.one(
                        "update allocation",
                        REFERENCE,
                        "applies operations to what a framework holds",
                        List.of(OPERATIONS),
                        arguments -> new OfferCommand.Operate(
                                reference(arguments), changes(arguments.required("operations")))),
                Verb.one(
                        "answer inverse offer",
                        text("f1 <- a1"),
                        "a framework says whether an agent may go",
                        List.of(
                                optional(
                                        "status",
                                        new Shape.Choice(List.of("ACCEPT", "DECLINE", "UNKNOWN")),
                                        "what it says, if anything"),
                                optional("for", text("1d"), "how long it does not want to be asked again")),
                        OfferVerbs::answer));
    }

    private static Verb plain(String name, String help, Function<OfferRef, Command> command) {
        return Verb.one(name, REFERENCE, help, List.of(), arguments -> command.apply(reference(arguments)));
    }

    static OfferRef reference(Arguments arguments) {
        return arguments.value().read(OfferNotation::reference);
    }

    static Filters filters(Arguments arguments) {
        return arguments.field("for", TimeNotation::filters).orElseGet(Filters::unspecified);
    }

    static List<Change> changes(YamlValue value) {
        return value.itemsOrOne().stream()
                .map(item -> item.read(OperationNotation::known))
                .toList();
    }

    private static Command answer(Arguments arguments) {
        List<ExpectedInverseOffer> meant = arguments.value().read(OfferNotation::inverse);
        if (meant.size() != 1 || meant.getFirst().unavailability().isPresent()) {
            throw arguments
                    .value()
                    .expected(
                            "one framework and one agent: f1 <- a1",
                            "'" + arguments.value().text() + "'");
        }
        return new OfferCommand.AnswerInverseOffer(
                meant.getFirst().framework(),
                meant.getFirst().agent(),
                arguments
                        .field("status")
                        .map(value -> InverseOfferStatus.Answer.valueOf(
                                value.oneOf(Values.names(InverseOfferStatus.Answer.class), "answer"))),
                arguments.field("for", TimeNotation::filters));
    }
}
