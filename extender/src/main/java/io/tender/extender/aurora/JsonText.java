package io.tender.extender.aurora;

/** Strings as JSON. */
final class JsonText {
    private static final String HEX = "0123456789ABCDEF";

    private JsonText() {}

    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (letter < ' ') {
                        out.append("\\u00").append(HEX.charAt(letter >> 4)).append(HEX.charAt(letter & 15));
                    } else {
                        out.append(letter);
                    }
                }
            }
        }
        out.append('"');
    }
}
