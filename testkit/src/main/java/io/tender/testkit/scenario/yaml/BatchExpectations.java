package io.tender.testkit.scenario.yaml;

import static io.tender.testkit.scenario.yaml.Shape.optional;
import static io.tender.testkit.scenario.yaml.Shape.text;

import io.tender.model.batch.JobPhase;
import io.tender.testkit.scenario.step.BatchExpectation;
import io.tender.testkit.scenario.step.BatchExpectation.Ending;
import io.tender.testkit.scenario.step.BatchExpectation.ExpectedProblem;
import io.tender.testkit.scenario.step.BatchExpectation.Reason;
import io.tender.testkit.scenario.step.BatchExpectation.Where;
import io.tender.testkit.scenario.step.Expectation;
import io.tender.testkit.scenario.text.BatchNotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What can be expected of a batch scheduler. */
final class BatchExpectations {
    private static final List<String> WORDS = List.of("nothing", "anything");

    private static final Shape.Fields ENDING = new Shape.Fields(List.of(
            optional("count", new Shape.Count(), "how many of its tasks"),
            optional("for", text("a"), "the job that gets the room; 'nobody'"),
            optional("because", text("preempt"), "a part of the reason")));

    private static final Shape.Fields PROBLEM = new Shape.Fields(List.of(
            optional("line", new Shape.Count(), "the line of this file"),
            optional("text", text("Did you mean"), "a part of what is said")));

    private static final Shape BODIES = new Shape.ListOf(new Shape.MapOf("path", text("n1")));

    private BatchExpectations() {}

    static List<CheckVerb> all() {
        return List.of(
                new CheckVerb(
                        "placed",
                        Shape.anyOf(new Shape.Choice(WORDS), new Shape.MapOf("job or task", text("n1 n1 n2"))),
                        "exactly these tasks were placed since the last look, on these nodes; a number: so many, anywhere",
                        BatchExpectations::placed),
                new CheckVerb(
                        "evicted",
                        Shape.anyOf(
                                Shape.texts("a-0"),
                                new Shape.MapOf("job or task", Shape.anyOf(text("for-whom"), ENDING))),
                        "exactly these tasks were evicted; behind it for which job, or how many of the job's tasks",
                        BatchExpectations::evicted),
                new CheckVerb(
                        "phases",
                        new Shape.MapOf("job", text("Running")),
                        "the phases of jobs: Pending, Inqueue, Running, Unknown, Completed",
                        value -> new BatchExpectation.Phases(Values.map(
                                value,
                                key -> key,
                                each -> each.read(
                                        word -> BatchNotation.word(JobPhase.class, word, "phase of a job"))))),
                new CheckVerb(
                        "tasks",
                        new Shape.MapOf("job or task", text("Running on n1")),
                        "the states of tasks, and where they are",
                        value -> new BatchExpectation.States(texts(value))),
                new CheckVerb(
                        "scores",
                        new Shape.MapOf("task", new Shape.MapOf("node", text("90"))),
                        "what nodes are worth to a waiting task as things stand: 90, > 50, or a part of why it does not fit",
                        value -> new BatchExpectation.All(value.entries().stream()
                                .<BatchExpectation>map(
                                        entry -> new BatchExpectation.Scores(entry.name(), texts(entry.value())))
                                .toList())),
                new CheckVerb(
                        "why",
                        new Shape.MapOf(
                                "job or task",
                                Shape.anyOf(text("gang: 2/3 tasks"), new Shape.MapOf("node", text("taint")))),
                        "why jobs and tasks wait after the last session: a part of 'plugin: reason', alone or by node",
                        value -> new BatchExpectation.Why(Values.map(value, key -> key, BatchExpectations::reason))),
                new CheckVerb(
                        "passed over",
                        nothingOr("queue", text("proportion: overused")),
                        "exactly these queues were passed over in the last session, and a part of why",
                        ofTexts(BatchExpectation.PassedOver::new)),
                new CheckVerb(
                        "pipelined",
                        nothingOr("task", text("n1")),
                        "exactly these tasks were promised room in the last session that is still being freed",
                        ofTexts(BatchExpectation.Pipelined::new)),
                new CheckVerb(
                        "nominated",
                        nothingOr("task", text("n1")),
                        "exactly these tasks are to be tried first where the last session frees room",
                        ofTexts(BatchExpectation.Nominated::new)),
                new CheckVerb(
                        "nominated domains",
                        nothingOr("job", Shape.texts("s1")),
                        "exactly these jobs have domains that the last session frees for them",
                        value -> new BatchExpectation.NominatedDomains(
                                value.is("nothing")
                                        ? new TreeMap<>()
                                        : Values.map(value, key -> key, YamlValue::texts))),
                new CheckVerb(
                        "requests",
                        new Shape.MapOf(
                                "extender",
                                Shape.anyOf(
                                        new Shape.Count(),
                                        new Shape.MapOf("path of a verb", Shape.anyOf(new Shape.Count(), BODIES)))),
                        "what extenders were asked since the last look: how often, or each with some of its values"
                                + " (header.x-team: one of its headers)",
                        BatchExpectations::requests),
                new CheckVerb(
                        "faults",
                        Shape.texts("gang: jobOrder"),
                        "exactly these plugins threw in the last session, a part of each message; 'nothing'",
                        value -> new BatchExpectation.Faults(value.is("nothing") ? List.of() : value.texts())),
                new CheckVerb(
                        "notices",
                        Shape.texts("metrics: no other source is asked"),
                        "exactly these things in the settings in force have no effect, a part of each message; 'nothing'",
                        value -> new BatchExpectation.Notices(value.is("nothing") ? List.of() : value.texts())),
                new CheckVerb(
                        "problems",
                        new Shape.OneOrMore(Shape.anyOf(text("Did you mean"), PROBLEM)),
                        "exactly these problems were found in the settings, in order",
                        value -> new BatchExpectation.Problems(value.itemsOrOne().stream()
                                .map(BatchExpectations::problem)
                                .toList())));
    }

