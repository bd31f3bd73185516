package io.tender.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Decimal text to thousandths and back; exact, so that ten times 0.1 is 1. */
final class Millis {
    static final long UNIT = 1000;

    /** Longer texts are no sensible numbers, and reading them would be work for nothing. */
    private static final int LONGEST = 64;

    /** So many digits never overflow. */
    private static final int SHORT = 15;

    private static final int LARGEST_EXPONENT = 30;

    private Millis() {}

    /** A number, rounded half away from zero to three decimals; or why it is none. */
    sealed interface Parsed {
        record Exact(long millis, boolean roundedToZero) implements Parsed {}

        record Malformed() implements Parsed {}

        record TooLarge() implements Parsed {}
    }

    static Parsed parse(String text) {
        if (text.isEmpty() || text.length() > LONGEST || !looksLikeNumber(text)) {
            return new Parsed.Malformed();
        }
        if (text.length() <= SHORT && isDigits(text)) {
            return new Parsed.Exact(Long.parseLong(text) * UNIT, false);
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException e) {
            return new Parsed.Malformed();
        }
        return of(value);
    }

    /**
     * Where a text that is no number stops being one: at a character that cannot follow, at one too many, at its end if
     * something is missing there; and at its beginning if no character is wrong by itself.
     */
    static int wrongAt(String text) {
        int integer = afterSign(text, 0);
        int at = afterDigits(text, integer);
        int digits = at - integer;
        if (at < text.length() && text.charAt(at) == '.') {
            int fraction = at + 1;
            at = afterDigits(text, fraction);
            digits += at - fraction;
        }
        if (digits > 0 && at < text.length() && "eE".indexOf(text.charAt(at)) >= 0) {
            int exponent = afterSign(text, at + 1);
            at = afterDigits(text, exponent);
            digits = at - exponent;
        }
        boolean complete = at == text.length() && digits > 0;
        return at > LONGEST ? LONGEST : complete ? 0 : at;
    }

    private static int afterSign(String text, int from) {
        return from < text.length() && "+-".indexOf(text.charAt(from)) >= 0 ? from + 1 : from;
    }

    private static int afterDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    static Parsed of(BigDecimal value) {
        if (value.signum() == 0) {
            return new Parsed.Exact(0, false);
        }
        long exponent = (long) value.precision() - value.scale();
        if (exponent > LARGEST_EXPONENT) {
            return new Parsed.TooLarge();
        }
        if (exponent < -LARGEST_EXPONENT) {
            return new Parsed.Exact(0, true);
        }
        BigDecimal rounded = value.movePointRight(3).setScale(0, RoundingMode.HALF_UP);
        if (rounded.unscaledValue().bitLength() > 63) {
            return new Parsed.TooLarge();
        }
        return new Parsed.Exact(rounded.longValueExact(), rounded.signum() == 0);
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean looksLikeNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && ".+-eE".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Why a parsed number cannot be an amount of a resource; empty if it can. */
    static Optional<String> complaint(Parsed parsed) {
        return switch (parsed) {
            case Parsed.Malformed malformed -> Optional.of("a number such as 1024 or 0.5");
            case Parsed.TooLarge tooLarge -> Optional.of("a number below " + Long.MAX_VALUE / UNIT);
            case Parsed.Exact number -> {
                if (number.millis() < 0) {
                    yield Optional.of("a number that is not negative");
                }
                yield number.roundedToZero()
                        ? Optional.of("0 or at least 0.0005, the rest rounds to nothing")
                        : Optional.empty();
            }
        };
    }

    static String print(long millis) {
        StringBuilder out = new StringBuilder();
        print(millis, out);
        return out.toString();
    }

    static void print(long millis, StringBuilder out) {
        if (millis < 0) {
            out.append('-');
        }
        out.append(Long.toUnsignedString(Math.abs(millis / UNIT)));
        long fraction = Math.abs(millis % UNIT);
        if (fraction == 0) {
            return;
        }
        out.append('.').append(fraction / 100);
        if (fraction % 100 != 0) {
            out.append(fraction / 10 % 10);
        }
        if (fraction % 10 != 0) {
            out.append(fraction % 10);
        }
    }
}
