package io.tender.daemon.master;

import io.tender.model.Attribute;
import io.tender.model.Value;

/** The value of an attribute as a line: a letter for its type, and what the type writes. */
final class ValueText {
    private ValueText() {}

    static String print(Value value) {
        return switch (value) {
            case Value.Text text -> "t:" + text.text();
            case Value.Scalar scalar -> "n:" + scalar.millis();
            case Value.Ranges ranges -> "v:" + ranges;
            case Value.Items items -> "v:" + items;
        };
    }

    static Value parse(String line) {
        String rest = line.length() < 2 ? "" : line.substring(2);
        if (line.startsWith("t:")) {
            return new Value.Text(rest);
        }
        if (line.startsWith("n:")) {
            return new Value.Scalar(Long.parseLong(rest));
        }
        if (line.startsWith("v:")) {
            return Attribute.parseAll("value:" + rest).getFirst().value();
        }
        throw new IllegalArgumentException(
                "Got the value '" + line + "': expected 't:', 'n:' or 'v:' and what belongs to it");
    }
}
