package io.tender.core.batch;

import java.util.Arrays;

/**
 * The best of many numbered scores, found at once and kept while single scores change: a tournament in which every inner
 * place holds the winner of the two below it. Among equals the smaller number wins.
 */
final class WinnerTree {
    static final int NOBODY = -1;

    private final int leaves;
    private final int[] winners;
    private final double[] scores;

    WinnerTree(int count) {
        int width = 1;
        while (width < count) {
            width *= 2;
        }
        leaves = width;
        winners = new int[2 * width];
        scores = new double[count];
        Arrays.fill(winners, NOBODY);
    }

    /** Enters a number, or changes its score. */
    void set(int number, double score) {
        scores[number] = score;
        winners[leaves + number] = number;
        replay(leaves + number);
    }

    /** Takes a number out. */
    void remove(int number) {
        if (winners[leaves + number] != NOBODY) {
            winners[leaves + number] = NOBODY;
            replay(leaves + number);
        }
    }

    private void replay(int leaf) {
        for (int place = leaf / 2; place > 0; place /= 2) {
            winners[place] = better(winners[2 * place], winners[2 * place + 1]);
        }
    }

    private int better(int left, int right) {
        if (left == NOBODY || right == NOBODY) {
            return left == NOBODY ? right : left;
        }
        return scores[right] > scores[left] ? right : left;
    }

    /** Enters many at once: only the leaves, until {@link #settle}. */
    void setLater(int number, double score) {
        scores[number] = score;
        winners[leaves + number] = number;
    }

    void removeLater(int number) {
        winners[leaves + number] = NOBODY;
    }

    void settle() {
        for (int place = leaves - 1; place > 0; place--) {
            winners[place] = better(winners[2 * place], winners[2 * place + 1]);
        }
    }

    boolean has(int number) {
        return winners[leaves + number] != NOBODY;
    }

    double score(int number) {
        return scores[number];
    }

    int best() {
        return winners[1];
    }
}
