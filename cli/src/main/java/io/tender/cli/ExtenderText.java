package io.tender.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** How an extender does, in words. */
public final class ExtenderText {
    private final StringBuilder out = new StringBuilder();

    private ExtenderText() {}

    /** @param extender as the daemon describes it */
    public static String of(JsonNode extender) {
        ExtenderText text = new ExtenderText();
        text.line(extender.path("id").asString() + ": " + extender.path("mode").asString() + ", "
                + extender.path("state").asString() + "; asked by "
                + extender.path("kind").asString() + " at "
                + extender.path("url").asString() + ", breaker "
                + extender.path("breaker").asString());
        if (extender.has("comparedWith")) {
            text.figures(extender);
            extender.path("examples").forEach(text::example);
        }
        return text.out.toString();
    }

    private void line(String text) {
        out.append(text).append(System.lineSeparator());
    }

    private void figures(JsonNode extender) {
        line("  compared with     " + extender.path("comparedWith").asString());
        if (extender.has("stoppedAt")) {
            line("  stopped           " + extender.path("stoppedAt").asString() + ": "
                    + extender.path("stoppedWhy").asString());
        }
        line("  agreement         " + agreement(extender));
        extender.path("verbs").properties().forEach(verb -> line("    " + verbLine(verb.getKey(), verb.getValue())));
        line("  rank correlation  " + correlation(extender));
        line("  winner            the same " + count(extender, "sameWinner") + " times, another one "
                + count(extender, "otherWinner") + " times");
        line("  calls             " + calls(extender));
        line("  not asked         " + count(extender, "dropped") + " questions, since too many waited");
    }

    /** The share of the things on which both say the same. */
    public static String agreement(JsonNode extender) {
        return extender.has("agreement") ? share(extender.path("agreement").asDouble()) : "nothing compared yet";
    }

    private static String correlation(JsonNode extender) {
        return extender.has("rankCorrelation")
                ? correlation(extender.path("rankCorrelation").asDouble()) + " (Kendall's tau-b, mean of "
                        + extender.path("rankings").asLong() + " rankings)"
                : "nothing ranked yet";
    }

    private static String count(JsonNode node, String name) {
        return String.format(Locale.ROOT, "%,d", node.path(name).asLong());
    }

    private static String verbLine(String name, JsonNode verb) {
        return name + ": " + count(verb, "differing") + " of " + count(verb, "answers") + " answers differ; "
                + count(verb, "agreed") + " things the same, " + count(verb, "stricter") + " stricter, "
                + count(verb, "laxer") + " laxer";
    }

    private static String calls(JsonNode extender) {
        String failures = extender.path("failures").properties().stream()
                .map(failure -> failure.getKey() + " " + failure.getValue().asLong())
                .collect(Collectors.joining(", "));
        return count(extender, "answered") + " answered, " + count(extender, "failed") + " failed"
                + (failures.isEmpty() ? "" : " (" + failures + ")") + "; median " + millis(extender, "median")
                + ", 95% within " + millis(extender, "p95") + ", longest " + millis(extender, "max");
    }

    private static String millis(JsonNode extender, String name) {
        return tenths(extender.at("/latencyMillis/" + name).asDouble()) + " ms";
    }

    static String share(double value) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * value);
    }

    static String correlation(double value) {
        return String.format(Locale.ROOT, "%+.2f", value);
    }

    static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private void example(JsonNode example) {
        line("");
        line(example.path("about").asString() + " (" + example.path("verb").asString() + ", "
                + example.path("time").asString() + ")");
        out.append(lines(example));
    }

    /** What was decided and what would have been, with the nodes it is about. */
    public static String lines(JsonNode example) {
        StringBuilder text = new StringBuilder();
        text.append("  decided: ").append(example.path("decided").asString()).append(System.lineSeparator());
        text.append("  shadow:  ").append(example.path("shadow").asString()).append(System.lineSeparator());
        if (!example.path("lines").isEmpty()) {
            TextTable table = new TextTable(List.of("ABOUT", "DECIDED", "SHADOW"));
            for (JsonNode line : example.path("lines")) {
                List<String> row = new ArrayList<>();
                for (String column : List.of("name", "decided", "shadow")) {
                    row.add(line.path(column).asString());
                }
                table.add(row);
            }
            table.text()
                    .lines()
                    .forEach(line -> text.append("    ").append(line).append(System.lineSeparator()));
        }
        return text.toString();
    }
}
