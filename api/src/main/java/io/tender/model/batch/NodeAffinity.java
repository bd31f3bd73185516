package io.tender.model.batch;

import java.util.List;

/**
 * Which nodes a task may or would like to go to.
 *
 * @param required one of these must match, unless there is none
 * @param preferred each that matches adds its weight
 */
public record NodeAffinity(List<Selector> required, List<Preferred> preferred) {
    public static final NodeAffinity ANY = new NodeAffinity(List.of(), List.of());

    /** A wish, with a weight from 1 to 100. */
    public record Preferred(int weight, Selector selector) {}

    public NodeAffinity {
        required = List.copyOf(required);
        preferred = List.copyOf(preferred);
    }
}
