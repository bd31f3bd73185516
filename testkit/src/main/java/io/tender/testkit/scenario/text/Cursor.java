package io.tender.testkit.scenario.text;

import java.util.regex.Pattern;

/** A place in a text that moves forward over what it understands. */
final class Cursor {

    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    int at() {
        return at;
    }

    void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    boolean atEnd() {
        skipSpaces();
        return at == text.length();
    }

    char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    /** Steps over a mark such as {@code <-}, if it comes next. */
    boolean take(String mark) {
        skipSpaces();
        if (text.startsWith(mark, at)) {
            at += mark.length();
            return true;
        }
        return false;
    }

    void expect(String mark, String what) {
        if (!take(mark)) {
            throw mistake(what);
        }
    }

    /** Steps over a word of its own, such as {@code or}, if it comes next. */
    boolean takeWord(String word) {
        skipSpaces();
        int end = at + word.length();
        boolean whole = text.startsWith(word, at)
                && (end == text.length() || (!isNamePart(text.charAt(end)) && text.charAt(end) != '/'));
        if (whole) {
            at = end;
        }
        return whole;
    }

    /** Whether the rest of the text has that form. */
    boolean looksAt(Pattern form) {
        skipSpaces();
        return form.matcher(text.substring(at)).matches();
    }

    /** An id: letters, digits, {@code _}, {@code -} and single dots. */
    String name(String what) {
        skipSpaces();
        int start = at;
        while (at < text.length()
                && (isNamePart(text.charAt(at))
                        || (text.charAt(at) == '.' && at + 1 < text.length() && isNamePart(text.charAt(at + 1))))) {
            at++;
        }
        if (start == at) {
            throw mistake(what);
        }
        return text.substring(start, at);
    }

    /** Everything up to the first of the given characters, or to the end. */
    String until(String stops) {
        skipSpaces();
        int start = at;
        while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    /** What stands between the brace that comes next and the one that closes it, quotes respected. */
    String braced() {
        skipSpaces();
        int open = at;
        int depth = 0;
        boolean quoted = false;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                at = i + 1;
                return text.substring(open + 1, i);
            }
        }
        at = text.length();
        throw mistake("a '}' that closes the '{' at character " + (open + 1));
    }

    void end(String what) {
        if (!atEnd()) {
            throw mistake(what);
        }
    }

    NotationException mistake(String expected) {
        skipSpaces();
        String rest = text.substring(at);
        String got = rest.isEmpty() ? "the end of '" + text + "'" : "'" + rest + "'";
        return NotationException.expected(at, "'" + text + "' cannot be read", got, expected);
    }

    static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }
}
