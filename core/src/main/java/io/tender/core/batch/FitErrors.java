package io.tender.core.batch;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Why a task fits no node.
 *
 * @param nodes how many were looked at
 * @param byReason how many of them refused for each reason, by the author and the reason
 * @param byNode each node with its refusal; left out where too many tasks wait for it to be worth the memory
 */
public record FitErrors(int nodes, SortedMap<String, Integer> byReason, List<NodeRefusal> byNode) {

    /** One node's no. */
    public record NodeRefusal(String node, Refusal refusal) {}

    static FitErrors of(int nodes, List<NodeRefusal> refusals, boolean detailed) {
        SortedMap<String, Integer> byReason = new TreeMap<>();
        for (NodeRefusal refusal : refusals) {
            byReason.merge(refusal.refusal().toString(), 1, Integer::sum);
        }
        return new FitErrors(nodes, byReason, detailed ? List.copyOf(refusals) : List.of());
    }

    /** For example {@code 0/3 nodes fit: 2 scheduler: insufficient cpu, 1 predicates: node is unschedulable}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("0/" + nodes + " nodes fit");
        String separator = ": ";
        for (var entry : byReason.entrySet()) {
            text.append(separator).append(entry.getValue()).append(' ').append(entry.getKey());
            separator = ", ";
        }
        return text.toString();
    }
}
