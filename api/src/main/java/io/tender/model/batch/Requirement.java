package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the value of one label must be. */
public record Requirement(String key, Operator operator, List<String> values) {

    /** How the value is compared; the last two compare whole numbers. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GT,
        LT
    }

    public Requirement {
        values = List.copyOf(values);
        boolean fits = switch (operator) {
            case IN, NOT_IN -> !values.isEmpty();
            case EXISTS, DOES_NOT_EXIST -> values.isEmpty();
            case GT, LT -> values.size() == 1 && number(values.getFirst()) != null;
        };
        if (!fits) {
            throw BrokenRule.of(
                    "The requirement on label '" + key + "' cannot be met or missed.",
                    operator + " " + values,
                    "values for IN and NOT_IN, none for EXISTS and DOES_NOT_EXIST, one number for GT and LT",
                    "correct the requirement");
        }
    }

    public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GT -> compare(value) > 0;
            case LT -> compare(value) < 0;
        };
    }

    private int compare(@Nullable String value) {
        Long here = value == null ? null : number(value);
        Long bound = number(values.getFirst());
        return here == null || bound == null ? 0 : Long.compare(here, bound);
    }

    private static @Nullable Long number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
