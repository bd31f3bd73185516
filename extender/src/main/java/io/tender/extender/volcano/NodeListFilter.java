package io.tender.extender.volcano;

import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.Collections;
import java.util.List;

/** Asks about all nodes of a task in one call, and for each task anew: the list as a whole is what is filtered. */
final class NodeListFilter implements BatchPredicate {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;

    NodeListFilter(SessionTalk talk, ManagedResources managed, Wording wording) {
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
    }

    @Override
    public Reach reach(TaskView task) {
        return managed.concerns(task) ? Reach.CLUSTER : Reach.NONE;
    }

    @Override
    public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
        if (nodes.isEmpty() || !managed.concerns(task)) {
            return Collections.nCopies(nodes.size(), Verdict.fits());
        }
        return switch (talk.ask(
                Question.BATCH_PREDICATE,
                task.job(),
                () -> wording.fit(talk.envelope(), task, nodes, nodes.size()),
                wording.fitReader(nodes, nodes.size()))) {
            case Asked.Answered<List<NodeAnswer>> answered ->
                answered.answer().stream().map(answer -> answer.verdict(0)).toList();
            case Asked.Failed<List<NodeAnswer>> failed -> Collections.nCopies(nodes.size(), NodeChecks.of(failed));
        };
    }
}
