package io.tender.testkit.scenario.text;

import io.tender.testkit.scenario.step.Condition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a number has to be: {@code 2}, {@code 2/3}, {@code 50%}, {@code > 0}, {@code absent}, {@code present}. */
public final class ConditionNotation {

    private static final Pattern COMPARED = Pattern.compile("(<=|>=|<|>)\\s*(.+)");

    private static final String EXPECTED = "a number (2, 0.5, 2/3, 50%), a comparison (> 0, <= 3), absent or present";

    private ConditionNotation() {}

    public static Condition condition(String text) {
        String stripped = text.strip();
        if (stripped.equals("absent")) {
            return new Condition.Absent();
        }
        if (stripped.equals("present")) {
            return new Condition.Present();
        }
        Matcher compared = COMPARED.matcher(stripped);
        if (compared.matches()) {
            return new Condition.Compared(compared.group(1), number(compared.group(2), text), stripped);
        }
        return new Condition.Equal(number(stripped, text), stripped);
    }

    /** A plain number, a fraction or a percentage. */
    public static double number(String text) {
        return number(text.strip(), text);
    }

    private static double number(String part, String whole) {
        try {
            int slash = part.indexOf('/');
            if (slash > 0) {
                return Double.parseDouble(part.substring(0, slash)) / Double.parseDouble(part.substring(slash + 1));
            }
            if (part.endsWith("%")) {
                return Double.parseDouble(part.substring(0, part.length() - 1)) / 100;
            }
            return Double.parseDouble(part);
        } catch (NumberFormatException e) {
            throw NotationException.expected(0, "'" + whole + "' is no number", "'" + whole + "'", EXPECTED);
        }
    }
}
