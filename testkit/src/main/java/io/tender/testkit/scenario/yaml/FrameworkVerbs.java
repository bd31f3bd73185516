package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.FrameworkCommand;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What frameworks do, apart from answering offers. */
final class FrameworkVerbs {

    private static final Shape CAPABILITIES = Values.capabilityShape(FrameworkCapability.class);

    private static final List<Field> DESCRIPTION = List.of(
            optional("with", CAPABILITIES, "capabilities it has beside MULTI_ROLE"),
            optional("without", CAPABILITIES, "capabilities it does not have, such as MULTI_ROLE"),
            optional("suppressed", texts("role1"), "roles it wants no offers for; [] for none"),
            optional(
                    "minima",
                    new Shape.MapOf("role", text("cpus:2;mem:64|gpus:1")),
                    "the least it wants to be offered, per role; or 'anything'"),
            optional("constraints", Values.CONSTRAINTS_OR_NONE, "which agents it wants at all, per role; or none"));

    private FrameworkVerbs() {}

    static List<Verb> all() {
        List<Field> atBirth = new ArrayList<>(DESCRIPTION);
        atBirth.add(optional("active", new Shape.Flag(), "whether it is connected; true unless said otherwise"));
        atBirth.add(optional("name", text("spark"), "its name for people; its id unless said otherwise"));
        atBirth.add(optional(
                "used", new Shape.MapOf("agent/role", text("cpus:1")), "what it believes to use, by agent and role"));
        Field wants =
                required("wants", texts("cpus:1"), "what it would like: cpus:1 anywhere, a1{cpus:1} there; [] nothing");
        return List.of(
                Verb.one(
                        "framework",
                        text("f1(role1)"),
                        "adds a framework with its roles: f1(r1,r2)",
                        atBirth,
                        FrameworkVerbs::add),
                Verb.one(
                        "update framework",
                        text("f1(role1,role2)"),
                        "changes what is said of a framework and keeps the rest",
                        DESCRIPTION,
                        FrameworkVerbs::update),
                plain("remove framework", "it goes, and all it holds is free", FrameworkCommand.Remove::new),
                plain("activate framework", "it is connected again", FrameworkCommand.Activate::new),
                plain("deactivate framework", "it is disconnected", FrameworkCommand.Deactivate::new),
                withRoles("suppress", "it wants no offers, under these roles or all", FrameworkCommand.Suppress::new),
                withRoles("revive", "it wants offers again, under these roles or all", FrameworkCommand.Revive::new),
                Verb.one(
                        "request",
                        text("f1"),
                        "a framework tells what it would like",
                        List.of(wants),
                        FrameworkVerbs::request));
    }

    private static Verb plain(String name, String help, Function<FrameworkId, Command> command) {
        return Verb.one(
                name,
                text("f1"),
                help,
                List.of(),
                arguments -> command.apply(arguments.value().read(IdNotation::frameworkId)));
    }

    private static Verb withRoles(String name, String help, BiFunction<FrameworkId, Set<Role>, Command> command) {
        return Verb.one(name, text("f1(role1)"), help, List.of(), arguments -> {
            IdNotation.Framework framework = arguments.value().read(IdNotation::framework);
            return command.apply(framework.id(), framework.roles().orElseGet(TreeSet::new));
        });
    }

    private static Command add(Arguments arguments) {
        IdNotation.Framework framework = arguments.value().read(IdNotation::framework);
        SortedSet<Role> roles = framework
                .roles()
                .orElseThrow(() -> arguments
                        .value()
                        .problem(
                                "the roles are missing",
                                "'" + framework.id() + "'",
                                "roles in parentheses: " + framework.id() + "(role1), or " + framework.id()
                                        + "() for none"));
        Set<FrameworkCapability> capabilities = Values.capabilities(arguments, FrameworkCapability.class)
                .map(change -> change.applyTo(EnumSet.of(FrameworkCapability.MULTI_ROLE)))
                .orElseGet(() -> EnumSet.of(FrameworkCapability.MULTI_ROLE));
        Map<Role, List<ResourceQuantities>> minima = arguments
                .field("minima")
                .<Map<Role, List<ResourceQuantities>>>map(Values::minima)
                .orElseGet(TreeMap::new);
        String name = arguments
                .field("name")
                .map(YamlValue::text)
                .orElse(framework.id().value());
        FrameworkInfo info = arguments
                .value()
                .read(text -> new FrameworkInfo(framework.id(), name, roles, capabilities, new TreeMap<>(minima)));
        FrameworkOptions options = new FrameworkOptions(
                arguments
                        .field("suppressed")
                        .<SortedSet<Role>>map(Values::roles)
                        .orElseGet(TreeSet::new),
                arguments.field("constraints").map(Values::constraints).orElseGet(OfferConstraints::none));
        return new FrameworkCommand.Add(
                info,
                Values.usedOnAgents(arguments.field("used")),
                arguments.field("active").map(YamlValue::flag).orElse(true),
                options);
    }

    private static Command update(Arguments arguments) {
        IdNotation.Framework framework = arguments.value().read(IdNotation::framework);
        return new FrameworkCommand.Update(
                framework.id(),
                framework.roles().map(roles -> roles),
                Values.capabilities(arguments, FrameworkCapability.class),
                arguments.field("minima").map(Values::minima),
                arguments.field("suppressed").map(Values::roles),
                arguments.field("constraints").map(Values::constraints));
    }

    private static Command request(Arguments arguments) {
        List<ResourceRequest> requests = new ArrayList<>();
        for (YamlValue item : arguments.required("wants").itemsOrOne()) {
            requests.add(item.text().contains("{") ? onAgent(item) : anywhere(item));
        }
        return new FrameworkCommand.Request(arguments.value().read(IdNotation::frameworkId), requests);
    }

    private static ResourceRequest anywhere(YamlValue item) {
        return ResourceRequest.anywhere(item.read(ResourceNotation::quantities));
    }

    private static ResourceRequest onAgent(YamlValue item) {
        IdNotation.Agents agents = item.read(IdNotation::agents);
        if (agents.ids().size() != 1) {
            throw item.expected("one agent, such as a1{cpus:1}", "several agents");
        }
        AgentId agent = agents.ids().getFirst();
        return new ResourceRequest(
                Optional.of(agent), agents.resources().orElseThrow().quantities());
    }
}
