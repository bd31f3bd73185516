package io.tender.extender.volcano;

import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.JobView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.Collections;
import java.util.List;

/** Asks about each node of a task by itself, about several at once, and stops when enough of them fit. */
final class NodeChecks implements BatchPredicate {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final NodeBytes nodeBytes;
    private final KeptAnswers<Verdict> kept;
    private final Crew crew;
    private final VerdictReader reader;

    NodeChecks(SessionTalk talk, ManagedResources managed, NodeBytes nodeBytes, KeptAnswers<Verdict> kept, Crew crew) {
        this.talk = talk;
        this.managed = managed;
        this.nodeBytes = nodeBytes;
        this.kept = kept;
        this.crew = crew;
        this.reader = talk.settings().verdictReader();
    }

    @Override
    public Reach reach(TaskView task) {
        return managed.concerns(task) ? talk.settings().reachOfVerdicts() : Reach.NONE;
    }

    @Override
    public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
        if (!managed.concerns(task)) {
            return Collections.nCopies(nodes.size(), Verdict.fits());
        }
        KeptAnswers<Verdict>.About about = known().about(talk.settings().classOf(task));
        FitRound round = new FitRound(nodes.size(), enough);
        int reused = 0;
        for (int i = 0; i < nodes.size(); i++) {
            int place = i;
            reused += about.on(nodes.get(i))
                    .map(verdict -> put(round, place, verdict))
                    .orElse(0);
        }
        talk.watch().reused(Question.PREDICATE, reused);
        int open = round.open();
        if (open > 0) {
            byte[] encoded = talk.dialect().task(task);
            crew.run(
                    Math.min(open, talk.settings().concurrency()),
                    () -> work(task.job(), encoded, nodes, about, round));
        }
        return round.verdicts();
    }

    private KeptAnswers<Verdict> known() {
        return talk.settings().verdictsByList() ? new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS) : kept;
    }

    private static int put(FitRound round, int place, Verdict verdict) {
        round.put(place, verdict);
        return 1;
    }

    private void work(
            JobView job, byte[] task, List<NodeView> nodes, KeptAnswers<Verdict>.About about, FitRound round) {
        for (int place = round.take(); place >= 0; place = round.take()) {
            NodeView node = nodes.get(place);
            Asked<Verdict> asked = talk.ask(
                    Question.PREDICATE,
                    job,
                    () -> talk.envelope()
                            .put("task", task)
                            .put("node", nodeBytes.of(node))
                            .body(),
                    reader);
            switch (asked) {
                case Asked.Answered<Verdict> answered -> {
                    about.keep(node, answered.answer());
                    round.put(place, answered.answer());
                }
                case Asked.Failed<Verdict> failed -> round.put(place, of(failed));
            }
        }
    }

    static Verdict of(Asked.Failed<?> failed) {
        return failed.consequence().isUnasked() ? Verdict.fits() : Verdict.error(failed.reason());
    }
}
