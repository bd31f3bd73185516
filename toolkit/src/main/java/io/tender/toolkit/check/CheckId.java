package io.tender.toolkit.check;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a check is called by: letters of its group, a number, and a letter where one rule needs several checks. */
public record CheckId(String value) {
    private static final Pattern FORM = Pattern.compile("([A-Z]{1,2})(\\d{1,2})([a-z]?)");

    public CheckId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "The id of a check cannot be used: got '" + value + "', expected something like F4 or T2a");
        }
    }

    /** Whether somebody who asks for {@code wanted} means this one: by its whole id, its number, or its group. */
    public boolean isMeantBy(String wanted) {
        Matcher parts = FORM.matcher(value);
        return parts.matches()
                && (wanted.equalsIgnoreCase(value)
                        || wanted.equalsIgnoreCase(parts.group(1) + parts.group(2))
                        || wanted.equalsIgnoreCase(parts.group(1)));
    }

    @Override
    public String toString() {
        return value;
    }
}
