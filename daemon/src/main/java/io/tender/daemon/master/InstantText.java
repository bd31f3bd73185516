package io.tender.daemon.master;

import java.time.Instant;
import java.time.LocalDate;

/** Reads instants as {@link Instant#toString} prints them; a large journal has hundreds of thousands. */
final class InstantText {
    /** As in {@code 2026-01-02T03:04:05}. */
    private static final String SHAPE = "dddd-dd-ddTdd:dd:dd";

    private static final int MOST_DIGITS = 9;

    private InstantText() {}

    /** As {@link Instant#parse}, which does whatever is not in the usual shape. */
    static Instant parse(String text) {
        int last = text.length() - 1;
        int digits = last - SHAPE.length() - 1;
        boolean fraction = digits > 0 && digits <= MOST_DIGITS && text.charAt(SHAPE.length()) == '.';
        if (last < SHAPE.length() || text.charAt(last) != 'Z' || !hasShape(text)) {
            return Instant.parse(text);
        }
        if (last > SHAPE.length() && !(fraction && areDigits(text, SHAPE.length() + 1, last))) {
            return Instant.parse(text);
        }
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        // Days that only some months have, leap seconds and the end of a day are left to those who know.
        if (month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59) {
            return Instant.parse(text);
        }
        int nanos = fraction ? number(text, SHAPE.length() + 1, last) : 0;
        for (int i = fraction ? digits : MOST_DIGITS; i < MOST_DIGITS; i++) {
            nanos *= 10;
        }
        long seconds = LocalDate.of(number(text, 0, 4), month, day).toEpochDay() * 86_400L
                + hour * 3_600L
                + minute * 60L
                + second;
        return Instant.ofEpochSecond(seconds, nanos);
    }

    private static boolean hasShape(String text) {
        for (int i = 0; i < SHAPE.length(); i++) {
            char expected = SHAPE.charAt(i);
            if (expected == 'd' ? !isDigit(text.charAt(i)) : text.charAt(i) != expected) {
                return false;
            }
        }
        return true;
    }

    private static boolean areDigits(String text, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (!isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int begin, int end) {
        int number = 0;
        for (int i = begin; i < end; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
