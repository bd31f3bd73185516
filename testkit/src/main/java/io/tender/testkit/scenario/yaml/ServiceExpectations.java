package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.core.services.UpdateState;
import io.tender.extender.client.BreakerState;
import io.tender.model.AgentId;
import io.tender.model.Suggestion;
import io.tender.model.service.TaskState;
import io.tender.testkit.scenario.step.Condition;
import io.tender.testkit.scenario.step.Expectation;
import io.tender.testkit.scenario.step.Instances;
import io.tender.testkit.scenario.step.ServiceExpectation;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedRequest;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedState;
import io.tender.testkit.scenario.step.ServiceExpectation.ExpectedWaiting;
import io.tender.testkit.scenario.step.ServiceExpectation.Why;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.Durations;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.InstanceNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What can be expected of a service scheduler. */
final class ServiceExpectations {

    private static final Shape.Fields WAITING = new Shape.Fields(List.of(
            optional("reason", text("Insufficient: CPU"), "a part of the reason in one line"),
            optional("nearest fit", texts("Insufficient: CPU"), "all objections to the offer that came nearest"),
            optional(
                    "reasons",
                    new Shape.MapOf("objection", new Shape.Count()),
                    "all objections, with how many offers each was raised against"),
            optional("looked at", new Shape.Count(), "how many offers the last attempt looked at"),
            optional("next try", text("1s"), "the least time until the next attempt")));

    private static final Shape.Fields REQUEST = new Shape.Fields(List.of(
            optional("hosts", texts("host1"), "the hosts in it, in order"),
            optional("job", text("www-prod-web"), "the key of the job as it is sent"),
            optional("request", new Shape.MapOf("amount", text("1.25")), "cpu, memory and disk of a task"),
            optional("body", text("{\"jobKey\":...}"), "the whole body, byte for byte")));

    private static final Shape STATES = new Shape.MapOf("instance", text("RUNNING on a1"));

    private ServiceExpectations() {}

    static List<CheckVerb> all() {
        return List.of(
                new CheckVerb(
                        "placed",
                        Shape.anyOf(
                                new Shape.Choice(List.of("nothing", "anything")),
                                new Shape.MapOf("instance", texts("a1 or a2"))),
                        "exactly these instances were sent to these agents; 'any' agent; 'nothing'; 'anything'",
                        ServiceExpectations::placed),
                ending(Why.KILLED, "exactly these tasks were asked to end for good, or to be updated; 'nothing'"),
                ending(Why.RESTARTED, "exactly these tasks were asked to end and start anew; 'nothing'"),
                ending(Why.DRAINED, "exactly these tasks were asked to leave their machines; 'nothing'"),
                ending(Why.PREEMPTED, "exactly these tasks were evicted for others; 'nothing'"),
                new CheckVerb(
                        "states",
                        STATES,
                        "the states of tasks, and where they are; 'gone'",
                        value -> new ServiceExpectation.States(
                                Values.map(value, InstanceNotation::instances, ServiceExpectations::state))),
                new CheckVerb(
                        "pending",
                        new Shape.MapOf("instance", Shape.anyOf(text("Insufficient: CPU"), WAITING)),
                        "why tasks have no place",
                        value -> new ServiceExpectation.Pending(
                                Values.map(value, InstanceNotation::instances, ServiceExpectations::waiting))),
                new CheckVerb(
                        "held",
                        texts("a1"),
                        "exactly the offers of these agents are in hand, in any order; 'nothing'",
                        value -> new ServiceExpectation.Held(agents(value), false)),
                new CheckVerb(
                        "native order",
                        texts("a1"),
                        "exactly the offers of these agents are in hand, in this native order",
                        value -> new ServiceExpectation.Held(agents(value), true)),
                new CheckVerb(
                        "ordered",
                        texts("a1"),
                        "the agents in the order the offer set gave for the last attempt; 'nothing'",
                        value -> new ServiceExpectation.Ordered(agents(value))),
                new CheckVerb(
                        "declined",
                        texts("a1 for 5s"),
                        "exactly these offers were given back unused since the last 'declined'; 'nothing'",
                        value -> new ServiceExpectation.Declined(
                                value.is("nothing")
                                        ? List.of()
                                        : value.itemsOrOne().stream()
                                                .map(item -> item.read(InstanceNotation::decline))
                                                .toList())),
                new CheckVerb(
                        "requests",
                        Shape.anyOf(new Shape.Count(), REQUEST, new Shape.ListOf(REQUEST)),
                        "what the offer-set service got since the last 'requests': how many, or each",
                        ServiceExpectations::requests),
                new CheckVerb(
                        "updates",
                        new Shape.MapOf("job", new Shape.Choice(Values.names(UpdateState.class))),
                        "how far updates have come",
                        value -> new ServiceExpectation.Updates(Values.map(
                                value,
                                InstanceNotation::job,
                                state -> UpdateState.valueOf(
                                        state.oneOf(Values.names(UpdateState.class), "state of an update"))))),
                new CheckVerb(
                        "reserved",
                        Shape.anyOf(
                                new Shape.Choice(List.of("nothing")), new Shape.MapOf("agent", text("www/prod/web"))),
                        "exactly these agents are kept for these jobs, which had somebody evicted there",
                        value -> new ServiceExpectation.Reserved(
                                value.is("nothing")
                                        ? new TreeMap<>()
                                        : Values.map(
                                                value, IdNotation::agent, job -> job.read(InstanceNotation::job)))),
                new CheckVerb(
                        "breaker",
                        new Shape.Choice(Values.names(BreakerState.class)),
                        "whether the offer-set service is asked (CLOSED), left alone (OPEN) or probed",
                        value -> new ServiceExpectation.Breaker(
                                value.oneOf(Values.names(BreakerState.class), "state of the breaker"))),
                new CheckVerb(
                        "metrics",
                        new Shape.MapOf("metric", text("> 0")),
                        "of the scheduler and of the offer set: 2, > 0, absent, present",
                        value -> new ServiceExpectation.Metrics(
                                Values.map(value, key -> key, each -> each.read(ConditionNotation::condition)))));
    }

