package io.tender.core.batch.plugin;

import java.util.OptionalInt;

/** A number of tasks, or a percentage of them, rounded up as Kubernetes does. */
final class NumberOrPercent {
    private NumberOrPercent() {}

    /** Empty if the text is empty or neither a number nor a percentage. */
    static OptionalInt of(String text, int all) {
        String trimmed = text.trim();
        boolean percent = trimmed.endsWith("%");
        String digits = percent ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
        if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(Character::isDigit)) {
            return OptionalInt.empty();
        }
        long number = Long.parseLong(digits);
        return OptionalInt.of((int) Math.min(Integer.MAX_VALUE, percent ? (number * all + 99) / 100 : number));
    }
}
