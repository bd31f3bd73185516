package io.tender.testkit.scenario.step;

import java.util.Optional;

/** What a number, or its absence, has to be. */
public sealed interface Condition {

    /** How far apart two numbers may be and still be the same, since shares are floating point. */
    double TOLERANCE = 1e-9;

    boolean holds(Optional<Double> value);

    record Absent() implements Condition {
        @Override
        public boolean holds(Optional<Double> value) {
            return value.isEmpty();
        }

        @Override
        public String toString() {
            return "absent";
        }
    }

    record Present() implements Condition {
        @Override
        public boolean holds(Optional<Double> value) {
            return value.isPresent();
        }

        @Override
        public String toString() {
            return "present";
        }
    }

    /** @param text the number as it was written, such as {@code 2/3} */
    record Equal(double number, String text) implements Condition {
        @Override
        public boolean holds(Optional<Double> value) {
            return value.filter(got -> Math.abs(got - number) <= TOLERANCE * Math.max(1, Math.abs(number)))
                    .isPresent();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** @param relation one of {@code < <= > >=} */
    record Compared(String relation, double number, String text) implements Condition {
        @Override
        public boolean holds(Optional<Double> value) {
            return value.filter(got -> switch (relation) {
                        case "<" -> got < number;
                        case "<=" -> got <= number;
                        case ">" -> got > number;
                        case ">=" -> got >= number;
                        default -> throw new IllegalStateException("unknown relation " + relation);
                    })
                    .isPresent();
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
