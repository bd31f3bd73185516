package io.tender.extender.aurora;

import java.util.Collection;
import java.util.Optional;

/** Guesses which setting was meant by a name that is none. */
final class NearestName {
    /** More differences than this are no slip of the fingers. */
    private static final int MOST = 4;

    private NearestName() {}

    static Optional<String> of(String name, Collection<String> known) {
        Optional<String> nearest = Optional.empty();
        int least = MOST + 1;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                nearest = Optional.of(candidate);
            }
        }
        return nearest;
    }

    /** How many letters must be put in, taken out or changed. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
