package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.MasterCommand;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import java.util.List;

/** What only makes sense with a master, or is easier to say with one. */
final class MasterVerbs {

    private MasterVerbs() {}

    static List<Verb> all() {
        return List.of(
                Verb.one(
                        "accept",
                        OfferVerbs.REFERENCE,
                        "a framework accepts offers: operations, then tasks; the rest is declined",
                        List.of(
                                optional("launch", texts("cpus:1;mem:256"), "what each task uses"),
                                optional("operations", texts("RESERVE cpus(+role1):2"), "what is done before"),
                                optional("for", text("5s"), "how long the rest is not wanted again")),
                        MasterVerbs::accept),
                Verb.one(
                        "fail over",
                        text("f1"),
                        "a framework's scheduler, or the 'master', is replaced",
                        List.of(),
                        MasterVerbs::failOver),
                Verb.one(
                        "re-register framework",
                        text("f1"),
                        "it comes back to a new master",
                        List.of(),
                        arguments -> new MasterCommand.ReregisterFramework(
                                arguments.value().read(IdNotation::frameworkId))),
                Verb.one(
                        "re-register agent",
                        text("a1"),
                        "it comes back to a new master with its tasks",
                        List.of(),
                        arguments -> new MasterCommand.ReregisterAgent(
                                arguments.value().read(IdNotation::agent))),
                Verb.one(
                        "whitelist file",
                        texts("host1"),
                        "the file of hosts that may be offered gets these lines",
                        List.of(),
                        arguments -> new MasterCommand.WriteHostFile(
                                arguments.value().texts())));
    }

    private static Command accept(Arguments arguments) {
        return new MasterCommand.Accept(
                OfferVerbs.reference(arguments),
                arguments.field("operations").map(OfferVerbs::changes).orElse(List.of()),
                arguments
                        .field("launch")
                        .map(value -> value.itemsOrOne().stream()
                                .map(item -> item.read(ResourceNotation::resources))
                                .toList())
                        .orElse(List.of()),
                OfferVerbs.filters(arguments));
    }

    private static Command failOver(Arguments arguments) {
        return arguments.value().is("master")
                ? new MasterCommand.FailOverMaster()
                : new MasterCommand.FailOverFramework(arguments.value().read(IdNotation::frameworkId));
    }
}
