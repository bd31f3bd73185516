package io.tender.spi.batch;

import java.util.List;
import java.util.Optional;

/**
 * A search for a task's node, as it ended.
 *
 * @param contenders the nodes about which a {@link BatchPredicate} had its say, by index: with room, and refused by nobody
 *     before. If a node with free room was chosen, those with free room; if one whose room is still being freed, those; if
 *     none was, all of them. Nodes that were spared the question, as enough others fit, are not among them
 * @param chosen the winner; empty if no node fits, or they could not be ranked
 */
public record Contest(TaskView task, List<Contender> contenders, Optional<NodeView> chosen) {

    public Contest {
        contenders = List.copyOf(contenders);
    }

    /**
     * One node of a contest.
     *
     * @param fits what everybody together said
     * @param score what everybody's scores add up to; 0 for one that does not fit, and for the only one that does
     */
    public record Contender(NodeView node, boolean fits, double score) {}
}
