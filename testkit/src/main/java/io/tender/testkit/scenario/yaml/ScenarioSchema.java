package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.yaml.Shape.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON schema of scenario files, from which editors complete and check. It is made from the same vocabulary as the
 * parser; {@code docs/scenario.schema.json} is its output.
 */
public final class ScenarioSchema {

    private static final Map<String, Object> VARIABLE = object("$ref", "#/definitions/variable");

    private ScenarioSchema() {}

    /** The whole schema as JSON text. */
    public static String text() {
        return Json.print(schema());
    }

    private static Map<String, Object> schema() {
        Map<String, Object> definitions = new LinkedHashMap<>();
        definitions.put(
                "variable",
                object(
                        "description", "a variable of 'variants'",
                        "type", "string",
                        "pattern", "\\$\\("));
        for (Vocabulary vocabulary : Vocabulary.ALL) {
            definitions.put(vocabulary.subject() + " steps", steps(vocabulary));
            vocabulary
                    .checks()
                    .forEach(check ->
                            definitions.put(checkName(vocabulary, check), described(check.shape(), check.help())));
        }
        Map<String, Object> schema = object(
                "$schema", "http://json-schema.org/draft-07/schema#",
                "title", "Tender scenario",
                "description", "One document of a scenario file; see docs/scenarios.md.");
        schema.putAll(fields(ScenarioFields.ALL));
        List<Object> bySubject = new ArrayList<>();
        for (Vocabulary vocabulary : Vocabulary.ALL) {
            bySubject.add(object(
                    "if", subjectIs(vocabulary),
                    "then",
                            object(
                                    "properties",
                                    object(
                                            "steps",
                                            object("$ref", "#/definitions/" + vocabulary.subject() + " steps")))));
        }
        schema.put("allOf", bySubject);
        schema.put("definitions", definitions);
        return schema;
    }

    private static String checkName(Vocabulary vocabulary, CheckVerb check) {
        return vocabulary.subject() + " " + check.name();
    }

    private static Map<String, Object> subjectIs(Vocabulary vocabulary) {
        return switch (vocabulary.subject()) {
            case "allocator" ->
                object(
                        "properties",
                        object("subject", object("enum", List.of("allocator"))),
                        "not",
                        object(
                                "anyOf",
                                List.of(
                                        object("required", List.of("services")),
                                        object("required", List.of("batch")))));
            case "services", "batch" -> object("required", List.of(vocabulary.subject()));
            case "sorter" ->
                object("properties", object("subject", object("pattern", "sorter$")), "required", List.of("subject"));
            default ->
                object(
                        "properties",
                        object("subject", object("enum", List.of(vocabulary.subject()))),
                        "required",
                        List.of("subject"));
        };
    }

    private static Map<String, Object> steps(Vocabulary vocabulary) {
        Map<String, Object> checks = new LinkedHashMap<>();
        vocabulary
                .checks()
                .forEach(check ->
                        checks.put(check.name(), object("$ref", "#/definitions/" + checkName(vocabulary, check))));
        List<Object> steps = new ArrayList<>();
        List<String> alone = vocabulary.verbs().stream()
                .filter(Verb::aloneToo)
                .map(Verb::name)
                .toList();
        if (!alone.isEmpty()) {
            steps.add(object("enum", alone));
        }
        vocabulary.verbs().forEach(verb -> steps.add(step(verb, vocabulary, checks)));
        if (vocabulary.blocks()) {
            String own = vocabulary.subject() + " steps";
            Map<String, Object> list = object("$ref", "#/definitions/" + own);
            steps.add(block(Map.of(Blocks.TOGETHER, list), Blocks.TOGETHER_HELP, checks));
            Map<String, Object> repeat = new LinkedHashMap<>();
            repeat.put(Blocks.REPEAT, shape(new Shape.Count()));
            repeat.put(Blocks.STEPS, list);
            steps.add(block(repeat, Blocks.REPEAT_HELP, checks));
        }
        steps.add(object(
                "type",
                "object",
                "description",
                "something is expected",
                "properties",
                checks,
                "minProperties",
                1,
                "additionalProperties",
                false));
        return object("type", "array", "items", object("anyOf", steps));
    }

    private static Map<String, Object> step(Verb verb, Vocabulary vocabulary, Map<String, Object> checks) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, Object> value = described(verb.shape(), verb.help());
        if (verb.aloneToo() && !(verb.shape() instanceof Shape.Alone)) {
            value = object("description", verb.help(), "anyOf", List.of(shape(verb.shape()), object("type", "null")));
        }
        properties.put(verb.name(), value);
        List<String> required = new ArrayList<>(List.of(verb.name()));
        List<Field> fields = new ArrayList<>(verb.fields());
        fields.addAll(vocabulary.common());
        for (Field field : fields) {
            properties.put(field.name(), described(field.shape(), field.help()));
            if (field.required()) {
                required.add(field.name());
            }
        }
        properties.putAll(checks);
        return object(
                "type",
                "object",
                "description",
                verb.help(),
                "properties",
                properties,
                "required",
                required,
                "additionalProperties",
                false);
    }

    private static Map<String, Object> block(Map<String, Object> words, String help, Map<String, Object> checks) {
        Map<String, Object> properties = new LinkedHashMap<>(words);
        properties.putAll(checks);
        return object(
                "type",
                "object",
                "description",
                help,
                "properties",
                properties,
                "required",
                List.copyOf(words.keySet()),
                "additionalProperties",
                false);
    }

    private static Map<String, Object> described(Shape shape, String help) {
        Map<String, Object> described = object("description", help);
        described.putAll(shape(shape));
        if (shape instanceof Shape.Text text) {
            described.put("examples", List.of(text.example()));
        }
        return described;
    }

    private static Map<String, Object> shape(Shape shape) {
        return switch (shape) {
            case Shape.Alone alone -> object("type", "null");
            case Shape.Text text -> object("type", List.of("string", "number", "boolean"));
            case Shape.Count count -> object("anyOf", List.of(object("type", "integer"), VARIABLE));
            case Shape.Flag flag -> object("anyOf", List.of(object("type", "boolean"), VARIABLE));
            case Shape.Choice choice -> object("anyOf", List.of(object("enum", choice.words()), VARIABLE));
            case Shape.OneOrMore some ->
                object("anyOf", List.of(shape(some.each()), object("type", "array", "items", shape(some.each()))));
            case Shape.ListOf list -> object("type", "array", "items", shape(list.each()));
            case Shape.MapOf map -> object("type", "object", "additionalProperties", shape(map.value()));
            case Shape.Fields map -> fields(map.fields());
            case Shape.AnyOf any ->
                object("anyOf", any.shapes().stream().map(ScenarioSchema::shape).toList());
            case Shape.Steps steps -> object("type", "array");
            case Shape.Any any -> object();
        };
    }

    private static Map<String, Object> fields(List<Field> fields) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Field field : fields) {
            properties.put(field.name(), described(field.shape(), field.help()));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Map<String, Object> object = object("type", "object", "properties", properties);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        object.put("additionalProperties", false);
        return object;
    }

    /** A map from pairs of key and value, in their order. */
    private static Map<String, Object> object(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put((String) pairs[i], pairs[i + 1]);
        }
        return object;
    }
}
