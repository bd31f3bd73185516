package io.tender.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the part of an item behind the colon; spaces inside a value mean nothing. */
final class TextValues {
    /** What ends a number; a mark other than the semicolon then is the error to point at. */
    private static final String STOPS = ";:()[]{}<>\",";

    private final TextScanner in;

    TextValues(TextScanner in) {
        this.in = in;
    }

    Value value() {
        in.skipSpace();
        return switch (in.peek()) {
            case '[' -> ranges();
            case '{' -> items();
            default -> new Value.Scalar(millis("expected a number, ranges such as [1-10] or a set such as {a,b}"));
        };
    }

    long millis(String expected) {
        in.skipSpace();
        int start = in.position();
        String number = in.withoutSpace(STOPS);
        if (number.isEmpty()) {
            throw in.error(expected);
        }
        Millis.Parsed parsed = Millis.parse(number);
        Optional<String> complaint = Millis.complaint(parsed);
        if (parsed instanceof Millis.Parsed.Exact read && complaint.isEmpty()) {
            return read.millis();
        }
        int wrong = parsed instanceof Millis.Parsed.Malformed ? Millis.wrongAt(number) : 0;
        throw in.error(
                in.offsetWithoutSpace(start, wrong),
                complaint.map(reason -> "expected " + reason).orElse(expected));
    }

    Value.Ranges ranges() {
        List<Long> bounds = new ArrayList<>();
        in.expect('[', "expected '['");
        do {
            long begin = bound();
            in.expect('-', "expected '-' and the end of the range");
            in.skipSpace();
            int last = in.position();
            long end = bound();
            if (Long.compareUnsigned(end, begin) < 0) {
                throw in.error(last, "expected a range that does not end before it begins");
            }
            bounds.add(begin);
            bounds.add(end);
        } while (in.take(','));
        in.expect(']', "expected ',' and a range, or ']'");
        return Value.Ranges.ofBounds(bounds.stream().mapToLong(Long::longValue).toArray());
    }

    private long bound() {
        in.skipSpace();
        int start = in.position();
        StringBuilder digits = new StringBuilder();
        while (isDigit(in.peek()) || TextScanner.isSpace(in.peek())) {
            if (isDigit(in.peek())) {
                digits.append(in.peek());
            }
            in.moveTo(in.position() + 1);
        }
        if (digits.isEmpty()) {
            throw in.error("expected a whole number such as 31000");
        }
        try {
            return Long.parseUnsignedLong(digits.toString());
        } catch (NumberFormatException e) {
            throw in.error(start, "expected a whole number up to " + Long.toUnsignedString(-1));
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    Value.Items items() {
        List<String> items = new ArrayList<>();
        in.expect('{', "expected '{'");
        do {
            in.skipSpace();
            items.add(in.peek() == '"' ? in.word("", "") : bareItem());
        } while (in.take(','));
        in.expect('}', "expected ',' and an item, or '}'");
        return Value.Items.of(items);
    }

    private String bareItem() {
        String item = in.withoutSpace(STOPS);
        if (item.isEmpty()) {
            throw in.error("expected an item such as a or \"a b\"");
        }
        return item;
    }
}
