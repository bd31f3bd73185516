package io.tender.extender.client;

/** A stranger's text, fit for a message: short, and unable to forge lines of a log. */
final class Printable {
    private Printable() {}

    static String of(String text, int most) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), most) + 1);
        int at = 0;
        while (at < text.length() && shown.length() < most) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            shown.appendCodePoint(isPlain(point) ? point : '\uFFFD');
        }
        return at < text.length() ? shown.append('…').toString() : shown.toString();
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
