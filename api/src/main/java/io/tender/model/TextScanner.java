package io.tender.model;

/** Walks over a text, and knows where it is when something is wrong. */
final class TextScanner {
    private final String text;
    private int position;

    TextScanner(String text) {
        this.text = text;
    }

    int position() {
        return position;
    }

    void moveTo(int offset) {
        position = offset;
    }

    boolean atEnd() {
        return position == text.length();
    }

    /** The character here; at the end one that no grammar asks for. */
    char peek() {
        return atEnd() ? '\0' : text.charAt(position);
    }

    void skipSpace() {
        while (!atEnd() && isSpace(peek())) {
            position++;
        }
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** Skips space, then the given character if it is there. */
    boolean take(char wanted) {
        skipSpace();
        if (atEnd() || peek() != wanted) {
            return false;
        }
        position++;
        return true;
    }

    void expect(char wanted, String expected) {
        if (!take(wanted)) {
            throw error(expected);
        }
    }

    /** Skips blank items and semicolons; false at the end of the text. */
    boolean nextItem() {
        skipSpace();
        while (take(';')) {
            skipSpace();
        }
        return !atEnd();
    }

    void expectEndOfItem() {
        skipSpace();
        if (!atEnd() && peek() != ';') {
            throw error("expected ';' or the end of the text");
        }
    }

    /** A quoted word, or a bare one up to any of the stop characters, without the space around it. */
    String word(String stops, String expected) {
        skipSpace();
        if (peek() == '"') {
            return quoted();
        }
        int start = position;
        while (!atEnd() && stops.indexOf(peek()) < 0) {
            position++;
        }
        String word = text.substring(start, position).strip();
        if (word.isEmpty()) {
            position = start;
            throw error(expected);
        }
        return word;
    }

    /** Where in the text the character of a word stands that was read from the given offset on. */
    int offsetInWord(int start, int index) {
        int at = start;
        if (peek(start) != '"') {
            while (Character.isWhitespace(peek(at))) {
                at++;
            }
            return at + index;
        }
        at++;
        for (int i = 0; i < index; i++) {
            at += peek(at) != '\\' ? 1 : peek(at + 1) == 'u' ? 6 : 2;
        }
        return at;
    }

    private char peek(int offset) {
        return offset < text.length() ? text.charAt(offset) : '\0';
    }

    private String quoted() {
        int start = position++;
        StringBuilder word = new StringBuilder();
        while (true) {
            if (atEnd()) {
                throw error(start, "expected a closing '\"' for this one");
            }
            char c = text.charAt(position++);
            if (c == '"') {
                return word.toString();
            }
            word.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        int start = position - 1;
        char c = peek();
        position += atEnd() ? 0 : 1;
        return switch (c) {
            case '"', '\\' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'u' -> unicode(start);
            default -> throw error(start, "expected one of \\\" \\\\ \\n \\t \\uXXXX");
        };
    }

    private char unicode(int start) {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw error(start, "expected four hexadecimal digits after \\u");
            }
            code = code * 16 + digit;
            position++;
        }
        return (char) code;
    }

    /** Characters up to any of the stops, with all space left out. */
    String withoutSpace(String stops) {
        StringBuilder out = new StringBuilder();
        while (!atEnd() && stops.indexOf(peek()) < 0) {
            if (!isSpace(peek())) {
                out.append(peek());
            }
            position++;
        }
        return out.toString();
    }

    /** Where in the text that character stands, counted from the given offset on and without space. */
    int offsetWithoutSpace(int start, int index) {
        int at = start;
        for (int left = index; at < text.length(); at++) {
            if (!isSpace(text.charAt(at)) && left-- == 0) {
                return at;
            }
        }
        return at;
    }

    ResourceSyntaxException error(String expected) {
        return error(position, expected);
    }

    ResourceSyntaxException error(int offset, String expected) {
        return new ResourceSyntaxException(text, offset, expected);
    }
}
