package io.tender.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Takes steps out of a failing history while it keeps failing: large pieces first, then single steps. Bounded in tries
 * and in time, since a shorter history is a help and not a promise.
 */
final class Shrinker {
    private static final int MOST_TRIES = 5_000;
    private static final long MOST_NANOS = 60_000_000_000L;

    private final Predicate<List<Step>> fails;
    private final long deadline = System.nanoTime() + MOST_NANOS;
    private int tries;

    Shrinker(Predicate<List<Step>> fails) {
        this.fails = fails;
    }

    int tries() {
        return tries;
    }

    List<Step> shrink(List<Step> history) {
        List<Step> shortest = List.copyOf(history);
        int piece = Math.max(1, shortest.size() / 2);
        while (!exhausted()) {
            List<Step> shorter = withoutPieces(shortest, piece);
            boolean better = shorter.size() < shortest.size();
            shortest = shorter;
            if (piece == 1 && !better) {
                break;
            }
            piece = Math.max(1, piece / 2);
        }
        return shortest;
    }

    /** One pass from the end, where the cause of a difference usually is not. */
    private List<Step> withoutPieces(List<Step> history, int piece) {
        List<Step> left = history;
        for (int end = left.size() - 1; end > 0 && !exhausted(); end -= piece) {
            List<Step> candidate = new ArrayList<>(left);
            candidate.subList(Math.max(0, end - piece), end).clear();
            tries++;
            if (fails.test(candidate)) {
                left = candidate;
            }
        }
        return left;
    }

    private boolean exhausted() {
        return tries >= MOST_TRIES || System.nanoTime() > deadline;
    }
}
