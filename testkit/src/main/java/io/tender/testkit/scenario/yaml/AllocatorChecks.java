package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.required;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Role;
import io.tender.testkit.scenario.step.AllocatorExpectation;
import io.tender.testkit.scenario.step.AllocatorExpectation.Outstanding.Detail;
import io.tender.testkit.scenario.step.AllocatorExpectation.Roles.View;
import io.tender.testkit.scenario.step.Expectation;
import io.tender.testkit.scenario.step.ExpectedInverseOffer;
import io.tender.testkit.scenario.step.ExpectedOffer;
import io.tender.testkit.scenario.text.ConditionNotation;
import io.tender.testkit.scenario.text.IdNotation;
import io.tender.testkit.scenario.text.OfferNotation;
import io.tender.testkit.scenario.text.ResourceNotation;
import io.tender.testkit.scenario.text.TimeNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What can be expected of an allocator. */
final class AllocatorChecks {

    private static final Shape OFFERS = texts("f1/role1 <- a1 all");

    private static final Shape.Fields DETAIL = new Shape.Fields(List.of(
            required("offer", text("f1 <- a1 all"), "the offer"),
            optional("unavailability", text("at 60s for 120s"), "the maintenance it shows, or none"),
            optional("domain", text("region/zone"), "the domain it shows, or none")));

    private static final Shape.Fields VIEW = new Shape.Fields(List.of(
            optional("guarantee", text("cpus:1"), "what the role is promised"),
            optional("limit", text("cpus:2"), "what it may use at most"),
            optional("consumed", text("cpus:1"), "what counts as used by it"),
            optional("weight", text("1.0"), "its weight")));

    private AllocatorChecks() {}

    static List<CheckVerb> all() {
        return List.of(
                new CheckVerb(
                        "expect", OFFERS, "exactly these offers came; 'nothing'; 'anything'", AllocatorChecks::expect),
                new CheckVerb(
                        "callbacks",
                        new Shape.Count(),
                        "the offers came in so many callbacks",
                        value -> new AllocatorExpectation.Callbacks(value.count())),
                new CheckVerb(
                        "inverse offers",
                        texts("f1 <- a1 at 60s for 120s"),
                        "exactly these inverse offers came; 'nothing'",
                        AllocatorChecks::inverse),
                new CheckVerb(
                        "rescinded",
                        OFFERS,
                        "the master took exactly these offers back; 'nothing'",
                        value -> new AllocatorExpectation.Rescinded(offers(value))),
                new CheckVerb(
                        "outstanding",
                        new Shape.OneOrMore(Shape.anyOf(text("f1 <- a1 all"), DETAIL)),
                        "exactly these offers wait for an answer; 'nothing'",
                        AllocatorChecks::outstanding),
                new CheckVerb(
                        "metrics",
                        new Shape.MapOf("metric", text("> 0")),
                        "2, 2/3, 50%, > 0, absent, present; 'allocator/mesos/' may be left out",
                        value -> new AllocatorExpectation.Metrics(
                                Values.map(value, key -> key, each -> each.read(ConditionNotation::condition)))),
                new CheckVerb(
                        "shares",
                        new Shape.MapOf("role", text("2/3")),
                        "dominant shares of roles",
                        value -> new AllocatorExpectation.Shares(
                                Values.map(value, IdNotation::role, each -> each.read(ConditionNotation::condition)))),
                new CheckVerb(
                        "statuses",
                        new Shape.MapOf(
                                "agent", new Shape.MapOf("framework", new Shape.Choice(List.of("ACCEPT", "DECLINE")))),
                        "all answers to inverse offers, for every agent with maintenance",
                        AllocatorChecks::statuses),
                new CheckVerb(
                        "counts",
                        new Shape.MapOf("framework", new Shape.Count()),
                        "how many offers each framework got since the last 'counts'",
                        value -> new AllocatorExpectation.Counts(
                                Values.map(value, IdNotation::frameworkId, YamlValue::count))),
                new CheckVerb(
                        "whitelisted",
                        texts("host1"),
                        "the hosts the allocator was last told of, or all",
                        value -> new AllocatorExpectation.Whitelisted(OperatorVerbs.hosts(value))),
                new CheckVerb(
                        "excluded",
                        new Shape.MapOf("framework/role", texts("a1")),
                        "the agents that constraints keep away; [] for none",
                        AllocatorChecks::excluded),
                new CheckVerb(
                        "roles", new Shape.MapOf("role", VIEW), "the master's view of roles", AllocatorChecks::roles));
    }

