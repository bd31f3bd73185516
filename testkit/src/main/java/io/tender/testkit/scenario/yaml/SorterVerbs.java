package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Expectation;
import io.tender.testkit.scenario.step.SorterCommand;
import io.tender.testkit.scenario.step.SorterExpectation;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** What happens to a sorter by itself, and what can be expected of it. */
final class SorterVerbs {

    /** The agent that is meant if none is named. */
    private static final AgentId SOME_AGENT = new AgentId("agent");

    private static final Field AGENT =
            optional("agent", text("a1"), "the agent; if none is named, always the same one");

    private static final Shape HOLDINGS = new Shape.MapOf("client", text("cpus:5;mem:5"));

    private static final Shape.Fields FREQUENCIES = new Shape.Fields(List.of(
            required("sorts", new Shape.Count(), "how often to sort"),
            required("tolerance", text("0.05"), "how far off each part may be"),
            required(
                    "table",
                    new Shape.MapOf("client", new Shape.ListOf(text("0.2"))),
                    "per client, the part of all sorts in which it is first, second, ...")));

    private SorterVerbs() {}

    static List<Verb> all() {
        return List.of(
                each("add", "adds active clients that hold nothing", SorterCommand.Add::new),
                each("remove", "removes clients with all they hold", SorterCommand.Remove::new),
                each("activate", "lets clients take part in the order", SorterCommand.Activate::new),
                each("deactivate", "takes clients out of the order", SorterCommand.Deactivate::new),
                Verb.of(
                        "weight",
                        new Shape.MapOf("path", text("2")),
                        "sets weights",
                        List.of(),
                        arguments -> arguments.value().entries().stream()
                                .<Command>map(entry -> new SorterCommand.Weight(
                                        entry.name(), entry.value().read(ConditionNotation::number)))
                                .toList()),
                holdings("allocate", "clients get something; new ones are added", SorterCommand.Allocate::new),
                holdings("unallocate", "clients give something back", SorterCommand.Unallocate::new),
                Verb.one(
                        "update",
                        text("a"),
                        "part of what a client holds turns into something else",
                        List.of(
                                required("from", text("disk:5"), "what it was"),
                                required("to", text("disk[v1:data]:5"), "what it becomes"),
                                AGENT),
                        arguments -> new SorterCommand.Update(
                                arguments.value().text(),
                                agent(arguments),
                                arguments.required("from").read(ResourceNotation::resources),
                                arguments.required("to").read(ResourceNotation::resources))),
                Verb.one(
                        "total",
                        text("cpus:100;mem:100"),
                        "what an agent has, new or changed",
                        List.of(AGENT),
                        arguments -> new SorterCommand.Total(
                                agent(arguments),
                                arguments
                                        .value()
                                        .read(ResourceNotation::resources)
                                        .quantities())),
                Verb.one(
                        "remove agent",
                        text("a1"),
                        "an agent is gone",
                        List.of(),
                        arguments ->
                                new SorterCommand.RemoveAgent(arguments.value().read(IdNotation::agent))));
    }

    private interface Holds {
        Command by(String client, AgentId agent, Resources resources);
    }

    private static Verb holdings(String name, String help, Holds command) {
        return Verb.of(
                name,
                HOLDINGS,
                help,
                List.of(AGENT),
                arguments -> arguments.value().entries().stream()
                        .map(entry -> command.by(
                                entry.name(), agent(arguments), entry.value().read(ResourceNotation::resources)))
                        .toList());
    }

    private static Verb each(String name, String help, Function<String, Command> command) {
        return Verb.of(
                name,
                texts("a"),
                help,
                List.of(),
                arguments -> arguments.value().texts().stream().map(command).toList());
    }

    private static AgentId agent(Arguments arguments) {
        return arguments.field("agent", IdNotation::agent).orElse(SOME_AGENT);
    }

    static List<CheckVerb> checks() {
        return List.of(
                new CheckVerb(
                        "sorted",
                        new Shape.ListOf(text("a")),
                        "the active clients in this order",
                        value -> new SorterExpectation.Order(
                                value.items().stream().map(YamlValue::text).toList())),
                new CheckVerb(
                        "active",
                        texts("a"),
                        "the active clients, in any order; [] for none",
                        value -> new SorterExpectation.Active(new TreeSet<>(value.texts()))),
                new CheckVerb(
                        "count",
                        new Shape.Count(),
                        "so many clients are known",
                        value -> new SorterExpectation.Count(value.count())),
                new CheckVerb(
                        "contains",
                        texts("a"),
                        "these clients are known",
                        value -> new SorterExpectation.Contains(value.texts())),
                new CheckVerb(
                        "lacks",
                        texts("a"),
                        "these clients are not known",
                        value -> new SorterExpectation.Lacks(value.texts())),
                new CheckVerb(
                        "held",
                        new Shape.MapOf(
                                "client", Shape.anyOf(text("cpus:5"), new Shape.MapOf("agent", text("cpus:5")))),
                        "all that clients hold; 'nothing'",
                        value -> new SorterExpectation.Held(Values.map(value, key -> key, SorterVerbs::byAgent))),
                new CheckVerb(
                        "quantities",
                        HOLDINGS,
                        "what clients hold, as quantities",
                        value -> new SorterExpectation.Quantities(
                                Values.map(value, key -> key, each -> each.read(ResourceNotation::quantities)))),
                new CheckVerb(
                        "all quantities",
                        text("cpus:13;mem:13"),
                        "what all clients hold together",
                        value -> new SorterExpectation.AllQuantities(value.read(ResourceNotation::quantities))),
                new CheckVerb(
                        "frequencies",
                        FREQUENCIES,
                        "how often each client stands at each place",
                        SorterVerbs::frequencies));
    }

    private static SortedMap<AgentId, Resources> byAgent(YamlValue value) {
        if (value.isText()) {
            Resources held = value.read(ResourceNotation::resources);
            return new TreeMap<>(held.isEmpty() ? Map.of() : Map.of(SOME_AGENT, held));
        }
        return Values.map(value, IdNotation::agent, each -> each.read(ResourceNotation::resources));
    }

    private static Expectation frequencies(YamlValue value) {
        List<String> known = FREQUENCIES.fields().stream().map(Field::name).toList();
        value.entries().forEach(entry -> entry.key().oneOf(known, "part of 'frequencies'"));
        return new SorterExpectation.Frequencies(
                part(value, "sorts").count(),
                part(value, "tolerance").read(ConditionNotation::number),
                Values.map(
                        part(value, "table"),
                        key -> key,
                        row -> row.items().stream()
                                .map(item -> item.read(ConditionNotation::number))
                                .toList()));
    }

    private static YamlValue part(YamlValue value, String name) {
        return value.get(name)
                .orElseThrow(
                        () -> value.problem("'" + name + "' is missing", "no '" + name + "'", "'" + name + ": ...'"));
    }
}
