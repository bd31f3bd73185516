package io.tender.extender.server;

import io.tender.extender.json.PlainText;

/**
 * Finds where JSON ends that nobody wants to read, several times as fast as a parser does. What it finds the end of is sound;
 * what is unusual, such as a letter outside of ASCII, or wrong it leaves to the parser, which also has the words for it.
 */
final class PlainJson {
    /** It ends nowhere, or has to be looked at more closely. */
    static final int ODD = -1;

    /** Levels of objects and lists within each other: a bit for each. */
    private static final int MOST_DEPTH = 60;

    /** What is longer is left to the parser, which has bounds. */
    private static final int MOST_DIGITS = 40;

    private static final int MOST_TEXT = 10_000;

    private final byte[] bytes;
    private final int end;
    private final Unread unread;

    /** Is told of a text that was passed over, from behind its quote to the quote that ends it. */
    @FunctionalInterface
    interface Unread {
        void text(int from, int to);
    }

    private PlainJson(byte[] bytes, int end, Unread unread) {
        this.bytes = bytes;
        this.end = end;
        this.unread = unread;
    }

    /**
     * Behind the value that begins there.
     *
     * @param unread told of the texts in it that are plain, other than names
     */
    static int end(byte[] bytes, int at, int end, Unread unread) {
        return new PlainJson(bytes, end, unread).valueEnd(at);
    }

    /** Where the text ends that goes on there: the place of the quote behind it, if no escape or odd letter is before. */
    static int quote(byte[] bytes, int at, int end) {
        int first = PlainText.end(bytes, at, end);
        return first < end && bytes[first] == '"' ? first : ODD;
    }

    /** Behind the digits there, if they are a whole number by themselves; where they begin otherwise. */
    static int digits(byte[] bytes, int at, int end) {
        PlainJson here = new PlainJson(bytes, end, (from, to) -> {});
        int to = here.pastDigits(at);
        return here.ends(to) && (to == at + 1 || (to > at && bytes[at] != '0')) ? to : at;
    }

    private int valueEnd(int begin) {
        int at = begin;
        int depth = 0;
        long objects = 0;
        while (true) {
            int next = at < end ? bytes[at] : ODD;
            if ((next == '{' || next == '[') && depth < MOST_DEPTH) {
                boolean object = next == '{';
                at = pastBlanks(at + 1);
                if (at < end && bytes[at] == (object ? '}' : ']')) {
                    at++;
                } else {
                    depth++;
                    objects = objects << 1 | (object ? 1 : 0);
                    at = object ? pastName(at) : at;
                    if (at < 0) {
                        return ODD;
                    }
                    continue;
                }
            } else {
                at = scalarEnd(at, next);
            }
            // Behind a value: what ends here, and whether there is another one.
            while (true) {
                if (at < 0 || depth == 0) {
                    return at;
                }
                at = pastBlanks(at);
                if (at == end) {
                    return ODD;
                }
                boolean object = (objects & 1) != 0;
                if (bytes[at] == ',') {
                    at = pastBlanks(at + 1);
                    at = object ? pastName(at) : at;
                    if (at < 0) {
                        return ODD;
                    }
                    break;
                }
                if (bytes[at] != (object ? '}' : ']')) {
                    return ODD;
                }
                at++;
                depth--;
                objects >>>= 1;
            }
        }
    }

    /** To the value that belongs to the name there. */
    private int pastName(int at) {
        if (at >= end || bytes[at] != '"') {
            return ODD;
        }
        int quote = quote(bytes, at + 1, end);
        if (quote < 0 || quote - at > MOST_TEXT) {
            return ODD;
        }
        int colon = pastBlanks(quote + 1);
        return colon < end && bytes[colon] == ':' ? pastBlanks(colon + 1) : ODD;
    }

    private int scalarEnd(int at, int first) {
        return switch (first) {
            case '"' -> textEnd(at + 1);
            case 't' -> wordEnd(at, "true");
            case 'f' -> wordEnd(at, "false");
            case 'n' -> wordEnd(at, "null");
            default -> numberEnd(at);
        };
    }

    private int textEnd(int from) {
        int quote = quote(bytes, from, end);
        if (quote >= 0) {
            if (quote - from > MOST_TEXT) {
                return ODD;
            }
            unread.text(from, quote);
            return quote + 1;
        }
        // Escapes are not rare: annotations hold JSON.
        for (int at = from; at < end && at - from <= MOST_TEXT && bytes[at] >= ' '; at++) {
            if (bytes[at] == '"') {
                return at + 1;
            }
            if (bytes[at] == '\\') {
                at = escapeEnd(at + 1);
                if (at < 0) {
                    return ODD;
                }
            }
        }
        return ODD;
    }

    /** The last sign of the escape whose letter is there. */
    private int escapeEnd(int letter) {
        if (letter >= end) {
            return ODD;
        }
        if (bytes[letter] != 'u') {
            return "\"\\/bfnrt".indexOf(bytes[letter]) < 0 ? ODD : letter;
        }
        int last = letter + 4;
        for (int i = letter + 1; i <= last; i++) {
            if (i >= end || bytes[i] < 0 || Character.digit(bytes[i], 16) < 0) {
                return ODD;
            }
        }
        return last;
    }

    private int wordEnd(int at, String word) {
        int to = at + word.length();
        for (int i = at; i < to; i++) {
            if (i == end || bytes[i] != word.charAt(i - at)) {
                return ODD;
            }
        }
        return ends(to) ? to : ODD;
    }

    private int numberEnd(int begin) {
        int at = begin < end && bytes[begin] == '-' ? begin + 1 : begin;
        int digits = pastDigits(at);
        if (digits == at || (bytes[at] == '0' && digits > at + 1)) {
            return ODD;
        }
        at = digits;
        if (at < end && bytes[at] == '.') {
            digits = pastDigits(at + 1);
            if (digits == at + 1) {
                return ODD;
            }
            at = digits;
        }
        // Exponents are rare, and left to the parser.
        return at - begin <= MOST_DIGITS && ends(at) ? at : ODD;
    }

    private int pastDigits(int from) {
        int at = from;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private boolean ends(int at) {
        return at == end || bytes[at] == ',' || bytes[at] == '}' || bytes[at] == ']' || isBlank(bytes[at]);
    }

    private int pastBlanks(int from) {
        int at = from;
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte sign) {
        return sign == ' ' || sign == '\n' || sign == '\r' || sign == '\t';
    }
}
