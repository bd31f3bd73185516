package io.tender.model;

import java.util.ArrayList;
import java.util.List;

/** Reads the text form of attributes: names and values with a colon between, semicolons between the pairs. */
final class AttributeTextParser {
    private final TextScanner in;

    AttributeTextParser(String text) {
        this.in = new TextScanner(text);
    }

    List<Attribute> attributes() {
        List<Attribute> attributes = new ArrayList<>();
        while (in.nextItem()) {
            int start = in.position();
            String name = in.word(";:", "expected an attribute name such as rack");
            if (name.isEmpty()) {
                throw in.error(start, "expected an attribute name such as rack");
            }
            in.expect(':', "expected ':' and a value");
            attributes.add(new Attribute(name, value()));
            in.expectEndOfItem();
        }
        return List.copyOf(attributes);
    }

    private Value value() {
        in.skipSpace();
        return switch (in.peek()) {
            case '[' -> new TextValues(in).ranges();
            case '{' -> new TextValues(in).items();
            case '"' -> new Value.Text(in.word("", ""));
            default -> numberOrText();
        };
    }

    private Value numberOrText() {
        int start = in.position();
        String word = in.word(";", "expected a value such as abc, 8, [1-3] or {a,b}");
        return switch (Millis.parse(word)) {
            case Millis.Parsed.Exact number -> new Value.Scalar(number.millis());
            case Millis.Parsed.Malformed malformed -> new Value.Text(word);
            case Millis.Parsed.TooLarge tooLarge ->
                throw in.error(
                        start, "expected a number below " + Long.MAX_VALUE / Millis.UNIT + ", or text in quotes");
        };
    }
}
