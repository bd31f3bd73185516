package io.tender.model.batch;

import io.tender.model.BrokenRule;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text form of an amount as Kubernetes writes it: {@code 500m}, {@code 2}, {@code 1.5}, {@code 4Gi}, {@code 1e3}. */
public final class Quantity {
    /** What no sum of amounts may pass, so that adding up a cluster cannot overflow. */
    public static final long MOST_MILLIS = Long.MAX_VALUE >> 20;

    private static final BigDecimal MOST = BigDecimal.valueOf(MOST_MILLIS, 3);

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
        BigDecimal exact = amount.multiply(factor);
        if (exact.compareTo(MOST) > 0) {
            throw refusal(text, "at most " + MOST.toBigInteger());
        }
        return exact.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact();
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

    /** The shortest usual text: whole binary units from Ki up, else a plain number, else thousandths with {@code m}. */
    public static String print(long millis) {
        if (millis % 1000 != 0) {
            return millis + "m";
        }
        long whole = millis / 1000;
        for (int power = BINARY.length; power > 0; power--) {
            long unit = 1L << (10 * power);
            if (whole != 0 && whole % unit == 0) {
                return whole / unit + BINARY[power - 1];
            }
        }
        return Long.toString(whole);
    }

    private static BrokenRule refusal(String text, String expected) {
        return BrokenRule.of("This is not an amount.", "'" + text + "'", expected, "write it as Kubernetes does");
    }
}
