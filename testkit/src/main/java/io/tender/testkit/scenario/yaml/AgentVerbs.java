package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.Resources;
import io.tender.testkit.scenario.step.AgentCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.NotationException;
import io.tender.testkit.scenario.text.TimeNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What happens to agents. */
final class AgentVerbs {

    private static final Shape CAPABILITIES = Values.capabilityShape(AgentCapability.class);

    private static final List<Field> DESCRIPTION = List.of(
            optional("hostname", text("host1"), "its host name; its id unless said otherwise"),
            optional("attributes", text("rack:abc;ssd:1"), "what it says of itself; numbers and ranges are no text"),
            optional("domain", text("region/zone"), "where it stands, or none"),
            optional("without", CAPABILITIES, "capabilities it lacks, or all; it has every one unless said otherwise"),
            optional("with", CAPABILITIES, "capabilities it has after all"));

    private AgentVerbs() {}

    static List<Verb> all() {
        List<Field> atBirth = new ArrayList<>(DESCRIPTION);
        atBirth.add(optional(
                "used",
                new Shape.MapOf("framework/role", text("cpus:2;mem:512")),
                "what tasks already use on it, by framework and role"));
        atBirth.add(optional("unavailable", text("at 60s for 120s"), "when it is away for maintenance"));
        Field used = optional(
                "used",
                new Shape.MapOf("framework/role", text("cpus:2")),
                "what tasks use of it, by framework and role");
        return List.of(
                Verb.of(
                        "agent",
                        text("a1{cpus:2;mem:1024}"),
                        "adds an agent, or several: a1..a6{cpus:2}",
                        atBirth,
                        AgentVerbs::add),
                Verb.of(
                        "update agent",
                        text("a1{cpus:4;mem:1024}"),
                        "changes what is said of an agent and keeps the rest",
                        DESCRIPTION,
                        AgentVerbs::update),
                each("remove agent", "an agent goes, with everything on it", AgentCommand.Remove::new),
                each("activate agent", "its free resources may be offered again", AgentCommand.Activate::new),
                each("deactivate agent", "it is no longer offered", AgentCommand.Deactivate::new),
                Verb.of(
                        "resource provider",
                        text("a1{disk:100}"),
                        "adds a resource provider's resources to an agent",
                        List.of(used),
                        AgentVerbs::addProvider));
    }

    private static Verb each(String name, String help, Function<AgentId, Command> command) {
        return Verb.of(name, text("a1"), help, List.of(), arguments -> {
            IdNotation.Agents agents = agents(arguments);
            if (agents.resources().isPresent()) {
                throw arguments.value().expected("agents without resources, such as a1 or a1..a6", "resources");
            }
            return agents.ids().stream().map(command).toList();
        });
    }

    private static IdNotation.Agents agents(Arguments arguments) {
        return arguments.value().read(IdNotation::agents);
    }

    private static Resources resources(Arguments arguments, IdNotation.Agents agents) {
        return agents.resources()
                .orElseThrow(() -> arguments
                        .value()
                        .problem(
                                "the resources are missing",
                                "'" + arguments.value().text() + "'",
                                "resources in braces, such as " + agents.ids().getFirst() + "{cpus:2;mem:1024}"));
    }

    private static List<Command> add(Arguments arguments) {
        IdNotation.Agents agents = agents(arguments);
        Resources total = resources(arguments, agents);
        Set<AgentCapability> capabilities = Values.capabilities(arguments, AgentCapability.class)
                .map(change -> change.applyTo(AgentCapability.all()))
                .orElseGet(AgentCapability::all);
        List<Command> commands = new ArrayList<>();
        for (AgentId id : agents.ids()) {
            commands.add(new AgentCommand.Add(
                    new AgentInfo(
                            id,
                            arguments.field("hostname").map(YamlValue::text).orElse(id.value()),
                            attributes(arguments).orElse(List.of()),
                            domain(arguments).orElse(Optional.empty())),
                    capabilities,
                    arguments.field("unavailable", TimeNotation::unavailability),
                    total,
                    Values.usedByFrameworks(arguments.field("used"))));
        }
        return commands;
    }

    private static List<Command> update(Arguments arguments) {
        IdNotation.Agents agents = agents(arguments);
        List<Command> commands = new ArrayList<>();
        for (AgentId id : agents.ids()) {
            commands.add(new AgentCommand.Update(
                    id,
                    agents.resources(),
                    arguments.field("hostname").map(YamlValue::text),
                    attributes(arguments),
                    domain(arguments),
                    Values.capabilities(arguments, AgentCapability.class)));
        }
        return commands;
    }

    private static List<Command> addProvider(Arguments arguments) {
        IdNotation.Agents agents = agents(arguments);
        List<Command> commands = new ArrayList<>();
        for (AgentId id : agents.ids()) {
            commands.add(new AgentCommand.AddProvider(
                    id, resources(arguments, agents), Values.usedByFrameworks(arguments.field("used"))));
        }
        return commands;
    }

    private static Optional<List<Attribute>> attributes(Arguments arguments) {
        return arguments
                .field("attributes")
                .map(value -> value.is("none") ? List.of() : value.read(Attribute::parseAll));
    }

    private static Optional<Optional<Domain>> domain(Arguments arguments) {
        return arguments.field("domain").map(AgentVerbs::domain);
    }

    static Optional<Domain> domain(YamlValue value) {
        return value.is("none") ? Optional.empty() : Optional.of(value.read(AgentVerbs::readDomain));
    }

    private static Domain readDomain(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1) {
            throw NotationException.expected(
                    0, "'" + text + "' is no domain", "'" + text + "'", "a region and a zone, such as eu-west/zone-1");
        }
        return new Domain(
                text.substring(0, slash).strip(), text.substring(slash + 1).strip());
    }
}
