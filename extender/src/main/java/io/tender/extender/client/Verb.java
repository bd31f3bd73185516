package io.tender.extender.client;

import java.util.regex.Pattern;

/** What is asked of an extender, such as {@code prioritize}: a label of its metrics, so there are few of them. */
public record Verb(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public Verb {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "A verb cannot be used: got '" + Printable.of(value, 80)
                            + "', expected 1 to 63 letters, digits, dots, dashes and underscores, beginning with a letter or digit");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
