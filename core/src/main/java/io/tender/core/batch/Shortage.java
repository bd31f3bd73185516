package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Verdict;
import java.util.Map;

/** The refusal of a node without enough room, one object for all nodes that lack the same. */
final class Shortage {
    private Shortage() {}

    static Refusal of(ResourceList request, SessionNode node, Map<String, Refusal> known) {
        StringBuilder lacking = new StringBuilder("insufficient ");
        boolean hopeless = false;
        int names = 0;
        for (int i = 0; i < request.size(); i++) {
            String name = request.name(i);
            if (node.futureIdle().millis(name) < request.millis(i)) {
                lacking.append(names++ == 0 ? "" : ", ").append(name);
                hopeless |= node.allocatable().millis(name) < request.millis(i);
            }
        }
        if (hopeless) {
            lacking.append(", even if the node were empty");
        }
        Verdict.Code code = hopeless ? Verdict.Code.UNRESOLVABLE : Verdict.Code.UNSCHEDULABLE;
        return known.computeIfAbsent(
                lacking.toString(), reason -> new Refusal(Refusal.SCHEDULER, "room", code, reason));
    }
}
