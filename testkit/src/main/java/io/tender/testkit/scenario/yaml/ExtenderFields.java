package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.testkit.scenario.step.BatchCommand;
import io.tender.testkit.scenario.step.ExtenderReply;
import io.tender.testkit.scenario.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What an extender inside a scenario does, by the path it is asked at. */
final class ExtenderFields {

    /** Delays are real: a scenario must not be able to take long. */
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

    /** Failures that are answers of a kind. */
    private static final Map<String, ExtenderReply.Say> BAD_ANSWERS = badAnswers();

    private static final Shape FAILURES = new Shape.Choice(failures());

    static final Shape.Fields REPLY = new Shape.Fields(List.of(
            optional(
                    "when",
                    new Shape.MapOf("path", text("n1")),
                    "only for requests with these values, such as node.name: n1; the first that fits is used"),
            optional("answer", new Shape.Any("JSON"), "says this, with status 200"),
            optional("body", text("{\"code\":0}"), "says exactly this"),
            optional("http", new Shape.Count(), "the status; 200 unless said otherwise"),
            optional("fails", FAILURES, "says nothing sensible"),
            optional("delay", text("100ms"), "it really takes so long, 2s at most"),
            optional("times", new Shape.Count(), "only for so many requests")));

    private static final Shape VERB =
            Shape.anyOf(FAILURES, REPLY, new Shape.ListOf(REPLY), new Shape.Any("JSON: the answer"));

    static final Shape EXTENDER = Shape.anyOf(
            new Shape.Choice(List.of("well", "down", "back")),
            new Shape.MapOf("path, or 'any' in place of all that was said", VERB));

    private ExtenderFields() {}

    private static Map<String, ExtenderReply.Say> badAnswers() {
        Map<String, ExtenderReply.Say> answers = new LinkedHashMap<>();
        answers.put("malformed", new ExtenderReply.Say(200, "{\"code\":"));
        answers.put("text", new ExtenderReply.Say(200, "sorry"));
        answers.put("empty", new ExtenderReply.Say(200, ""));
        answers.put("wrong type", new ExtenderReply.Say(200, "[\"surprise\"]"));
        answers.put("error 500", new ExtenderReply.Say(500, "{\"errorMessage\":\"broken\"}"));
        answers.put("status 201", new ExtenderReply.Say(201, "{}"));
        return answers;
    }

    private static List<String> failures() {
        List<String> words = new ArrayList<>(Arrays.stream(ExtenderReply.Failure.values())
                .map(ExtenderReply.Failure::words)
                .toList());
        words.addAll(BAD_ANSWERS.keySet());
        return words;
    }

    /** What a step says of one extender. */
    static BatchCommand change(String name, YamlValue value) {
        if (value.isText()) {
            return switch (value.oneOf(List.of("well", "down", "back"), "state of an extender")) {
                case "down" -> new BatchCommand.Down(name);
                case "back" -> new BatchCommand.Back(name);
                default -> new BatchCommand.Behave(name, new TreeMap<>(Map.of("any", List.of())));
            };
        }
        TreeMap<String, List<ExtenderReply>> verbs = new TreeMap<>();
        value.entries()
                .forEach(entry -> verbs.put(
                        entry.name(),
                        entry.value().itemsOrOne().stream()
                                .map(ExtenderFields::reply)
                                .toList()));
        return new BatchCommand.Behave(name, verbs);
    }

    private static ExtenderReply reply(YamlValue value) {
        if (value.isText()) {
            return ExtenderReply.always(failure(value));
        }
        List<String> known = REPLY.fields().stream().map(Shape.Field::name).toList();
        boolean described = value.entries().stream().anyMatch(entry -> known.contains(entry.name()));
        if (!described) {
            return ExtenderReply.saying(YamlJson.text(value));
        }
        BatchObjects.requireKnown(value, REPLY, "part of what an extender does");
        TreeMap<String, String> when = new TreeMap<>();
        value.get("when")
                .ifPresent(map -> map.entries()
                        .forEach(entry -> when.put(entry.name(), entry.value().text())));
        return new ExtenderReply(
                when,
                reaction(value),
                value.get("delay").map(ExtenderFields::delay).orElse(Duration.ZERO),
                value.get("times").map(YamlValue::count).orElse(ExtenderReply.ALWAYS));
    }

    private static ExtenderReply.Reaction reaction(YamlValue value) {
        if (value.get("fails").isPresent()) {
            return failure(value.get("fails").get());
        }
        String body = value.get("answer")
                .map(YamlJson::text)
                .or(() -> value.get("body").map(YamlValue::text))
                .orElse("{}");
        return new ExtenderReply.Say(value.get("http").map(YamlValue::count).orElse(200), body);
    }

    private static ExtenderReply.Reaction failure(YamlValue value) {
        String word = value.oneOf(failures(), "way to fail");
        ExtenderReply.Say bad = BAD_ANSWERS.get(word);
        if (bad != null) {
            return bad;
        }
        return new ExtenderReply.Fail(Arrays.stream(ExtenderReply.Failure.values())
                .filter(each -> each.words().equals(word))
                .findFirst()
                .orElseThrow());
    }

    private static Duration delay(YamlValue value) {
        Duration delay = value.read(Durations::duration);
        if (delay.compareTo(LONGEST_DELAY) > 0) {
            throw value.problem(
                    "the delay is too long: this time really passes", "'" + value.text() + "'", "at most 2s");
        }
        return delay;
    }
}
