package io.tender.testkit.scenario.yaml;

import java.util.List;

/** What kind of value stands behind a key; the schema is written from it. */
sealed interface Shape {

    /** Nothing: the word stands alone. */
    record Alone() implements Shape {}

    /** @param example a text that would do */
    record Text(String example) implements Shape {}

    record Count() implements Shape {}

    record Flag() implements Shape {}

    record Choice(List<String> words) implements Shape {}

    /** One, or a list of them. */
    record OneOrMore(Shape each) implements Shape {}

    record ListOf(Shape each) implements Shape {}

    /** @param key what the keys are */
    record MapOf(String key, Shape value) implements Shape {}

    /** A map with fixed keys. */
    record Fields(List<Field> fields) implements Shape {}

    record AnyOf(List<Shape> shapes) implements Shape {}

    /** A list of steps. */
    record Steps() implements Shape {}

    /** @param words what it may be, for people: it has a structure of its own */
    record Any(String words) implements Shape {}

    /** A value behind a key of its own. */
    record Field(String name, Shape shape, boolean required, String help) {}

    static Shape text(String example) {
        return new Text(example);
    }

    static Shape texts(String example) {
        return new OneOrMore(new Text(example));
    }

    static Shape anyOf(Shape... shapes) {
        return new AnyOf(List.of(shapes));
    }

    static Field optional(String name, Shape shape, String help) {
        return new Field(name, shape, false, help);
    }

    static Field required(String name, Shape shape, String help) {
        return new Field(name, shape, true, help);
    }
}
