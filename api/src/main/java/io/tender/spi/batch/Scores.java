package io.tender.spi.batch;

import java.util.Map;

/**
 * Scores of nodes by name, or why there are none.
 *
 * @param failure empty if there are scores
 */
public record Scores(Map<String, Double> byNode, String failure) {
    private static final Scores NOTHING = new Scores(Map.of(), "");

    public Scores {
        byNode = Map.copyOf(byNode);
    }

    /** Makes no difference between the nodes. */
    public static Scores nothing() {
        return NOTHING;
    }

    public static Scores of(Map<String, Double> byNode) {
        return new Scores(byNode, "");
    }

    /** The nodes cannot be ranked, so none is chosen. */
    public static Scores failed(String reason) {
        return new Scores(Map.of(), reason);
    }
}
