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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks about many nodes of a task in one call: first about as many as are enough if all of them fit, then about twice as many,
 * until enough do. What comes with the verdicts is kept too: scores, and answers for nodes that will have more such tasks.
 */
final class NodeBatchCheck implements BatchPredicate {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;
    private final KeptAnswers<Verdict> allVerdicts;
    private final KeptAnswers<Double> allScores;
    private final Forecasts allForecasts;
    private @Nullable Known latest;

    /**
     * @param scores where scores that come with verdicts are put, for those who ask for them next
     * @param forecasts where answers are put that look ahead
     */
    NodeBatchCheck(
            SessionTalk talk,
            ManagedResources managed,
            Wording wording,
            KeptAnswers<Verdict> verdicts,
            KeptAnswers<Double> scores,
            Forecasts forecasts) {
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
        this.allVerdicts = verdicts;
        this.allScores = scores;
        this.allForecasts = forecasts;
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
        Known known = known(task);
        if (nodes.size() == 1) {
            // What follows every placement, so it is kept short.
            Optional<Verdict> verdict = known.verdict(nodes.getFirst());
            if (verdict.isPresent()) {
                talk.watch().reused(Question.BATCH_PREDICATE, 1);
                return List.of(verdict.get());
            }
        }
        Asking asking = new Asking(task, known, nodes, Math.max(1, enough));
        asking.recall();
        asking.askInChunks();
        return asking.round.verdicts();
    }

    private Known known(TaskView task) {
        if (talk.settings().verdictsByList()) {
            return new Known(talk.settings().classOf(task), new KeptAnswers<>(KeptAnswers.USUAL_ANSWERS));
        }
        Known known = latest;
        if (known == null || !known.tasks.holds(task)) {
            known = new Known(talk.settings().classOf(task), allVerdicts);
            latest = known;
        }
        return known;
    }

    /** What is known about the nodes for a class of tasks. */
    private final class Known {
        private final TaskClass tasks;
        private final KeptAnswers<Verdict>.About verdicts;
        private final KeptAnswers<Double>.About scores;
        private final Forecasts.About forecasts;

        Known(TaskClass tasks, KeptAnswers<Verdict> kept) {
            this.tasks = tasks;
            this.verdicts = kept.about(tasks);
            this.scores = allScores.about(tasks);
            this.forecasts = allForecasts.about(tasks);
        }

        boolean isNothing() {
            return forecasts.isEmpty() && verdicts.isEmpty();
        }

        Optional<Verdict> verdict(NodeView node) {
            if (!forecasts.isEmpty()) {
                Optional<Forecasts.Foreseen> foreseen = forecasts.on(node);
                if (foreseen.isPresent()) {
                    return Optional.of(foreseen.get().verdict());
                }
            }
            return verdicts.on(node);
        }

        Verdict keep(NodeView node, NodeAnswer answer) {
            boolean looksAhead = answer.states() > 1;
            if (looksAhead) {
                forecasts.keep(node, answer);
            }
            // What looks ahead is kept for this session only.
            if (!looksAhead || talk.settings().stateless()) {
                verdicts.keep(node, answer.verdict(0));
                answer.score(0).ifPresent(score -> scores.keep(node, score));
            }
            return answer.verdict(0);
        }
    }

    /** One task and the nodes in question. */
    private final class Asking {
        private final TaskView task;
        private final Known known;
        private final List<NodeView> nodes;
        private final int enough;
        private final FitRound round;
        /** The places of the nodes about which nothing is known. */
        private final List<Integer> unknown = new ArrayList<>();

        Asking(TaskView task, Known known, List<NodeView> nodes, int enough) {
            this.task = task;
            this.known = known;
            this.nodes = nodes;
            this.enough = enough;
            this.round = new FitRound(nodes.size(), enough);
        }

        void recall() {
            if (known.isNothing()) {
                // As for the first task of each class, about all nodes there are.
                IntStream.range(0, nodes.size()).forEach(unknown::add);
                return;
            }
            for (int i = 0; i < nodes.size(); i++) {
                Optional<Verdict> verdict = known.verdict(nodes.get(i));
                if (verdict.isPresent()) {
                    round.put(i, verdict.get());
                } else {
                    unknown.add(i);
                }
            }
            talk.watch().reused(Question.BATCH_PREDICATE, nodes.size() - unknown.size());
        }

        /** A chunk at a time, until enough fit. */
        void askInChunks() {
            int from = 0;
            int size = enough;
            while (from < unknown.size() && round.open() > 0) {
                List<Integer> rest = unknown.subList(from, unknown.size());
                List<Integer> places = rest.subList(0, Math.min(size, rest.size()));
                switch (ask(places)) {
                    case Asked.Answered<List<NodeAnswer>> answered -> take(places, answered.answer());
                    case Asked.Failed<List<NodeAnswer>> failed -> {
                        // Who did not answer about these is not waited for again to say nothing about the others.
                        rest.forEach(place -> round.put(place, NodeChecks.of(failed)));
                        return;
                    }
                }
                from += places.size();
                size = 2 * places.size();
            }
        }

        private Asked<List<NodeAnswer>> ask(List<Integer> places) {
            List<NodeView> chunk = places.stream().map(nodes::get).toList();
            return talk.ask(
                    Question.BATCH_PREDICATE,
                    task.job(),
                    () -> wording.fit(talk.envelope(), task, chunk, enough),
                    wording.fitReader(chunk, enough));
        }

        private void take(List<Integer> places, List<NodeAnswer> said) {
            for (int i = 0; i < said.size(); i++) {
                round.put(places.get(i), known.keep(nodes.get(places.get(i)), said.get(i)));
            }
        }
    }
}
