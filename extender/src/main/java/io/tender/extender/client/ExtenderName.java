package io.tender.extender.client;

import java.util.regex.Pattern;

/** What an extender is called in settings, metrics, recordings and errors. */
public record ExtenderName(String value) implements Comparable<ExtenderName> {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public ExtenderName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "The name of an extender cannot be used: got '" + Printable.of(value, 80)
                            + "', expected 1 to 63 letters, digits, dots, dashes and underscores, beginning with a letter or digit");
        }
    }

    @Override
    public int compareTo(ExtenderName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
