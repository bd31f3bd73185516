package io.tender.daemon.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of {@code tender.yaml}, made from what the reader of the settings asks for and from what the documented example
 * says, so that none of the three can differ from the others. It says less than the reader checks: what belongs together, and
 * whether files and names exist, only the reader knows.
 */
final class SettingsSchema {
    /** Everything is asked for in a text that has one of each thing there can be several of. */
    static final String ONE_OF_EACH = "access: [{}]\npriorityClasses: [{}]\n";

    private static final String TIME = "[0-9]{1,15}(ns|us|ms|s|secs|m|mins|h|hrs|d|days)";
    private static final JsonMapper JSON = new JsonMapper();

    private final SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes;
    private final DocumentedSettings documented;

    private SettingsSchema(SortedMap<String, SortedMap<Shape.Kind, Shape>> shapes, DocumentedSettings documented) {
        this.shapes = shapes;
        this.documented = documented;
    }

    static String text(DocumentedSettings documented) {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "tender.yaml");
        schema.put("description", "The settings of Tender's daemon; docs/tender.yaml shows them all.");
        new SettingsSchema(Settings.shapes(ONE_OF_EACH, Path.of("")), documented).describe(schema, "");
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
    }

    /** The properties of a map whose settings' names begin with a prefix. */
    private void describe(ObjectNode map, String prefix) {
        map.put("type", "object");
        map.put("additionalProperties", false);
        ObjectNode properties = map.putObject("properties");
        shapes.forEach((name, kinds) -> {
            String rest = name.startsWith(prefix) ? name.substring(prefix.length()) : ".";
            if (rest.indexOf('.') < 0) {
                describe(properties.putObject(rest), name, kinds);
            }
        });
    }

    private void describe(ObjectNode property, String name, SortedMap<Shape.Kind, Shape> kinds) {
        documented.describe(property, name);
        if (kinds.size() == 1) {
            describe(property, name, kinds.firstEntry().getValue());
            return;
        }
        ArrayNode either = property.putArray("anyOf");
        for (Map.Entry<Shape.Kind, Shape> kind : kinds.entrySet()) {
            describe(either.addObject(), name, kind.getValue());
        }
    }

    private void describe(ObjectNode property, String name, Shape shape) {
        switch (shape.kind()) {
            case WORD -> words(property);
            case TRUTH -> property.put("type", "boolean");
            case NUMBER -> number(property, shape);
            case FRACTION -> property.put("type", "number").put("minimum", 0).put("maximum", 1);
            case TIME -> property.put("type", "string").put("pattern", "^" + TIME + "$");
            case TIME_OR_NEVER -> property.put("type", "string").put("pattern", "^(" + TIME + "|never)$");
            case ONE_OF -> oneOf(property, shape.words());
            case LIST -> words(property.put("type", "array").putObject("items"));
            case TEXTS -> words(property.put("type", "object").putObject("additionalProperties"));
            case DOCUMENT -> property.putArray("type").add("object").add("string");
            case DOCUMENTS -> property.putArray("type").add("array").add("string");
            case SECTION -> describe(property, name + ".");
            case SECTIONS -> describe(property.put("type", "array").putObject("items"), name + ".");
        }
    }

    private static void words(ObjectNode property) {
        property.putArray("type").add("string").add("number").add("boolean");
    }

    private static void number(ObjectNode property, Shape shape) {
        property.put("type", "integer");
        if (shape.least() > Long.MIN_VALUE) {
            property.put("minimum", shape.least());
        }
        if (shape.most() < Long.MAX_VALUE) {
            property.put("maximum", shape.most());
        }
    }

    private static void oneOf(ObjectNode property, SortedSet<String> words) {
        ArrayNode allowed = property.putArray("enum");
        words.forEach(allowed::add);
    }
}
