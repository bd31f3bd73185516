package io.tender.extender.server;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * How good each agent is for a task: higher is better, 100 is a full score, as with the schedulers' own plugins. What is
 * not scored has 0. Where a dialect has another range (kube-scheduler's is 0 to 10, whole), 0 to 100 is brought to it, and
 * what lies outside goes to its ends.
 */
public final class Scores {
    private final String[] names;
    private final double[] values;

    private Scores(String[] names, double[] values) {
        this.names = names;
        this.values = values;
    }

    /** No opinion. */
    public static Scores none() {
        return new Scores(new String[0], new double[0]);
    }

    /** One for each. */
    public static Scores scoreEach(List<Agent> agents, ToDoubleFunction<Agent> score) {
        String[] names = new String[agents.size()];
        double[] values = new double[names.length];
        int i = 0;
        for (Agent agent : agents) {
            names[i] = agent.name();
            values[i++] = checked(agent.name(), score.applyAsDouble(agent));
        }
        return new Scores(names, values);
    }

    public static Scores of(Map<String, Double> byName) {
        Map<String, Double> sorted = new TreeMap<>(byName);
        double[] values = new double[sorted.size()];
        int i = 0;
        for (Map.Entry<String, Double> each : sorted.entrySet()) {
            values[i++] = checked(each.getKey(), each.getValue());
        }
        return new Scores(sorted.keySet().toArray(String[]::new), values);
    }

    private static double checked(String name, double score) {
        if (!Double.isFinite(score)) {
            throw new IllegalArgumentException("Got the score " + score + " for agent '" + name
                    + "'; expected a finite number: look for a division by zero");
        }
        return score;
    }

    public int size() {
        return names.length;
    }

    public String name(int index) {
        return names[index];
    }

    public double value(int index) {
        return values[index];
    }

    /** By name, in the order of the names. */
    public Map<String, Double> asMap() {
        Map<String, Double> all = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            all.put(names[i], values[i]);
        }
        return all;
    }

    /** One for each of these agents, in their order; a score for anybody else is a mistake of the policy. */
    Scores over(List<Agent> agents) {
        if (sameOrder(agents)) {
            return this;
        }
        Map<String, Double> known = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            known.put(names[i], values[i]);
        }
        String[] all = new String[agents.size()];
        double[] scores = new double[all.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = agents.get(i).name();
            scores[i] = known.getOrDefault(all[i], 0.0);
        }
        known.keySet().removeAll(Arrays.asList(all));
        if (!known.isEmpty()) {
            throw new IllegalArgumentException(
                    "Got a score for agent '" + known.keySet().iterator().next() + "'; expected scores for the "
                            + all.length + " agents that were asked about, and no others");
        }
        return new Scores(all, scores);
    }

    private boolean sameOrder(List<Agent> agents) {
        if (agents.size() != names.length) {
            return false;
        }
        int i = 0;
        for (Agent agent : agents) {
            if (!agent.name().equals(names[i++])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scores that && asMap().equals(that.asMap());
    }

    @Override
    public int hashCode() {
        return asMap().hashCode();
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
