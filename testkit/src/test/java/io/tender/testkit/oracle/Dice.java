package io.tender.testkit.oracle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Choices from a seed. */
final class Dice {
    private final SplittableRandom random;

    Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** A number from {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    double unit() {
        return random.nextDouble();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    final <T> T of(T... items) {
        return items[random.nextInt(items.length)];
    }

    <T> T in(Collection<T> items) {
        return new ArrayList<>(items).get(random.nextInt(items.size()));
    }

    /** Each item with that probability. */
    <T extends Comparable<T>> SortedSet<T> some(Collection<T> items, double probability) {
        SortedSet<T> chosen = new TreeSet<>();
        for (T item : items) {
            if (chance(probability)) {
                chosen.add(item);
            }
        }
        return chosen;
    }

    /** An index, as likely as its weight. */
    int weighted(double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        double point = random.nextDouble() * sum;
        for (int i = 0; i < weights.length; i++) {
            point -= weights[i];
            if (point < 0 && weights[i] > 0) {
                return i;
            }
        }
        return 0;
    }
}
