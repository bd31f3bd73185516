package io.tender.core.batch.plugin;

import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Scores;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Raw scores of some nodes, brought to the range from 0 to 100. */
final class Normalised {
    private final List<NodeView> nodes;
    private final double[] raw;

    Normalised(List<NodeView> nodes) {
        this.nodes = nodes;
        raw = new double[nodes.size()];
    }

    void set(int index, double value) {
        raw[index] = value;
    }

    private double largest() {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : raw) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    private double smallest() {
        double smallest = Double.POSITIVE_INFINITY;
        for (double value : raw) {
            smallest = Math.min(smallest, value);
        }
        return smallest;
    }

    private Scores scores(DoubleUnaryOperator normal, int weight) {
        Map<String, Double> byNode = new HashMap<>();
        for (int i = 0; i < raw.length; i++) {
            byNode.put(nodes.get(i).name(), Math.floor(normal.applyAsDouble(raw[i])) * weight);
        }
        return Scores.of(byNode);
    }

    /** The largest becomes 100. */
    Scores byLargest(int weight) {
        double largest = largest();
        return largest <= 0 ? Scores.nothing() : scores(value -> value * 100 / largest, weight);
    }

    /** The largest becomes 0, and none at all 100. */
    Scores reversed(int weight) {
        double largest = largest();
        return largest <= 0 ? Scores.nothing() : scores(value -> 100 - Math.floor(value * 100 / largest), weight);
    }

    /** The smallest becomes 0 and the largest 100. */
    Scores byRange(int weight) {
        double smallest = smallest();
        double range = largest() - smallest;
        return range <= 0 ? Scores.nothing() : scores(value -> 100 * (value - smallest) / range, weight);
    }

    /** The smallest becomes 100; below zero marks nodes that get nothing. */
    Scores evenly(int weight) {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (double value : raw) {
            if (value >= 0) {
                largest = Math.max(largest, value);
                smallest = Math.min(smallest, value);
            }
        }
        double top = largest;
        double bottom = smallest;
        return scores(value -> value < 0 ? 0 : top == 0 ? 100 : 100 * (top + bottom - value) / top, weight);
    }
}
