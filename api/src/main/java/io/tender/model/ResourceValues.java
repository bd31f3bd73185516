package io.tender.model;

import org.jspecify.annotations.Nullable;

/** Arithmetic on the value of a resource, whatever its kind; both operands must be of the same kind. */
final class ResourceValues {
    private ResourceValues() {}

    static ResourceKey.Kind kind(Value value) {
        return switch (value) {
            case Value.Scalar scalar -> {
                if (scalar.millis() < 0) {
                    throw BrokenRule.of(
                            "A resource has a negative amount.",
                            value,
                            "an amount that is not negative",
                            "leave it out");
                }
                yield ResourceKey.Kind.SCALAR;
            }
            case Value.Ranges ranges -> ResourceKey.Kind.RANGES;
            case Value.Items items -> ResourceKey.Kind.SET;
            case Value.Text text ->
                throw BrokenRule.of(
                        "A resource has a text as its value.",
                        "'" + text + "'",
                        "a number, ranges or a set",
                        "make it an attribute instead");
        };
    }

    static boolean isEmpty(Value value) {
        return switch (value) {
            case Value.Scalar scalar -> scalar.millis() == 0;
            case Value.Ranges ranges -> ranges.isEmpty();
            case Value.Items set -> set.items().isEmpty();
            case Value.Text text -> text.text().isEmpty();
        };
    }

    static Value plus(Value a, Value b) {
        return switch (a) {
            case Value.Scalar scalar -> new Value.Scalar(Math.addExact(scalar.millis(), ((Value.Scalar) b).millis()));
            case Value.Ranges ranges -> ranges.plus((Value.Ranges) b);
            case Value.Items items -> items.plus((Value.Items) b);
            case Value.Text text -> text;
        };
    }

    /** What is left, the first operand itself if nothing changes, or null if nothing is left. */
    static @Nullable Value minus(Value a, Value b) {
        return switch (a) {
            case Value.Scalar scalar -> {
                long left = scalar.millis() - ((Value.Scalar) b).millis();
                yield left <= 0 ? null : new Value.Scalar(left);
            }
            case Value.Ranges ranges -> {
                Value.Ranges left = ranges.minus((Value.Ranges) b);
                yield left.isEmpty() ? null : left;
            }
            case Value.Items items -> {
                Value.Items left = items.minus((Value.Items) b);
                yield left.items().isEmpty() ? null : left;
            }
            case Value.Text text -> text;
        };
    }

    static boolean contains(Value a, Value b) {
        return switch (a) {
            case Value.Scalar scalar -> scalar.millis() >= ((Value.Scalar) b).millis();
            case Value.Ranges ranges -> ranges.contains((Value.Ranges) b);
            case Value.Items items -> items.contains((Value.Items) b);
            case Value.Text text -> text.equals(b);
        };
    }

    static int compare(Value a, Value b) {
        return switch (a) {
            case Value.Scalar scalar -> Long.compare(scalar.millis(), ((Value.Scalar) b).millis());
            case Value.Ranges ranges -> ranges.compareTo((Value.Ranges) b);
            case Value.Items set -> ItemMath.compare(set.items(), ((Value.Items) b).items());
            case Value.Text text -> text.text().compareTo(((Value.Text) b).text());
        };
    }

    /** Thousandths of a scalar, a thousand per number of a range and per item of a set; bounded, not overflowing. */
    static long amount(Value value) {
        return switch (value) {
            case Value.Scalar scalar -> scalar.millis();
            case Value.Ranges ranges -> thousandfold(ranges.count());
            case Value.Items set -> thousandfold(set.items().size());
            case Value.Text text -> 0;
        };
    }

    static long boundedSum(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }

    private static long thousandfold(long count) {
        return count > Long.MAX_VALUE / Millis.UNIT ? Long.MAX_VALUE : count * Millis.UNIT;
    }
}
