package io.tender.testkit.scenario;

import io.tender.testkit.scenario.step.Source;
import java.util.Optional;

/**
 * Why a scenario failed.
 *
 * @param step the step at which it shows
 * @param cause the step that brought it about, if that is another one
 * @param problem what is wrong, in one line
 * @param expected what should have been; may have several lines
 * @param got what was; may have several lines
 */
public record Failure(Source step, Optional<Source> cause, String problem, String expected, String got) {

    /** The whole story, for people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(step.place()).append(": ").append(problem).append('\n');
        line(text, "step:", step.text());
        if (!expected.isEmpty()) {
            line(text, "expected:", expected);
        }
        if (!got.isEmpty()) {
            line(text, "got:", got);
        }
        cause.filter(other -> !other.equals(step))
                .ifPresent(other -> line(text, "after:", other.text() + "   (" + other.place() + ")"));
        return text.toString().stripTrailing();
    }

    private static void line(StringBuilder text, String label, String content) {
        String[] lines = content.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            text.append("  %-10s%s%n".formatted(i == 0 ? label : "", lines[i]).replace("\r", ""));
        }
    }
}
