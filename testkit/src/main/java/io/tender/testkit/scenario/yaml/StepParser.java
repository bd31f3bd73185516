package io.tender.testkit.scenario.yaml;

import io.tender.model.Suggestion;
import io.tender.testkit.scenario.step.ClockCommand;
import io.tender.testkit.scenario.step.Command;
import io.tender.testkit.scenario.step.Source;
import io.tender.testkit.scenario.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads steps. A step is a word, or a map with at most one thing that happens, the fields of that, and what is expected
 * after it.
 */
final class StepParser {

    private final Vocabulary vocabulary;
    private final boolean withMaster;
    private final List<Problem> problems;

    /**
     * @param withMaster whether there is a master, without which some words mean nothing
     * @param problems where mistakes are collected; reading goes on with the next step
     */
    StepParser(Vocabulary vocabulary, boolean withMaster, List<Problem> problems) {
        this.vocabulary = vocabulary;
        this.withMaster = withMaster;
        this.problems = problems;
    }

    List<Step> steps(YamlValue list) {
        if (list.isList() && list.items().isEmpty()) {
            throw list.expected("at least one step", "an empty list");
        }
        return steps(list, 0);
    }

    private List<Step> steps(YamlValue list, int depth) {
        List<Step> steps = new ArrayList<>();
        if (depth > Blocks.DEEPEST) {
            throw list.problem("steps are nested too deeply", depth + " levels", "at most " + Blocks.DEEPEST);
        }
        for (YamlValue item : list.items()) {
            try {
                steps.addAll(item.isMap() ? map(item, depth) : word(item));
            } catch (ProblemException e) {
                problems.add(e.problem());
            }
        }
        return steps;
    }

    /** A step that is just a word, such as {@code tick}. */
    private List<Step> word(YamlValue item) {
        String word = item.text();
        Verb verb = vocabulary.verb(word).orElseThrow(() -> unknownStep(item, word));
        if (!verb.aloneToo()) {
            throw item.problem("'" + word + "' needs a value", "'" + word + "' alone", "'" + example(verb) + "'");
        }
        Arguments none = new Arguments(item, Optional.empty(), Map.of());
        return calls(item.source(), verb.build().apply(none), Optional.empty());
    }

    private static List<Step> calls(Source source, List<Command> commands, Optional<Step.ExpectedRefusal> refused) {
        List<Step.Call> calls = commands.stream()
                .map(command -> new Step.Call(source, command, refused))
                .toList();
        return List.of(calls.size() == 1 ? calls.getFirst() : new Step.Sequence(source, calls));
    }

    private ProblemException unknownStep(YamlValue item, String word) {
        Optional<String> first = vocabulary.words().stream()
                .filter(known -> word.startsWith(known + " "))
                .findFirst();
        String hint = first.map(known -> " Did you forget the ':' after '" + known + "'?")
                .orElseGet(() -> Suggestion.sentence(word, vocabulary.words()));
        return item.problem(
                "'" + word + "' is no step of a scenario about " + about() + "." + hint,
                "'" + word + "'",
                "one of " + String.join(", ", vocabulary.words()));
    }

    private String about() {
        return switch (vocabulary.subject()) {
            case "allocator" -> "an allocator";
            case "sorter" -> "a sorter";
            default -> vocabulary.subject();
        };
    }

    private static String example(Verb verb) {
        return verb.name() + ": " + (verb.shape() instanceof Shape.Text text ? text.example() : "...");
    }

    private List<Step> map(YamlValue item, int depth) {
        List<YamlValue.Entry> entries = item.entries();
        requireMaster(entries);
        Optional<YamlValue.Entry> block =
                entries.stream().filter(entry -> isBlock(entry.name())).findFirst();
        if (block.isPresent()) {
            return block(block.get(), entries, depth);
        }
        List<YamlValue.Entry> happening = entries.stream()
                .filter(entry -> vocabulary.verb(entry.name()).isPresent())
                .toList();
        if (happening.size() > 1) {
            YamlValue second = happening.get(1).key();
            throw second.problem(
                    "two things happen in one step",
                    "'" + happening.getFirst().name() + "' and '" + second.text() + "'",
                    "one per step; begin the second with '- " + second.text() + ": ...'");
        }
        List<Step> steps = new ArrayList<>();
        if (!happening.isEmpty()) {
            steps.addAll(happen(happening.getFirst(), entries));
        } else {
            entries.stream()
                    .filter(entry -> vocabulary.check(entry.name()).isEmpty())
                    .findFirst()
                    .ifPresent(entry -> {
                        throw unknownStep(entry.key(), entry.name());
                    });
        }
        steps.addAll(checks(entries));
        return steps;
    }

    private void requireMaster(List<YamlValue.Entry> entries) {
        for (YamlValue.Entry entry : entries) {
            if (!withMaster
                    && vocabulary.equals(Vocabulary.ALLOCATOR)
                    && Vocabulary.MASTER_ONLY.contains(entry.name())) {
                throw entry.key()
                        .problem(
                                "'" + entry.name() + "' means nothing without a master",
                                "a scenario without 'master'",
                                "'master: {}' beside 'steps', to put a master between");
            }
        }
    }

    private boolean isBlock(String word) {
        return vocabulary.blocks() && Blocks.WORDS.contains(word);
    }

