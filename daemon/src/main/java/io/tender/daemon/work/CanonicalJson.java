package io.tender.daemon.work;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what was read from YAML as JSON in one form: keys sorted, no spaces. All JSON written here is YAML as well, so that
 * the reader of documents reads it again; therefore characters that YAML does not allow as they are, are escaped.
 */
final class CanonicalJson {
    private CanonicalJson() {}

    static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            TreeMap<String, Object> sorted = new TreeMap<>();
            map.forEach((key, item) -> sorted.put(String.valueOf(key), item));
            String separator = "{";
            for (Map.Entry<String, Object> entry : sorted.entrySet()) {
                out.append(separator);
                text(entry.getKey(), out);
                out.append(':');
                write(entry.getValue(), out);
                separator = ",";
            }
            out.append(sorted.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object item : list) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value == null || value instanceof Boolean || value instanceof Number) {
            out.append(value);
        } else {
            text(value.toString(), out);
        }
    }

    private static void text(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (isPlain(c)) {
                        out.append(c);
                    } else {
                        out.append("\\u%04x".formatted((int) c));
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean isPlain(char c) {
        boolean control = c < ' ' || (c >= 0x7f && c <= 0xa0);
        boolean special = c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe;
        return !control && !special;
    }
}
