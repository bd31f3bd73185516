package io.tender.model;

/** The words of the text form: bare where that is unambiguous, else in double quotes. */
final class TextSyntax {
    /** Characters with a meaning of their own; a word that holds one is quoted. */
    static final String MARKS = ";:()[]{}<>@=,+\"\\";

    private TextSyntax() {}

    private static boolean isBare(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (!Character.isLetterOrDigit(c) && "_-./*#~%$!?".indexOf(c) < 0) {
                return false;
            }
        }
        return !word.isEmpty();
    }

    static void printWord(String word, StringBuilder out) {
        if (isBare(word)) {
            out.append(word);
        } else {
            printQuoted(word, out);
        }
    }

    static void printItem(String item, StringBuilder out) {
        printWord(item, out);
    }

    static void printQuoted(String word, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
