package io.tender.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints what a daemon answered. */
final class Printing {
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Printing() {}

    static void json(CommandSpec spec, JsonNode answer) {
        text(spec, INDENTED.writeValueAsString(answer) + System.lineSeparator());
    }

    static void text(CommandSpec spec, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    /** What became of one document, in a line. */
    static String outcome(JsonNode result) {
        return result.path("kind").asString() + " " + result.path("name").asString() + " "
                + result.path("outcome").asString() + System.lineSeparator();
    }

    /** What became of everything that was applied, and what there is to say about it. */
    static void outcomes(CommandSpec spec, JsonNode answer) {
        StringBuilder out = new StringBuilder();
        answer.path("results").forEach(result -> out.append(outcome(result)));
        answer.path("notices")
                .forEach(
                        notice -> out.append("note: ").append(notice.asString()).append(System.lineSeparator()));
        text(spec, out.toString());
    }

    /** An answer as a person reads it: one field per line, what is inside of one further in. */
    static String outline(JsonNode node) {
        StringBuilder out = new StringBuilder();
        outline(node, "", out);
        return out.toString();
    }

    private static void outline(JsonNode node, String indent, StringBuilder out) {
        node.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isContainer() && !value.isEmpty()) {
                out.append(indent).append(field.getKey()).append(':').append(System.lineSeparator());
                if (value.isArray()) {
                    items(value, indent + "  ", out);
                } else {
                    outline(value, indent + "  ", out);
                }
            } else {
                out.append(indent)
                        .append(field.getKey())
                        .append(": ")
                        .append(value.isContainer() ? "-" : value.asString())
                        .append(System.lineSeparator());
            }
        });
    }

    private static void items(JsonNode list, String indent, StringBuilder out) {
        for (JsonNode item : list) {
            if (item.isObject()) {
                StringBuilder inner = new StringBuilder();
                outline(item, indent + "  ", inner);
                out.append(indent).append("- ").append(inner.toString().stripLeading());
            } else {
                out.append(indent).append("- ").append(item.isContainer() ? item.toString() : item.asString());
                out.append(System.lineSeparator());
            }
        }
    }
}
