package io.tender.model;

import java.util.List;

/** Something an agent is said to have or be, which offer constraints ask for. */
public record Attribute(String name, Value value) {
    public Attribute {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("An attribute has no name; expected one such as 'rack'");
        }
    }

    public static Attribute text(String name, String text) {
        return new Attribute(name, new Value.Text(text));
    }

    /** Reads {@code rack:abc;cores:8;slots:[1-3]}; what is no number, range or set is text. */
    public static List<Attribute> parseAll(String text) {
        return new AttributeTextParser(text).attributes();
    }
}
