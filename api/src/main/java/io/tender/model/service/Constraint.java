package io.tender.model.service;

import io.tender.model.BrokenRule;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a task demands of an attribute of its machine. */
public sealed interface Constraint {

    /** The attribute's name. */
    String attribute();

    /**
     * Demands one of some values.
     *
     * @param negated turns it round: none of them; a machine without the attribute is then welcome too
     */
    record Values(String attribute, boolean negated, SortedSet<String> values) implements Constraint {
        public Values {
            checkName(attribute);
            values = Collections.unmodifiableSortedSet(new TreeSet<>(values));
            if (values.isEmpty() || values.contains("")) {
                throw BrokenRule.of(
                        "The constraint on '" + attribute + "' names no value.",
                        values,
                        "at least one value, none of them blank",
                        "write it as " + attribute + "=a,b or " + attribute + "=!a,b");
            }
        }

        @Override
        public String toString() {
            return attribute + "=" + (negated ? "!" : "") + String.join(",", values);
        }
    }

    /**
     * Demands that only so many tasks of the job share a value of the attribute; a machine without it is never taken.
     *
     * @param limit the most that may share a value, at least 1
     */
    record Limit(String attribute, int limit) implements Constraint {
        public Limit {
            checkName(attribute);
            if (limit < 1) {
                throw BrokenRule.of(
                        "The limit on '" + attribute + "' allows nothing.",
                        limit,
                        "a number from 1 on",
                        "raise it, or leave the constraint out");
            }
        }

        @Override
        public String toString() {
            return attribute + "=limit:" + limit;
        }
    }

    static Constraint oneOf(String attribute, String... values) {
        return oneOf(attribute, List.of(values));
    }

    static Constraint oneOf(String attribute, Collection<String> values) {
        return new Values(attribute, false, new TreeSet<>(values));
    }

    static Constraint noneOf(String attribute, String... values) {
        return new Values(attribute, true, new TreeSet<>(List.of(values)));
    }

    static Constraint limit(String attribute, int limit) {
        return new Limit(attribute, limit);
    }

    /** Reads what stands after the attribute's name: {@code a,b}, {@code !a,b} or {@code limit:2}. */
    static Constraint parse(String attribute, String text) {
        if (text.startsWith("limit:")) {
            return new Limit(attribute, limitOf(attribute, text));
        }
        boolean negated = text.startsWith("!");
        TreeSet<String> values = new TreeSet<>();
        for (String value : (negated ? text.substring(1) : text).split(",", -1)) {
            values.add(value.trim());
        }
        return new Values(attribute, negated, values);
    }

    private static int limitOf(String attribute, String text) {
        try {
            return Integer.parseInt(text.substring("limit:".length()).trim());
        } catch (NumberFormatException notANumber) {
            throw BrokenRule.of(
                    "The limit on '" + attribute + "' is no number.",
                    "'" + text + "'",
                    "limit: and a number from 1 on, such as limit:2",
                    "correct the number");
        }
    }

    private static void checkName(String attribute) {
        if (attribute.isBlank()) {
            throw BrokenRule.of(
                    "A constraint names no attribute.",
                    "'" + attribute + "'",
                    "an attribute such as rack or host",
                    "name the attribute");
        }
    }
}
