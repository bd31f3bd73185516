package io.tender.daemon.master;

import io.tender.model.Label;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How long words may be that callers make up, and of what: they are kept, journaled, and shown. The answer is what is wrong. */
public final class TextRules {
    /** As long as a file's name may be, which ids become. */
    public static final int LONGEST_ID = 255;

    public static final int LONGEST_NAME = 1024;

    /** No process can be given more in one variable. */
    public static final int LONGEST_VALUE = 128 << 10;

    /** What one thing may come to as JSON: a change is made of a few of these, and fits into one record of the journal. */
    public static final int MOST_BYTES = 2 << 20;

    private static final int SHOWN = 40;

    private TextRules() {}

    static Optional<String> id(String what, String id) {
        if (id.length() > LONGEST_ID) {
            return Optional.of(what + " ID must not be greater than " + LONGEST_ID + " characters, got " + id.length());
        }
        if (id.equals(".") || id.equals("..")) {
            return Optional.of(what + " ID '" + id + "' is disallowed");
        }
        boolean bad = id.chars().anyMatch(c -> Character.isISOControl(c) || c == '/' || c == '\\') || !isWhole(id);
        return bad ? Optional.of(what + " ID '" + printable(id) + "' contains invalid characters") : Optional.empty();
    }

    /** A name, a key, or anything else that is said in one line. */
    static Optional<String> name(String what, String name) {
        if (name.length() > LONGEST_NAME) {
            return Optional.of("Got " + name.length() + " characters as " + what + " ('" + printable(name)
                    + "'); expected at most " + LONGEST_NAME + ": shorten it");
        }
        return name.chars().anyMatch(Character::isISOControl) || !isWhole(name)
                ? Optional.of("Got control characters in " + what + " '" + printable(name)
                        + "'; expected text that can be shown: leave them out")
                : Optional.empty();
    }

    private static Optional<String> value(String of, String value) {
        return value.length() > LONGEST_VALUE
                ? Optional.of("Got " + value.length() + " characters as the value of " + of + "; expected at most "
                        + LONGEST_VALUE + ": put it into a file")
                : Optional.empty();
    }

    /** Keys and values such as those of labels or of an environment. */
    static Optional<String> pairs(String what, Map<String, String> pairs) {
        return pairs.entrySet().stream()
                .flatMap(pair ->
                        name(what, pair.getKey())
                                .or(() -> value(what + " '" + pair.getKey() + "'", pair.getValue()))
                                .stream())
                .findFirst();
    }

    static Optional<String> labels(List<Label> labels) {
        return labels.stream()
                .flatMap(label -> name("the key of a label", label.key())
                        .or(() -> value(
                                "label '" + label.key() + "'", label.value().orElse("")))
                        .stream())
                .findFirst();
    }

    /** Whether every half of a surrogate pair has its other half: otherwise it is no text, and cannot be written down. */
    public static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                return false;
            }
        }
        return true;
    }

    /** How long a text is in UTF-8. */
    public static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            // Each half of a pair counts for two of its four bytes.
            bytes += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
        }
        return bytes;
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? '\uFFFD'
                        : c)
                .forEach(shown::appendCodePoint);
        return text.length() > SHOWN ? shown + "…" : shown.toString();
    }
}
