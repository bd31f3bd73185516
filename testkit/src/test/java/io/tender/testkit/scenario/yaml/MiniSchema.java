package io.tender.testkit.scenario.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Checks a value against the part of JSON Schema that the scenario schema uses; anything else in the schema is an error. */
final class MiniSchema {

    private final Map<?, ?> root;

    MiniSchema(Map<?, ?> root) {
        this.root = root;
    }

    /** What is wrong with the value; empty if nothing is. */
    List<String> check(Object value) {
        return check(root, value, "");
    }

    private List<String> check(Map<?, ?> schema, Object value, String path) {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<?, ?> rule : schema.entrySet()) {
            Object demand = rule.getValue();
            switch (rule.getKey().toString()) {
                case "$schema", "title", "description", "examples", "definitions", "then" -> {
                    // Words for people, or looked at elsewhere.
                }
                case "$ref" -> wrong.addAll(check(resolve(demand.toString()), value, path));
                case "type" -> {
                    List<?> types = demand instanceof List<?> list ? list : List.of(demand);
                    if (types.stream().noneMatch(type -> isA(type.toString(), value))) {
                        wrong.add(path + " is no " + types);
                    }
                }
                case "enum" -> {
                    if (!((List<?>) demand).contains(value)) {
                        wrong.add(path + " is none of " + demand);
                    }
                }
                case "pattern" -> {
                    if (value instanceof String text
                            && !Pattern.compile(demand.toString()).matcher(text).find()) {
                        wrong.add(path + " does not match " + demand);
                    }
                }
                case "properties" ->
                    ((Map<?, ?>) demand).forEach((name, inner) -> {
                        if (value instanceof Map<?, ?> map && map.containsKey(name)) {
                            wrong.addAll(check((Map<?, ?>) inner, map.get(name), path + "/" + name));
                        }
                    });
                case "required" ->
                    ((List<?>) demand).forEach(name -> {
                        if (value instanceof Map<?, ?> map && !map.containsKey(name)) {
                            wrong.add(path + " lacks " + name);
                        }
                    });
                case "additionalProperties" -> wrong.addAll(others(schema, demand, value, path));
                case "minProperties" -> {
                    if (value instanceof Map<?, ?> map && map.size() < ((Number) demand).intValue()) {
                        wrong.add(path + " has too few keys");
                    }
                }
                case "items" -> {
                    if (value instanceof List<?> list) {
                        for (int i = 0; i < list.size(); i++) {
                            wrong.addAll(check((Map<?, ?>) demand, list.get(i), path + "/" + i));
                        }
                    }
                }
                case "anyOf" -> {
                    if (((List<?>) demand)
                            .stream()
                                    .noneMatch(one ->
                                            check((Map<?, ?>) one, value, path).isEmpty())) {
                        wrong.add(path + " fits nothing: " + value);
                    }
                }
                case "allOf" -> ((List<?>) demand).forEach(one -> wrong.addAll(check((Map<?, ?>) one, value, path)));
                case "not" -> {
                    if (check((Map<?, ?>) demand, value, path).isEmpty()) {
                        wrong.add(path + " is what it must not be");
                    }
                }
                case "if" -> {
                    if (check((Map<?, ?>) demand, value, path).isEmpty()) {
                        wrong.addAll(check((Map<?, ?>) schema.get("then"), value, path));
                    }
                }
                default -> throw new IllegalArgumentException("unknown in a schema: " + rule.getKey());
            }
        }
        return wrong;
    }

    private List<String> others(Map<?, ?> schema, Object demand, Object value, String path) {
        List<String> wrong = new ArrayList<>();
        Map<?, ?> known = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> {
                if (!known.containsKey(name)) {
                    wrong.addAll(
                            demand instanceof Map<?, ?> others
                                    ? check(others, inner, path + "/" + name)
                                    : List.of(path + " has no " + name));
                }
            });
        }
        return wrong;
    }

    private Map<?, ?> resolve(String reference) {
        Map<?, ?> definitions = (Map<?, ?>) root.get("definitions");
        return (Map<?, ?>) definitions.get(reference.substring("#/definitions/".length()));
    }

    private static boolean isA(String type, Object value) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "integer" ->
                value instanceof Integer || value instanceof Long || value instanceof java.math.BigInteger;
            case "number" -> value instanceof Number;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            default -> throw new IllegalArgumentException("unknown type in a schema: " + type);
        };
    }
}
