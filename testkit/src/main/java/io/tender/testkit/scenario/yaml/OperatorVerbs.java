package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.OperatorCommand;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.OperationNotation;
import io.tender.testkit.scenario.text.TimeNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What operators do. */
final class OperatorVerbs {

    private static final Field FORCE =
            optional("force", new Shape.Flag(), "with a master: accept what it would refuse for lack of resources");

    private OperatorVerbs() {}

    static List<Verb> all() {
        return List.of(
                Verb.one(
                        "quota",
                        Values.QUOTAS,
                        "sets quotas: a text is guarantee and limit; 'none' removes",
                        List.of(
                                FORCE,
                                optional(
                                        "forbidden", texts("role1"), "with a master: roles the caller may not change")),
                        arguments -> new OperatorCommand.UpdateQuota(
                                Values.quotas(arguments.value()),
                                arguments.field("force").map(YamlValue::flag).orElse(false),
                                arguments
                                        .field("forbidden")
                                        .<Set<Role>>map(Values::roles)
                                        .orElseGet(TreeSet::new))),
                Verb.one(
                        "first quota",
                        Values.QUOTAS,
                        "with a master: the older call, which sets the quota of one role once",
                        List.of(FORCE),
                        OperatorVerbs::firstQuota),
                Verb.one(
                        "weights",
                        new Shape.MapOf("role", text("2.0")),
                        "sets weights",
                        List.of(),
                        arguments -> new OperatorCommand.UpdateWeights(Values.weights(arguments.value()))),
                Verb.one(
                        "whitelist",
                        texts("host1"),
                        "restricts offers to these hosts; 'all' lifts it, [] stops offers",
                        List.of(),
                        arguments -> new OperatorCommand.UpdateWhitelist(hosts(arguments.value()))),
                Verb.one(
                        "update available",
                        text("a1"),
                        "applies operations to what is free on an agent",
                        List.of(OfferVerbs.OPERATIONS),
                        arguments -> new OperatorCommand.UpdateAvailable(
                                arguments.value().read(IdNotation::agent),
                                arguments.required("operations").itemsOrOne().stream()
                                        .map(item -> item.read(OperationNotation::operation))
                                        .toList())),
                Verb.one(
                        "maintenance",
                        text("a1 at 60s for 120s"),
                        "schedules maintenance",
                        List.of(),
                        OperatorVerbs::maintenance),
                Verb.one(
                        "cancel maintenance",
                        text("a1"),
                        "there will be no maintenance",
                        List.of(),
                        arguments -> new OperatorCommand.UpdateMaintenance(
                                arguments.value().read(IdNotation::agent), Optional.empty())),
                Verb.one(
                        "recover",
                        new Shape.Count(),
                        "a new allocator is told how many agents to wait for, and the quotas",
                        List.of(optional("quotas", Values.QUOTAS, "the quotas that were in force")),
                        arguments -> new OperatorCommand.Recover(
                                arguments.value().count(),
                                arguments.field("quotas").map(Values::quotas).orElseGet(TreeMap::new))),
                Verb.alone("pause", "no runs until 'resume'", new OperatorCommand.Pause()),
                Verb.alone("resume", "ends 'pause'", new OperatorCommand.Resume()),
                Verb.alone("initialize", "in a scenario with 'initialized: false'", new OperatorCommand.Initialize()));
    }

    private static Command firstQuota(Arguments arguments) {
        SortedMap<Role, Quota> quotas = Values.quotas(arguments.value());
        if (quotas.size() != 1) {
            throw arguments.value().expected("exactly one role", quotas.size() + " roles");
        }
        return new OperatorCommand.FirstQuota(
                quotas.firstKey(),
                quotas.firstEntry().getValue(),
                arguments.field("force").map(YamlValue::flag).orElse(false));
    }

    static Optional<Set<String>> hosts(YamlValue value) {
        return value.is("all") ? Optional.empty() : Optional.of(new TreeSet<>(value.texts()));
    }

    private static Command maintenance(Arguments arguments) {
        TimeNotation.Maintenance maintenance = arguments.value().read(TimeNotation::maintenance);
        return new OperatorCommand.UpdateMaintenance(maintenance.agent(), Optional.of(maintenance.unavailability()));
    }
}
