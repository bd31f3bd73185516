package io.tender.model;

import java.util.Map;
import java.util.TreeMap;

/** The text form of amounts by name, such as {@code cpus:1;mem:10}. */
final class AmountsText {
    private final TextScanner in;

    AmountsText(String text) {
        this.in = new TextScanner(text);
    }

    static void check(String name, long millis) {
        if (name.isEmpty()) {
            throw BrokenRule.of("A quantity has no name.", "''", "a name such as 'cpus'", "name it");
        }
        if (millis < 0) {
            throw BrokenRule.of(
                    "A quantity is negative.",
                    Millis.print(millis) + " of '" + name + "'",
                    "an amount that is not negative",
                    "leave it out");
        }
    }

    /** Amounts of the same name add up. */
    Map<String, Long> readAdding() {
        return read(true);
    }

    /** A name given twice is refused. */
    Map<String, Long> readOnce() {
        return read(false);
    }

    private Map<String, Long> read(boolean adding) {
        Map<String, Long> amounts = new TreeMap<>();
        TextValues values = new TextValues(in);
        while (in.nextItem()) {
            int start = in.position();
            String name = in.word(TextSyntax.MARKS, "expected a name such as cpus");
            if (name.isEmpty()) {
                throw in.error(start, "expected a name such as cpus");
            }
            if (!adding && amounts.containsKey(name)) {
                throw in.error(start, "expected each name once, '" + name + "' was given before");
            }
            in.expect(':', "expected ':' and a number");
            in.skipSpace();
            int at = in.position();
            long millis = values.millis("expected a number such as 1024 or 0.5");
            try {
                amounts.merge(name, millis, Math::addExact);
            } catch (ArithmeticException e) {
                throw in.error(at, "expected a sum below " + Long.MAX_VALUE / Millis.UNIT);
            }
            in.expectEndOfItem();
        }
        return amounts;
    }

    static String print(String[] names, long[] millis) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            out.append(i == 0 ? "" : ";");
            TextSyntax.printWord(names[i], out);
            out.append(':');
            Millis.print(millis[i], out);
        }
        return out.toString();
    }
}
