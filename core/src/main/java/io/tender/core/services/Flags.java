package io.tender.core.services;

import io.tender.model.BrokenRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads settings from their texts and collects all that is wrong with them. */
final class Flags {
    private final Map<String, String> given;
    private final TreeSet<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    Flags(Map<String, String> given) {
        this.given = given;
    }

    Map<String, String> given() {
        return given;
    }

    SortedSet<String> known() {
        return known;
    }

    String word(String name, String normal) {
        known.add(name);
        return given.getOrDefault(name, normal);
    }

    long millis(String name, String normal) {
        String text = word(name, normal);
        try {
            return Durations.parseMillis(name, text);
        } catch (BrokenRule wrong) {
            problem(name, text, wrong.expected());
            return Durations.parseMillis(name, normal);
        }
    }

    boolean truth(String name, String normal) {
        String text = word(name, normal);
        if (!text.equals("true") && !text.equals("false")) {
            problem(name, text, "true or false");
        }
        return text.equals("true");
    }

    int count(String name, String normal) {
        String text = word(name, normal);
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // told below, together with numbers that are too small
        }
        problem(name, text, "a whole number from 1 on");
        return Integer.parseInt(normal);
    }

    double number(String name, String normal) {
        String text = word(name, normal);
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= 1e9) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // told below, together with numbers that are out of bounds
        }
        problem(name, text, "a number from 0 to a thousand million");
        return Double.parseDouble(normal);
    }

    void check(boolean holds, String name, String expected) {
        if (!holds) {
            problem(name, given.getOrDefault(name, "the default"), expected);
        }
    }

    void check(String name, Consumer<String> reader, String text) {
        try {
            reader.accept(text);
        } catch (BrokenRule wrong) {
            problem(name, text, wrong.expected());
        }
    }

    private void problem(String name, String got, String expected) {
        problems.add("\n  " + name + ": got '" + got + "', expected " + expected);
    }

    /** Throws if anything was wrong. */
    void finish() {
        for (String name : new TreeSet<>(given.keySet())) {
            if (!known.contains(name)) {
                problems.add("\n  " + name + ": there is no such setting");
            }
        }
        if (!problems.isEmpty()) {
            throw BrokenRule.of(
                    "The settings of the service scheduler cannot be used:" + String.join("", problems),
                    problems.size() + (problems.size() == 1 ? " mistake" : " mistakes"),
                    "settings out of " + known,
                    "correct what is listed above");
        }
    }
}
