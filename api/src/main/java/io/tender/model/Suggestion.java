package io.tender.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which known word was meant by one that is not known. */
public final class Suggestion {

    private Suggestion() {}

    /** The nearest of the known words, if it is near enough to be a slip of the fingers. */
    public static Optional<String> nearest(String word, Collection<String> known) {
        int most = Math.max(1, Math.min(3, word.length() / 3 + 1));
        String typed = plain(word);
        return known.stream()
                .map(candidate -> new Guess(candidate, distance(typed, plain(candidate))))
                .filter(guess -> guess.distance() <= most)
                .min(Comparator.comparingInt(Guess::distance).thenComparing(Guess::word))
                .map(Guess::word);
    }

    /** {@code " Did you mean 'x'?"}, or nothing. */
    public static String sentence(String word, Collection<String> known) {
        return nearest(word, known)
                .map(guess -> " Did you mean '" + guess + "'?")
                .orElse("");
    }

    private record Guess(String word, int distance) {}

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
    }

    /** Insertions, deletions, replacements and swaps of neighbours it takes to get from one word to the other. */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[from.length()][to.length()];
    }
}
