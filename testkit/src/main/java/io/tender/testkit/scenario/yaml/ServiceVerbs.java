package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.service.MaintenanceMode;
import io.tender.model.service.TaskState;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.InstanceNotation;
import io.tender.testkit.scenario.text.TimeNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What happens around a service scheduler: to agents, tasks and offers. */
final class ServiceVerbs {

    private static final List<String> BEGINNINGS = List.of("ASSIGNED", "STARTING", "RUNNING");

    private ServiceVerbs() {}

    static List<Verb> all() {
        List<Verb> all = new ArrayList<>();
        all.addAll(agents());
        all.addAll(JobVerbs.all());
        all.addAll(tasks());
        all.addAll(offers());
        all.addAll(OrderServiceVerbs.all());
        all.addAll(ClockVerbs.all());
        return all;
    }

    private static List<Verb> agents() {
        return List.of(
                Verb.of(
                        "agent",
                        text("a1{cpus:4;mem:4096;disk:4096}"),
                        "adds an agent, or several: a1..a6{cpus:4;mem:4096;disk:4096}",
                        List.of(
                                optional("hostname", text("host1"), "its host name; its id unless said otherwise"),
                                optional("attributes", text("rack:r1;ssd:1"), "what it says of itself"),
                                optional("unavailable", text("at 60s for 120s"), "when it is away for maintenance")),
                        ServiceVerbs::add),
                Verb.of(
                        "update agent",
                        text("a1"),
                        "changes what an agent says of itself",
                        List.of(required("attributes", text("rack:r1;ssd:1"), "what it says now, or none")),
                        ServiceVerbs::change),
                eachAgent("remove agent", "an agent goes for good, with its tasks", ServiceCommand.RemoveAgent::new),
                eachAgent("cut off", "agents cannot be reached; their tasks run on", ServiceCommand.CutOff::new),
                eachAgent("reach again", "ends 'cut off'", ServiceCommand.ReachAgain::new),
                Verb.one("maintenance", text("a1 at 60s for 120s"), "announces maintenance", List.of(), arguments -> {
                    TimeNotation.Maintenance when = arguments.value().read(TimeNotation::maintenance);
                    return new ServiceCommand.Announce(when.agent(), Optional.of(when.unavailability()));
                }),
                eachAgent(
                        "cancel maintenance",
                        "there will be no maintenance",
                        agent -> new ServiceCommand.Announce(agent, Optional.empty())),
                Verb.of(
                        "maintenance mode",
                        new Shape.MapOf("agent", new Shape.Choice(Values.names(MaintenanceMode.class))),
                        "an operator sets the modes of agents",
                        List.of(),
                        arguments -> arguments.value().entries().stream()
                                .<Command>map(entry -> new ServiceCommand.Mode(
                                        entry.key().read(IdNotation::agent),
                                        MaintenanceMode.valueOf(
                                                entry.value().oneOf(Values.names(MaintenanceMode.class), "mode"))))
                                .toList()));
    }

    private static List<Verb> tasks() {
        return List.of(
                Verb.one(
                        "tasks begin",
                        new Shape.Choice(BEGINNINGS),
                        "the state into which launched tasks come by themselves; RUNNING unless said otherwise",
                        List.of(),
                        arguments -> new ServiceCommand.Begin(
                                TaskState.valueOf(arguments.value().oneOf(BEGINNINGS, "state tasks begin with")))),
                report("starting", "tasks are being set up on their machines", TaskState.STARTING),
                report("running", "tasks run", TaskState.RUNNING),
                report("finish", "tasks end well", TaskState.FINISHED),
                report("fail", "tasks fail", TaskState.FAILED),
                report("lose", "tasks are gone without a word", TaskState.LOST));
    }

    private static Verb report(String name, String help, TaskState state) {
        return eachInstance(name, help, what -> new ServiceCommand.Report(what, state));
    }

    private static List<Verb> offers() {
        return List.of(
                eachAgent("rescind", "the master takes the offers of agents back", ServiceCommand.Rescind::new),
                eachAgent(
                        "rescind ahead",
                        "the master takes the next offer of agents back, and that is heard of before the offer",
                        ServiceCommand.RescindAhead::new),
                Verb.alone(
                        "disconnect",
                        "the connection to the master breaks: offers are void, tasks run on",
                        new ServiceCommand.Disconnect()),
                Verb.alone("reconnect", "ends 'disconnect'", new ServiceCommand.Reconnect()));
    }

    /** The same for each of some instances. */
    static Verb eachInstance(String name, String help, Function<Instances, Command> command) {
        return Verb.of(
                name,
                texts("www/prod/web/0"),
                help,
                List.of(),
                arguments -> arguments.value().itemsOrOne().stream()
                        .map(item -> command.apply(item.read(InstanceNotation::instances)))
                        .toList());
    }

    private static Verb eachAgent(String name, String help, Function<AgentId, Command> command) {
        return Verb.of(
                name,
                text("a1"),
                help,
                List.of(),
                arguments -> ids(arguments).stream().map(command).toList());
    }

    private static List<AgentId> ids(Arguments arguments) {
        IdNotation.Agents agents = arguments.value().read(IdNotation::agents);
        if (agents.resources().isPresent()) {
            throw arguments.value().expected("agents without resources, such as a1 or a1..a6", "resources");
        }
        return agents.ids();
    }

    private static List<Command> add(Arguments arguments) {
        IdNotation.Agents agents = arguments.value().read(IdNotation::agents);
        if (agents.resources().isEmpty()) {
            throw arguments
                    .value()
                    .problem(
                            "the resources are missing",
                            "'" + arguments.value().text() + "'",
                            "resources in braces, such as " + agents.ids().getFirst() + "{cpus:4;mem:4096;disk:4096}");
        }
        return agents.ids().stream()
                .<Command>map(id -> new ServiceCommand.AddAgent(
                        new AgentInfo(
                                id,
                                arguments.field("hostname").map(YamlValue::text).orElse(id.value()),
                                arguments
                                        .field("attributes")
                                        .filter(value -> !value.is("none"))
                                        .map(value -> value.read(Attribute::parseAll))
                                        .orElse(List.of()),
                                Optional.empty()),
                        agents.resources().get(),
                        arguments.field("unavailable", TimeNotation::unavailability)))
                .toList();
    }

    private static List<Command> change(Arguments arguments) {
        YamlValue attributes = arguments.required("attributes");
        attributes.read(text -> attributes.is("none") ? List.of() : Attribute.parseAll(text));
        return ids(arguments).stream()
                .<Command>map(id -> new ServiceCommand.ChangeAgent(id, attributes.is("none") ? "" : attributes.text()))
                .toList();
    }
}
