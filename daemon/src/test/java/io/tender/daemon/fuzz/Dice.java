package io.tender.daemon.fuzz;

import java.util.List;
import java.util.Random;

/** Chance that can be had again: the same seed makes the same requests. */
final class Dice {
    private static final List<String> ODD_WORDS = List.of(
            "",
            " ",
            ".",
            "..",
            "/",
            "//",
            "*",
            "-",
            "a b",
            "a/b/c",
            "../../etc/passwd",
            "%2e%2e%2f",
            "null",
            "true",
            "0",
            "-1",
            "NaN",
            "1e999",
            "\u0000",
            "\u202e\u200b",
            "\uD83D\uDE00",
            "\n\r\t",
            "'\"`$(){}<>;|&",
            "x".repeat(70),
            "x".repeat(300));

    /** Numbers at the edges of what types hold, as JSON writes them. */
    private static final List<String> ODD_NUMBERS = List.of(
            "0",
            "-0.0",
            "-1",
            "1",
            "0.0001",
            "1e-320",
            "1e308",
            "-1e308",
            "1e400",
            "2147483647",
            "2147483648",
            "-2147483649",
            "4294967296",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "1e18",
            "99999999999999999999999999999999999999999");

    private final Random random;

    Dice(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    String oddWord() {
        return one(ODD_WORDS);
    }

    String oddNumber() {
        return one(ODD_NUMBERS);
    }

    byte[] bytes(int most) {
        byte[] bytes = new byte[1 + random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }
}
