package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.text.OperationNotation;
import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.List;
import java.util.stream.Collectors;

/** All words of scenarios as tables in Markdown, made from the vocabulary that the parser reads; docs/scenarios.md holds them. */
public final class ScenarioReference {

    private ScenarioReference() {}

    public static String text() {
        StringBuilder out = new StringBuilder();
        heading(out, "The scenario itself");
        table(out, ScenarioFields.ALL);
        heading(out, "Options");
        table(out, OptionFields.ALL);
        heading(out, "The master");
        table(out, ScenarioFields.MASTER.fields());
        heading(out, "Batch sessions");
        table(out, BatchFields.ALL.fields());
        heading(out, "A node of `batch`");
        table(out, BatchObjects.NODE.fields());
        heading(out, "A queue of `batch`");
        table(out, BatchObjects.QUEUE.fields());
        heading(out, "A job of `batch`");
        table(out, BatchJobs.JOB.fields());
        heading(out, "The tasks of a job of `batch`");
        table(out, BatchTasks.TASK.fields());
        heading(out, "What an extender of `batch` does with a request");
        table(out, ExtenderFields.REPLY.fields());
        for (Vocabulary vocabulary : Vocabulary.ALL) {
            heading(out, "Steps about " + about(vocabulary));
            out.append("| what happens | written | meaning |\n|---|---|---|\n");
            vocabulary.verbs().forEach(verb -> verb(out, verb));
            if (vocabulary.blocks()) {
                row(out, "`" + Blocks.TOGETHER + "`", "a list of steps", Blocks.TOGETHER_HELP);
                row(out, "`" + Blocks.REPEAT + "`, with `" + Blocks.STEPS + "`", "`10`", Blocks.REPEAT_HELP);
            }
            if (!vocabulary.common().isEmpty()) {
                vocabulary
                        .common()
                        .forEach(field ->
                                row(out, "any, with `" + field.name() + "`", example(field.shape()), field.help()));
            }
            out.append("\n| what is expected | written | meaning |\n|---|---|---|\n");
            vocabulary
                    .checks()
                    .forEach(check -> row(out, "`" + check.name() + "`", example(check.shape()), check.help()));
        }
        heading(out, "Operations");
        out.append("| written | meaning |\n|---|---|\n");
        OperationNotation.FORMS.forEach(form -> out.append("| `")
                .append(form.written())
                .append("` | ")
                .append(form.meaning())
                .append(" |\n"));
        heading(out, "Reasons of refusals");
        out.append(quoted(Refusals.ALL));
        return out.append('\n').toString();
    }

    private static String about(Vocabulary vocabulary) {
        return switch (vocabulary.subject()) {
            case "allocator" -> "an allocator";
            case "services" -> "services (`services: {}`)";
            case "batch" -> "batch sessions (`batch: {}`)";
            case "sorter" -> "a sorter (`subject: drf sorter` or `random sorter`)";
            default -> vocabulary.subject() + " (`subject: " + vocabulary.subject() + "`)";
        };
    }

    private static void heading(StringBuilder out, String text) {
        out.append(out.isEmpty() ? "" : "\n").append("### ").append(text).append("\n\n");
    }

    private static void table(StringBuilder out, List<Field> fields) {
        out.append("| key | written | meaning |\n|---|---|---|\n");
        fields.forEach(field -> row(
                out,
                "`" + field.name() + "`" + (field.required() ? " (needed)" : ""),
                example(field.shape()),
                field.help()));
    }

    private static void verb(StringBuilder out, Verb verb) {
        row(out, "`" + verb.name() + "`", example(verb.shape()), verb.help());
        verb.fields()
                .forEach(field -> row(
                        out,
                        "&nbsp;&nbsp;`" + field.name() + "`" + (field.required() ? " (needed)" : ""),
                        example(field.shape()),
                        field.help()));
    }

    private static void row(StringBuilder out, String word, String written, String meaning) {
        out.append("| ").append(word).append(" | ").append(written).append(" | ");
        out.append(meaning.replace("|", "\\|")).append(" |\n");
    }

    private static String example(Shape shape) {
        return switch (shape) {
            case Shape.Alone alone -> "alone";
            case Shape.Text text -> "`" + text.example().replace("|", "\\|") + "`";
            case Shape.Count count -> "a whole number";
            case Shape.Flag flag -> "`true` or `false`";
            case Shape.Choice choice -> quoted(choice.words());
            case Shape.OneOrMore some -> example(some.each()) + ", or a list";
            case Shape.ListOf list -> "a list of " + example(list.each());
            case Shape.MapOf map -> "a map: " + map.key() + " to " + example(map.value());
            case Shape.Fields map ->
                "a map with " + quoted(map.fields().stream().map(Field::name).toList());
            case Shape.AnyOf any ->
                any.shapes().stream().map(ScenarioReference::example).collect(Collectors.joining("; or "));
            case Shape.Steps steps -> "a list of steps";
            case Shape.Any any -> any.words();
        };
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
    }
}
