package io.tender.testkit.scenario.yaml;

import java.util.regex.Pattern;

/** Writes what stands in YAML as JSON on one line. */
final class YamlJson {
    private static final Pattern LITERAL =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?|true|false|null");

    private YamlJson() {}

    static String text(YamlValue value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(YamlValue value, StringBuilder out) {
        if (value.isList()) {
            String separator = "[";
            for (YamlValue item : value.items()) {
                out.append(separator);
                write(item, out);
                separator = ",";
            }
            out.append(value.items().isEmpty() ? "[]" : "]");
        } else if (value.isMap()) {
            String separator = "{";
            for (YamlValue.Entry entry : value.entries()) {
                out.append(separator).append(quoted(entry.name())).append(':');
                write(entry.value(), out);
                separator = ",";
            }
            out.append(value.entries().isEmpty() ? "{}" : "}");
        } else if (value.isNothing()) {
            out.append("null");
        } else {
            String text = value.text();
            out.append(value.isPlain() && LITERAL.matcher(text).matches() ? text : quoted(text));
        }
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + '"';
    }
}
