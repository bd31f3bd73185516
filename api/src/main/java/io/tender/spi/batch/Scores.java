package io.tender.spi.batch;

import java.util.Map;

/**
 * Scores of nodes by name, or why there are none.
 *
 * @param failure empty unless the nodes cannot be ranked
 * @param isLeftOut whether they could not be found out, and the task is placed without them
 */
public record Scores(Map<String, Double> byNode, String failure, boolean isLeftOut) {
    private static final Scores NOTHING = new Scores(Map.of(), "", false);
    private static final Scores LEFT_OUT = new Scores(Map.of(), "", true);

    public Scores {
        byNode = Map.copyOf(byNode);
    }

    /** Makes no difference between the nodes. */
    public static Scores nothing() {
        return NOTHING;
    }

    public static Scores of(Map<String, Double> byNode) {
        return new Scores(byNode, "", false);
    }

    /**
     * Could not be found out, and is to be left out for all nodes of this class for the rest of the session: a node whose
     * score is found out later would win or lose against those without one, whatever it is.
     */
    public static Scores leftOut() {
        return LEFT_OUT;
    }

    /** The nodes cannot be ranked, so none is chosen. */
    public static Scores failed(String reason) {
        return new Scores(Map.of(), reason, false);
    }
}
