package io.tender.extender.volcano;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Asks a filter about nodes that have room now, as kube-scheduler does, whose filters come before its extenders. Requests of
 * its protocol do not tell what runs on a node, and an extender that looks for itself sees what really runs: about a node on
 * which room is only promised, it would always say no. It is asked once the room is there.
 */
final class FreeNodesFilter implements BatchPredicate {
    private final BatchPredicate filter;
    private final Set<String> ignored;

    /** @param ignored resources whose room is for the extender to know */
    FreeNodesFilter(BatchPredicate filter, Set<String> ignored) {
        this.filter = filter;
        this.ignored = ignored;
    }

    @Override
    public Reach reach(TaskView task) {
        return filter.reach(task);
    }

    @Override
    public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
        ResourceList request = task.request();
        for (String name : ignored) {
            request = request.without(name);
        }
        List<NodeView> free = new ArrayList<>(nodes.size());
        boolean[] isFree = new boolean[nodes.size()];
        for (int i = 0; i < isFree.length; i++) {
            isFree[i] = nodes.get(i).idle().covers(request);
            if (isFree[i]) {
                free.add(nodes.get(i));
            }
        }
        List<Verdict> said = free.isEmpty() ? List.of() : filter.fits(task, free, enough);
        List<Verdict> verdicts = new ArrayList<>(nodes.size());
        int next = 0;
        for (boolean one : isFree) {
            if (!one) {
                verdicts.add(Verdict.fits());
            } else if (next < said.size()) {
                verdicts.add(said.get(next++));
            } else {
                // Enough of those before it fit.
                break;
            }
        }
        return verdicts;
    }
}