    private static Expectation expect(YamlValue value) {
        return value.is("anything")
                ? new AllocatorExpectation.Anything()
                : new AllocatorExpectation.Offers(offers(value));
    }

    private static List<ExpectedOffer> offers(YamlValue value) {
        if (value.is("nothing")) {
            return List.of();
        }
        List<ExpectedOffer> offers = new ArrayList<>();
        value.itemsOrOne().forEach(item -> offers.addAll(item.read(OfferNotation::expected)));
        return offers;
    }

    private static Expectation inverse(YamlValue value) {
        List<ExpectedInverseOffer> offers = new ArrayList<>();
        if (!value.is("nothing")) {
            value.itemsOrOne().forEach(item -> offers.addAll(item.read(OfferNotation::inverse)));
        }
        return new AllocatorExpectation.InverseOffers(offers);
    }

    private static Expectation outstanding(YamlValue value) {
        List<Detail> details = new ArrayList<>();
        if (!value.is("nothing")) {
            value.itemsOrOne().forEach(item -> details.addAll(details(item)));
        }
        return new AllocatorExpectation.Outstanding(details);
    }

    private static List<Detail> details(YamlValue item) {
        if (item.isText()) {
            return item.read(OfferNotation::expected).stream()
                    .map(offer -> new Detail(offer, Optional.empty(), Optional.empty()))
                    .toList();
        }
        item.entries().forEach(entry -> entry.key().oneOf(names(DETAIL), "detail of an offer"));
        YamlValue offer = item.get("offer")
                .orElseThrow(() -> item.problem("'offer' is missing", "no 'offer'", "'offer: f1 <- a1 all'"));
        return offer.read(OfferNotation::expected).stream()
                .map(one -> new Detail(
                        one,
                        item.get("unavailability")
                                .map(when -> when.is("none")
                                        ? Optional.empty()
                                        : Optional.of(when.read(TimeNotation::unavailability))),
                        item.get("domain").map(AgentVerbs::domain)))
                .toList();
    }

    private static List<String> names(Shape.Fields fields) {
        return fields.fields().stream().map(Shape.Field::name).toList();
    }

    private static Expectation statuses(YamlValue value) {
        List<String> answers = Values.names(InverseOfferStatus.Answer.class);
        return new AllocatorExpectation.Statuses(Values.map(
                value,
                IdNotation::agent,
                frameworks -> Values.map(
                        frameworks,
                        IdNotation::frameworkId,
                        answer -> InverseOfferStatus.Answer.valueOf(answer.oneOf(answers, "answer")))));
    }

    private static Expectation excluded(YamlValue value) {
        TreeMap<FrameworkId, Map<Role, Set<AgentId>>> excluded = new TreeMap<>();
        value.entries().forEach(entry -> {
            IdNotation.Owned owner = entry.key().read(text -> IdNotation.owned(text, "f1/role1"));
            TreeSet<AgentId> agents = new TreeSet<>();
            entry.value().itemsOrOne().forEach(item -> agents.add(item.read(IdNotation::agent)));
            excluded.computeIfAbsent(new FrameworkId(owner.owner()), id -> new TreeMap<>())
                    .put(owner.role(), agents);
        });
        return new AllocatorExpectation.Excluded(excluded);
    }

    private static Expectation roles(YamlValue value) {
        return new AllocatorExpectation.Roles(Values.map(value, IdNotation::role, AllocatorChecks::view));
    }

    private static View view(YamlValue value) {
        value.entries().forEach(entry -> entry.key().oneOf(names(VIEW), "part of the view of a role"));
        return new View(
                value.get("guarantee").map(one -> one.read(ResourceNotation::quantities)),
                value.get("limit").map(one -> one.read(ResourceNotation::limits)),
                value.get("consumed").map(one -> one.read(ResourceNotation::quantities)),
                value.get("weight").map(one -> one.read(ConditionNotation::number)));
    }
}
