package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.FrameworkId;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.RoleTreeCommand;
import io.tender.testkit.scenario.step.RoleTreeExpectation;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** What happens to the tree of roles by itself, and what can be expected of it. */
final class RoleTreeVerbs {

    private RoleTreeVerbs() {}

    static List<Verb> all() {
        return List.of(
                Verb.of(
                        "weight",
                        new Shape.MapOf("role", text("2")),
                        "sets weights",
                        List.of(),
                        arguments -> arguments.value().entries().stream()
                                .<Command>map(entry -> new RoleTreeCommand.Weight(
                                        entry.key().read(IdNotation::role),
                                        entry.value().read(ConditionNotation::number)))
                                .toList()),
                Verb.of(
                        "quota",
                        Values.QUOTAS,
                        "sets quotas; 'none' removes",
                        List.of(),
                        arguments -> Values.quotas(arguments.value()).entrySet().stream()
                                .<Command>map(entry -> new RoleTreeCommand.SetQuota(entry.getKey(), entry.getValue()))
                                .toList()),
                Verb.one(
                        "track",
                        text("cpus(a/b):1"),
                        "an agent with these reservations comes",
                        List.of(),
                        arguments -> new RoleTreeCommand.Track(arguments.value().read(ResourceNotation::resources))),
                Verb.one(
                        "untrack",
                        text("cpus(a/b):1"),
                        "an agent with these reservations goes",
                        List.of(),
                        arguments ->
                                new RoleTreeCommand.Untrack(arguments.value().read(ResourceNotation::resources))),
                framework("track framework", "a framework comes into roles", RoleTreeCommand.TrackFramework::new),
                framework("untrack framework", "a framework leaves roles", RoleTreeCommand.UntrackFramework::new));
    }

    private static Verb framework(String name, String help, BiFunction<FrameworkId, Role, Command> command) {
        return Verb.of(name, text("f1(a/b)"), help, List.of(), arguments -> {
            IdNotation.Framework framework = arguments.value().read(IdNotation::framework);
            return framework.roles().orElseGet(TreeSet::new).stream()
                    .map(role -> command.apply(framework.id(), role))
                    .toList();
        });
    }

    static List<CheckVerb> checks() {
        return List.of(
                new CheckVerb(
                        "known",
                        texts("a/b"),
                        "exactly these roles are known; [] for none",
                        value -> new RoleTreeExpectation.Known(Values.roles(value))),
                new CheckVerb(
                        "weights",
                        new Shape.MapOf("role", text("2")),
                        "weights of roles",
                        value -> new RoleTreeExpectation.Weights(Values.weights(value))),
                new CheckVerb(
                        "quotas",
                        Values.QUOTAS,
                        "quotas of roles",
                        value -> new RoleTreeExpectation.Quotas(Values.quotas(value))),
                new CheckVerb(
                        "reservations",
                        new Shape.MapOf("role", text("cpus:1")),
                        "what is reserved for roles and those below",
                        value -> new RoleTreeExpectation.Reservations(
                                Values.map(value, IdNotation::role, each -> each.read(ResourceNotation::quantities)))),
                new CheckVerb(
                        "frameworks",
                        new Shape.MapOf("role", texts("f1")),
                        "the frameworks in roles; [] for none",
                        value -> new RoleTreeExpectation.Frameworks(
                                Values.map(value, IdNotation::role, RoleTreeVerbs::frameworks))));
    }

    private static Set<FrameworkId> frameworks(YamlValue value) {
        TreeSet<FrameworkId> frameworks = new TreeSet<>();
        value.itemsOrOne().forEach(item -> frameworks.add(item.read(IdNotation::frameworkId)));
        return frameworks;
    }
}