    private static CheckVerb ending(Why why, String help) {
        return new CheckVerb(
                why.name().toLowerCase(Locale.ROOT),
                texts("www/prod/web/0"),
                help,
                value -> new ServiceExpectation.Ending(
                        why,
                        value.is("nothing")
                                ? List.of()
                                : value.itemsOrOne().stream()
                                        .map(item -> item.read(InstanceNotation::instances))
                                        .toList()));
    }

    private static Expectation placed(YamlValue value) {
        if (value.isText()) {
            return value.oneOf(List.of("nothing", "anything"), "way to say what was placed")
                            .equals("anything")
                    ? new ServiceExpectation.Anything()
                    : new ServiceExpectation.Placed(new TreeMap<>());
        }
        SortedMap<Instances, List<List<AgentId>>> placed = Values.map(
                value,
                InstanceNotation::instances,
                wishes -> wishes.itemsOrOne().stream()
                        .map(item -> item.read(InstanceNotation::oneOf))
                        .toList());
        return new ServiceExpectation.Placed(placed);
    }

    private static ExpectedState state(YamlValue value) {
        ExpectedState state = value.read(InstanceNotation::state);
        List<String> known = new ArrayList<>(Values.names(TaskState.class));
        known.add("gone");
        if (!known.contains(state.state())) {
            throw value.problem(
                    "'" + state.state() + "' is no state." + Suggestion.sentence(state.state(), known),
                    "'" + state.state() + "'",
                    "one of " + String.join(", ", known));
        }
        return state;
    }

    private static ExpectedWaiting waiting(YamlValue value) {
        if (value.isText()) {
            return new ExpectedWaiting(
                    Optional.of(value.text()), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        requireKnown(value, WAITING, "part of 'pending'");
        return new ExpectedWaiting(
                value.get("reason").map(YamlValue::text),
                value.get("nearest fit").map(YamlValue::texts),
                value.get("reasons").map(map -> Values.map(map, key -> key, YamlValue::count)),
                value.get("looked at").map(YamlValue::count),
                value.get("next try").map(each -> each.read(Durations::duration)));
    }

    private static void requireKnown(YamlValue value, Shape.Fields fields, String what) {
        List<String> known = fields.fields().stream().map(Shape.Field::name).toList();
        value.entries().forEach(entry -> entry.key().oneOf(known, what));
    }

    private static List<AgentId> agents(YamlValue value) {
        if (value.is("nothing")) {
            return List.of();
        }
        List<AgentId> agents = new ArrayList<>();
        value.itemsOrOne()
                .forEach(item -> agents.addAll(item.read(IdNotation::agents).ids()));
        return agents;
    }

    private static Expectation requests(YamlValue value) {
        if (value.isText()) {
            return new ServiceExpectation.RequestCount(value.count());
        }
        return new ServiceExpectation.Requests(
                value.itemsOrOne().stream().map(ServiceExpectations::request).toList());
    }

    private static ExpectedRequest request(YamlValue value) {
        requireKnown(value, REQUEST, "part of 'requests'");
        SortedMap<String, Condition> amounts = value.get("request")
                .map(map -> Values.map(map, key -> key, each -> each.read(ConditionNotation::condition)))
                .orElseGet(TreeMap::new);
        return new ExpectedRequest(
                value.get("hosts").map(YamlValue::texts),
                value.get("job").map(YamlValue::text),
                amounts,
                value.get("body").map(YamlValue::text));
    }
}