    private static Shape nothingOr(String key, Shape value) {
        return Shape.anyOf(new Shape.Choice(List.of("nothing")), new Shape.MapOf(key, value));
    }

    private static Function<YamlValue, Expectation> ofTexts(Function<SortedMap<String, String>, Expectation> made) {
        return value -> made.apply(value.is("nothing") ? new TreeMap<>() : texts(value));
    }

    private static SortedMap<String, String> texts(YamlValue value) {
        return Values.map(value, key -> key, YamlValue::text);
    }

    private static Expectation placed(YamlValue value) {
        if (value.isText()) {
            return value.oneOf(WORDS, "way to say what was placed").equals("anything")
                    ? new BatchExpectation.Anything(false)
                    : new BatchExpectation.Placed(new TreeMap<>());
        }
        return new BatchExpectation.Placed(Values.map(value, key -> key, BatchExpectations::where));
    }

    private static Where where(YamlValue value) {
        if (value.isText() && value.text().matches("[0-9]{1,6}")) {
            return new Where(OptionalInt.of(value.count()), List.of());
        }
        List<String> nodes = new ArrayList<>();
        for (YamlValue item : value.itemsOrOne()) {
            item.read(BatchNotation::names).forEach(name -> {
                int times = name.lastIndexOf('*');
                boolean repeated = times > 0 && name.substring(times + 1).matches("[0-9]{1,4}");
                int count = repeated ? Integer.parseInt(name.substring(times + 1)) : 1;
                for (int i = 0; i < count; i++) {
                    nodes.add(repeated ? name.substring(0, times) : name);
                }
            });
        }
        return new Where(OptionalInt.empty(), nodes);
    }

    private static Expectation evicted(YamlValue value) {
        if (value.is("anything")) {
            return new BatchExpectation.Anything(true);
        }
        TreeMap<String, Ending> tasks = new TreeMap<>();
        if (value.isMap()) {
            value.entries().forEach(entry -> tasks.put(entry.name(), ending(entry.value())));
        } else if (!value.is("nothing")) {
            value.itemsOrOne()
                    .forEach(item -> item.read(BatchNotation::names)
                            .forEach(name -> tasks.put(
                                    name, new Ending(OptionalInt.empty(), Optional.empty(), Optional.empty()))));
        }
        return new BatchExpectation.Evicted(tasks);
    }

    private static Ending ending(YamlValue value) {
        if (value.isText()) {
            boolean count = value.text().matches("[0-9]{1,6}");
            return new Ending(
                    count ? OptionalInt.of(value.count()) : OptionalInt.empty(),
                    count ? Optional.empty() : Optional.of(value.text()),
                    Optional.empty());
        }
        BatchObjects.requireKnown(value, ENDING, "part of an eviction");
        return new Ending(
                value.get("count").map(count -> OptionalInt.of(count.count())).orElse(OptionalInt.empty()),
                value.get("for").map(YamlValue::text),
                value.get("because").map(YamlValue::text));
    }

    private static Reason reason(YamlValue value) {
        if (value.isMap()) {
            return new Reason(Optional.empty(), texts(value));
        }
        return new Reason(value.is("nothing") ? Optional.empty() : Optional.of(value.text()), new TreeMap<>());
    }

    private static Expectation requests(YamlValue value) {
        List<BatchExpectation> parts = new ArrayList<>();
        for (YamlValue.Entry extender : value.entries()) {
            if (extender.value().isText()) {
                parts.add(new BatchExpectation.Requests(
                        extender.name(), "", OptionalInt.of(extender.value().count()), List.of()));
                continue;
            }
            for (YamlValue.Entry verb : extender.value().entries()) {
                boolean count = verb.value().isText();
                parts.add(new BatchExpectation.Requests(
                        extender.name(),
                        verb.name(),
                        count ? OptionalInt.of(verb.value().count()) : OptionalInt.empty(),
                        count
                                ? List.of()
                                : verb.value().items().stream()
                                        .map(BatchExpectations::texts)
                                        .toList()));
            }
        }
        return new BatchExpectation.All(parts);
    }

    private static ExpectedProblem problem(YamlValue value) {
        if (value.isText()) {
            return new ExpectedProblem(OptionalInt.empty(), value.text());
        }
        BatchObjects.requireKnown(value, PROBLEM, "part of a problem");
        return new ExpectedProblem(
                value.get("line").map(line -> OptionalInt.of(line.count())).orElse(OptionalInt.empty()),
                value.get("text").map(YamlValue::text).orElse(""));
    }
}
