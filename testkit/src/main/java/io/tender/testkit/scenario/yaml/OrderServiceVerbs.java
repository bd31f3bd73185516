package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;
import static io.tender.testkit.scenario.yaml.Shape.texts;

import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Conduct;
import io.tender.testkit.scenario.step.ServiceCommand;
import io.tender.testkit.scenario.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What the offer-set service of a scenario does. */
final class OrderServiceVerbs {

    /** Delays are real: a scenario must not be able to take long. */
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

    private static final List<String> RULES =
            Arrays.stream(Conduct.Rule.values()).map(Conduct.Rule::words).toList();
    private static final List<String> FAILURES =
            Arrays.stream(Conduct.Failure.values()).map(Conduct.Failure::words).toList();

    private static final Shape.Fields CONDUCT = new Shape.Fields(List.of(
            optional("answers", texts("host1"), "names these hosts, whatever it is asked; [] for none"),
            optional("error", text("no metrics yet"), "with 'answers', or alone: the error it tells"),
            optional("rule", new Shape.Choice(RULES), "names the hosts it is asked about in this order"),
            optional("fails", new Shape.Choice(FAILURES), "says nothing sensible"),
            optional("body", text("{\"hosts\":[\"host1\"]}"), "says exactly this"),
            optional("status", new Shape.Count(), "with 'body': the status; 200 unless said otherwise"),
            optional("headers", new Shape.MapOf("name", text("value")), "with 'body': headers"),
            optional("delay", text("100ms"), "it really takes so long, 2s at most"),
            optional("late", text("3s"), "the scheduler gets the answer so much later, on the scenario's clock")));

    /** Those that say what is answered; one of them is needed. */
    private static final List<String> KINDS = List.of("answers", "rule", "fails", "body", "error");

    private OrderServiceVerbs() {}

    static List<Verb> all() {
        return List.of(Verb.one(
                "service",
                Shape.anyOf(new Shape.Choice(List.of("down", "back")), CONDUCT, new Shape.ListOf(CONDUCT)),
                "what the offer-set service does from now on; a list: with one request after the other",
                List.of(),
                OrderServiceVerbs::service));
    }

    private static Command service(Arguments arguments) {
        YamlValue value = arguments.value();
        if (value.isText()) {
            return value.oneOf(List.of("down", "back"), "state of a service").equals("down")
                    ? new ServiceCommand.Down()
                    : new ServiceCommand.Back();
        }
        List<Conduct> conducts =
                value.itemsOrOne().stream().map(OrderServiceVerbs::conduct).toList();
        if (conducts.isEmpty()) {
            throw value.expected("at least one answer", "an empty list");
        }
        return new ServiceCommand.Behave(conducts);
    }

    private static Conduct conduct(YamlValue value) {
        List<String> known = CONDUCT.fields().stream().map(Shape.Field::name).toList();
        value.entries().forEach(entry -> entry.key().oneOf(known, "part of 'service'"));
        return new Conduct(
                reaction(value),
                value.get("delay").map(OrderServiceVerbs::delay).orElse(Duration.ZERO),
                value.get("late").map(late -> late.read(Durations::duration)).orElse(Duration.ZERO));
    }

    private static Duration delay(YamlValue value) {
        Duration delay = value.read(Durations::duration);
        if (delay.compareTo(LONGEST_DELAY) > 0) {
            throw value.expected("2s or less: this time really passes", "'" + value.text() + "'");
        }
        return delay;
    }

    private static Conduct.Reaction reaction(YamlValue value) {
        List<String> kinds = new ArrayList<>(
                KINDS.stream().filter(kind -> value.get(kind).isPresent()).toList());
        if (kinds.equals(List.of("answers", "error"))) {
            kinds.remove("error");
        }
        if (kinds.size() != 1) {
            throw value.expected("one of " + String.join(", ", KINDS), kinds.isEmpty() ? "none" : kinds.toString());
        }
        for (String part : List.of("status", "headers")) {
            Optional<YamlValue> useless = value.get(part).filter(there -> !kinds.contains("body"));
            if (useless.isPresent()) {
                throw useless.get().expected("'body' beside '" + part + "'", kinds.toString());
            }
        }
        Optional<YamlValue> of = value.get(kinds.getFirst());
        YamlValue said = of.orElseThrow();
        return switch (kinds.getFirst()) {
            case "answers" ->
                new Conduct.Order(
                        said.texts(), value.get("error").map(YamlValue::text).orElse(""));
            case "error" -> new Conduct.Order(List.of(), said.text());
            case "rule" ->
                new Conduct.ByRule(named(Conduct.Rule.values(), Conduct.Rule::words, said.oneOf(RULES, "rule")));
            case "fails" ->
                new Conduct.Failing(
                        named(Conduct.Failure.values(), Conduct.Failure::words, said.oneOf(FAILURES, "way to fail")));
            default -> new Conduct.Raw(status(value), headers(value), said.text());
        };
    }

    private static <E> E named(E[] all, Function<E, String> words, String text) {
        return Arrays.stream(all)
                .filter(one -> words.apply(one).equals(text))
                .findFirst()
                .orElseThrow();
    }

    private static int status(YamlValue value) {
        int status = value.get("status").map(YamlValue::count).orElse(200);
        if (status < 100 || status > 999) {
            throw value.expected("a status of three digits", "'" + status + "'");
        }
        return status;
    }

    private static SortedMap<String, String> headers(YamlValue value) {
        return value.get("headers")
                .map(map -> Values.map(map, key -> key, YamlValue::text))
                .orElseGet(TreeMap::new);
    }
}
