package io.tender.testkit.scenario.yaml;

import io.tender.testkit.scenario.step.Place;
import java.util.Optional;

/**
 * Something in a scenario file that cannot be understood.
 *
 * @param problem what is wrong, in one line
 * @param line the line of the file
 */
public record Problem(Place place, String problem, Optional<String> got, Optional<String> expected, String line) {

    /** How many characters of a list stand on one line. */
    private static final int WIDEST = 90;

    /** The whole story, for people: the place, the line with a mark under it, got and expected. */
    public String text() {
        StringBuilder text = new StringBuilder(place + ": " + problem + "\n");
        if (!line.isBlank()) {
            String number = Integer.toString(place.line());
            text.append("  ").append(number).append(" | ").append(line).append('\n');
            text.append(" ".repeat(number.length() + 2)).append(" | ");
            text.append(" ".repeat(Math.max(0, place.column() - 1))).append("^\n");
        }
        got.ifPresent(what -> text.append("  got:      ").append(what).append('\n'));
        expected.ifPresent(
                what -> text.append("  expected: ").append(wrapped(what)).append('\n'));
        return text.toString().stripTrailing();
    }

    /** Breaks a long list of words into lines. */
    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : text.split("(?<=, )", -1)) {
            if (length > 0 && length + word.length() > WIDEST) {
                lines.append("\n").append(" ".repeat(12));
                length = 0;
            }
            lines.append(word);
            length += word.length();
        }
        return lines.toString().replace(" \n", "\n");
    }
}
