package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text form of an amount as Kubernetes writes it: {@code 500m}, {@code 2}, {@code 1.5}, {@code 4Gi}, {@code 1e3}. */
public final class Quantity {
    /** What no single amount may pass, so that thousands of them can be added up. */
    public static final long MOST_MILLIS = Long.MAX_VALUE >> 12;

    private static final BigDecimal MOST = BigDecimal.valueOf(MOST_MILLIS);

    private static final Map<String, BigDecimal> SUFFIXES = Map.ofEntries(
            Map.entry("", BigDecimal.ONE),
            Map.entry("n", new BigDecimal("1e-9")),
            Map.entry("u", new BigDecimal("1e-6")),
            Map.entry("m", new BigDecimal("1e-3")),
            Map.entry("k", new BigDecimal("1e3")),
            Map.entry("M", new BigDecimal("1e6")),
            Map.entry("G", new BigDecimal("1e9")),
            Map.entry("T", new BigDecimal("1e12")),
            Map.entry("P", new BigDecimal("1e15")),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)));

    /** Longer ones are mistakes or attacks: 1e999999999 would take minutes. */
    private static final int LONGEST_NUMBER = 40;

    private static final String[] BINARY = {"Ki", "Mi", "Gi", "Ti", "Pi"};

    private Quantity() {}

    /** Thousandths of the amount; what is finer is rounded up, as Kubernetes does. */
    public static long parse(String text) {
        return counted(text, exact(text).movePointRight(3));
    }

    /** The amount in whole units, such as bytes; what is finer is rounded up. */
    public static long parseWhole(String text) {
        return counted(text, exact(text));
    }

    private static BigDecimal exact(String text) {
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        // 1e3 and 1E3 end in a digit, so letters at the end are always a suffix.
        BigDecimal factor = SUFFIXES.get(text.substring(end));
        BigDecimal amount = number(text.substring(0, end));
        if (factor == null || amount == null || amount.signum() < 0) {
            throw refusal(text, "such as 500m, 2, 1.5, 4Gi or 1e3, not below zero");
        }
        return amount.multiply(factor);
    }

    private static long counted(String text, BigDecimal units) {
        if (units.compareTo(MOST) > 0) {
            throw refusal(text, "at most " + MOST.toBigInteger());
        }
        return units.setScale(0, RoundingMode.CEILING).longValueExact();
    }

    private static @Nullable BigDecimal number(String digits) {
        if (digits.isEmpty() || digits.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(digits);
            return Math.abs(number.scale()) > LONGEST_NUMBER ? null : number;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    /** The shortest usual text of so many thousandths. */
    public static String print(long millis) {
        return millis % 1000 == 0 ? Long.toString(millis / 1000) : millis + "m";
    }

    /** The shortest usual text of so many whole units: binary units from Ki up where they fit, else a plain number. */
    public static String printWhole(long units) {
        for (int power = BINARY.length; power > 0; power--) {
            long unit = 1L << (10 * power);
            if (units != 0 && units % unit == 0) {
                return units / unit + BINARY[power - 1];
            }
        }
        return Long.toString(units);
    }

    private static BrokenRule refusal(String text, String expected) {
        return BrokenRule.of("This is not an amount.", "'" + text + "'", expected, "write it as Kubernetes does");
    }
}
