package io.tender.extender.volcano;

import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Asks about all nodes of a task in one call. */
final class NodeBatchCheck implements BatchPredicate {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final NodeBytes nodeBytes;
    private final KeptAnswers<Verdict> kept;

    NodeBatchCheck(SessionTalk talk, ManagedResources managed, NodeBytes nodeBytes, KeptAnswers<Verdict> kept) {
        this.talk = talk;
        this.managed = managed;
        this.nodeBytes = nodeBytes;
        this.kept = kept;
    }

    @Override
    public Reach reach(TaskView task) {
        return managed.concerns(task) ? talk.settings().reach() : Reach.NONE;
    }

    @Override
    public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
        if (!managed.concerns(task)) {
            return Collections.nCopies(nodes.size(), Verdict.fits());
        }
        KeptAnswers<Verdict>.About about = kept.about(TaskClass.of(task));
        FitRound round = new FitRound(nodes.size(), enough);
        List<Integer> places = new ArrayList<>();
        List<NodeView> unknown = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Optional<Verdict> known = about.on(nodes.get(i));
            if (known.isPresent()) {
                round.put(i, known.get());
            } else {
                places.add(i);
                unknown.add(nodes.get(i));
            }
        }
        talk.watch().reused(Question.BATCH_PREDICATE, nodes.size() - unknown.size());
        if (round.open() > 0) {
            ask(task, unknown, places, about, round, Math.max(1, enough));
        }
        return round.verdicts();
    }

    private void ask(
            TaskView task,
            List<NodeView> unknown,
            List<Integer> places,
            KeptAnswers<Verdict>.About about,
            FitRound round,
            int enough) {
        BatchVerdictReader reader =
                new BatchVerdictReader(unknown, enough, talk.settings().isVolcano());
        Asked<List<Verdict>> asked = talk.ask(
                Question.BATCH_PREDICATE,
                () -> talk.envelope()
                        .put("task", talk.dialect().task(task))
                        .list("nodes", nodeBytes.of(unknown))
                        .put("enough", enough)
                        .body(),
                reader);
        switch (asked) {
            case Asked.Answered<List<Verdict>> answered -> {
                for (int i = 0; i < answered.answer().size(); i++) {
                    about.keep(unknown.get(i), answered.answer().get(i));
                    round.put(places.get(i), answered.answer().get(i));
                }
            }
            case Asked.Failed<List<Verdict>> failed -> places.forEach(place -> round.put(place, NodeChecks.of(failed)));
        }
    }
}