    private List<Step> happen(YamlValue.Entry entry, List<YamlValue.Entry> entries) {
        Verb verb = vocabulary.verb(entry.name()).orElseThrow();
        Map<String, YamlValue> fields = fields(verb, entries);
        for (Shape.Field field : verb.fields()) {
            if (field.required() && !fields.containsKey(field.name())) {
                throw entry.key()
                        .problem(
                                "'" + verb.name() + "' needs '" + field.name() + "': " + field.help(),
                                "no '" + field.name() + "' beside it",
                                "'" + field.name() + ": ...'");
            }
        }
        boolean bare = entry.value().isNothing() && verb.aloneToo();
        if (verb.shape() instanceof Shape.Alone && !bare) {
            throw entry.value()
                    .problem(
                            "'" + verb.name() + "' takes no value",
                            entry.value().kind(),
                            "'" + verb.name() + ":'");
        }
        if (verb.shape() instanceof Shape.Text text && !entry.value().isText()) {
            throw entry.value()
                    .expected("text such as " + text.example(), entry.value().kind());
        }
        Arguments arguments = new Arguments(entry.key(), bare ? Optional.empty() : Optional.of(entry.value()), fields);
        Optional<Step.ExpectedRefusal> refused = refusal(fields);
        return calls(source(entry), verb.build().apply(arguments), refused);
    }

    private Map<String, YamlValue> fields(Verb verb, List<YamlValue.Entry> entries) {
        List<String> known = vocabulary.wordsBeside(verb);
        Map<String, YamlValue> fields = new LinkedHashMap<>();
        for (YamlValue.Entry entry : entries) {
            String name = entry.name();
            if (name.equals(verb.name())) {
                continue;
            }
            if (!known.contains(name)) {
                throw entry.key()
                        .problem(
                                "'" + verb.name() + "' has no '" + name + "'." + Suggestion.sentence(name, known),
                                "'" + name + "'",
                                "one of " + String.join(", ", known));
            }
            if (vocabulary.check(name).isEmpty()) {
                fields.put(name, entry.value());
            }
        }
        return fields;
    }

    private Optional<Step.ExpectedRefusal> refusal(Map<String, YamlValue> fields) {
        Optional<YamlValue> refused = Optional.ofNullable(fields.get("refused"));
        Optional<String> because = Optional.ofNullable(fields.get("because")).map(YamlValue::text);
        YamlValue reason = fields.get("because");
        if (refused.isEmpty() && reason != null) {
            throw reason.problem("'because' needs 'refused'", "only 'because'", "'refused: REASON' beside it");
        }
        // Where refusals have no reasons of their own, the text is a part of the message.
        return vocabulary.common().equals(Vocabulary.REFUSAL)
                ? refused.map(value -> new Step.ExpectedRefusal(value.oneOf(Refusals.ALL, "reason"), because))
                : refused.map(value -> new Step.ExpectedRefusal("", Optional.of(value.text())));
    }

    private List<Step> checks(List<YamlValue.Entry> entries) {
        List<Step> steps = new ArrayList<>();
        for (YamlValue.Entry entry : entries) {
            vocabulary
                    .check(entry.name())
                    .ifPresent(check -> steps.add(
                            new Step.Check(source(entry), check.build().apply(entry.value()))));
        }
        return steps;
    }

    private static Source source(YamlValue.Entry entry) {
        return entry.key().sourceTo(entry.value());
    }

    private List<Step> block(YamlValue.Entry block, List<YamlValue.Entry> entries, int depth) {
        boolean repeat = block.name().equals(Blocks.REPEAT);
        for (YamlValue.Entry entry : entries) {
            boolean fits = entry.name().equals(block.name())
                    || (repeat && entry.name().equals(Blocks.STEPS))
                    || vocabulary.check(entry.name()).isPresent();
            if (!fits) {
                throw entry.key()
                        .problem(
                                "'" + block.name() + "' has no '" + entry.name() + "'",
                                "'" + entry.name() + "'",
                                (repeat ? "'steps', " : "") + "or something expected after it");
            }
        }
        List<Step> steps = new ArrayList<>();
        steps.add(repeat ? repeat(block, entries, depth) : together(block, depth));
        steps.addAll(checks(entries));
        return steps;
    }

    private Step repeat(YamlValue.Entry block, List<YamlValue.Entry> entries, int depth) {
        int times = block.value().count();
        if (times < 1 || times > 100_000) {
            throw block.value().expected("1 to 100000", "'" + times + "'");
        }
        YamlValue repeated = entries.stream()
                .filter(entry -> entry.name().equals(Blocks.STEPS))
                .map(YamlValue.Entry::value)
                .findFirst()
                .orElseThrow(() ->
                        block.key().problem("'repeat' needs 'steps'", "no 'steps' beside it", "'steps:' and a list"));
        return new Step.Repeat(block.key().sourceTo(block.value()), times, steps(repeated, depth + 1));
    }

    private Step together(YamlValue.Entry block, int depth) {
        List<Step.Call> calls = new ArrayList<>();
        for (Step step : steps(block.value(), depth + 1)) {
            if (step instanceof Step.Sequence sequence) {
                calls.addAll(sequence.calls());
            } else if (step instanceof Step.Call call && !(call.command() instanceof ClockCommand)) {
                calls.add(call);
            } else {
                throw new ProblemException(new Problem(
                        step.source().place(),
                        "this cannot be part of 'together'",
                        Optional.of("'" + step.source().text() + "'"),
                        Optional.of("only what is queued; time and expectations come after it"),
                        ""));
            }
        }
        return new Step.Together(block.key().source(), calls);
    }
}
