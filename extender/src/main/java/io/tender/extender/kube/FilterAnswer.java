package io.tender.extender.kube;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a filter said.
 *
 * @param fitting the nodes it left, in its order, each once
 * @param failed the others it gave a reason for, though room made there might help
 * @param unresolvable those that no eviction can help; they are not among the failed
 */
public record FilterAnswer(List<String> fitting, Map<String, String> failed, Map<String, String> unresolvable) {
    public FilterAnswer {
        fitting = List.copyOf(fitting);
        failed = Map.copyOf(failed);
        unresolvable = Map.copyOf(unresolvable);
    }

    /** Why a node that does not fit does not; one it said nothing about is gone without a reason. */
    public String reason(String node) {
        return Optional.ofNullable(unresolvable.get(node))
                .or(() -> Optional.ofNullable(failed.get(node)))
                .filter(text -> !text.isEmpty())
                .orElse("filtered out by the extender, without a reason");
    }

    public boolean isHopeless(String node) {
        return unresolvable.containsKey(node);
    }

    /** For looking up many nodes. */
    public Set<String> fittingSet() {
        return Set.copyOf(fitting);
    }
}
