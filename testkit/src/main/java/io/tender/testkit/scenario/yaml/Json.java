package io.tender.testkit.scenario.yaml;

import java.util.List;
import java.util.Map;

/** Prints maps, lists, texts, numbers and flags as JSON, two spaces per level. */
final class Json {

    private Json() {}

    static String print(Object value) {
        StringBuilder out = new StringBuilder();
        print(value, "", out);
        return out.append('\n').toString();
    }

    private static void print(Object value, String indent, StringBuilder out) {
        switch (value) {
            case Map<?, ?> map -> print(map, indent, out);
            case List<?> list -> print(list, indent, out);
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            default -> out.append(quoted(value.toString()));
        }
    }

    private static void print(Map<?, ?> map, String indent, StringBuilder out) {
        boolean onOneLine = map.isEmpty()
                || (map.size() == 1 && isShort(map.values().iterator().next()));
        String separator = onOneLine ? "" : "\n" + indent + "  ";
        out.append(onOneLine && !map.isEmpty() ? "{ " : "{");
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(first ? "" : ",").append(separator);
            out.append(quoted(entry.getKey().toString())).append(": ");
            print(entry.getValue(), indent + "  ", out);
            first = false;
        }
        out.append(onOneLine ? map.isEmpty() ? "" : " " : "\n" + indent).append('}');
    }

    private static void print(List<?> list, String indent, StringBuilder out) {
        boolean onOneLine = isShort(list);
        for (int i = 0; i < list.size(); i++) {
            out.append(i == 0 ? "[" : ",");
            out.append(onOneLine ? i == 0 ? "" : " " : "\n" + indent + "  ");
            print(list.get(i), indent + "  ", out);
        }
        out.append(list.isEmpty() ? "[" : onOneLine ? "" : "\n" + indent).append(']');
    }

    private static boolean isShort(Object value) {
        return value instanceof String
                || (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
