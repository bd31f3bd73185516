package io.tender.extender.volcano;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks how good nodes are for a task: those whose score is not known yet, or all of them where the list matters. */
final class NodeScores implements BatchNodeOrder {
    private final SessionTalk talk;
    private final ManagedResources managed;
    private final Wording wording;
    private final KeptAnswers<Double> kept;
    private final Forecasts forecasts;
    private @Nullable Known latest;

    /** @param forecasts where answers are that came with verdicts and look ahead */
    NodeScores(
            SessionTalk talk,
            ManagedResources managed,
            Wording wording,
            KeptAnswers<Double> kept,
            Forecasts forecasts) {
        this.talk = talk;
        this.managed = managed;
        this.wording = wording;
        this.kept = kept;
        this.forecasts = forecasts;
    }

    /** The scores that are known for a class of tasks. */
    private record Known(KeptAnswers<Double>.About kept, Forecasts.About forecasts) {
        Optional<Double> on(NodeView node) {
            Optional<Double> foreseen =
                    forecasts.isEmpty() ? Optional.empty() : forecasts.on(node).flatMap(Forecasts.Foreseen::score);
            return foreseen.isPresent() ? foreseen : kept.on(node);
        }
    }

    @Override
    public Reach reach(TaskView task) {
        return managed.concerns(task) ? talk.settings().reachOfScores() : Reach.NONE;
    }

    @Override
    public Scores score(TaskView task, List<NodeView> nodes) {
        if (nodes.isEmpty() || !managed.concerns(task)) {
            return Scores.nothing();
        }
        if (talk.settings().scoresByList()) {
            return weighted(ask(task, nodes), Map.of());
        }
        Known about = about(task);
        if (nodes.size() == 1) {
            // What follows every placement, so it is kept short.
            Optional<Double> known = about.on(nodes.getFirst());
            if (known.isPresent()) {
                talk.watch().reused(Question.PRIORITIZE, 1);
                return Scores.of(Map.of(
                        nodes.getFirst().name(), known.get() * talk.settings().weight()));
            }
        }
        Map<String, Double> scores = new TreeMap<>();
        List<NodeView> unknown = new ArrayList<>();
        for (NodeView node : nodes) {
            Optional<Double> known = about.on(node);
            if (known.isPresent()) {
                scores.put(node.name(), known.get());
            } else {
                unknown.add(node);
            }
        }
        talk.watch().reused(Question.PRIORITIZE, scores.size());
        if (unknown.isEmpty()) {
            return weighted(new Asked.Answered<>(scores), Map.of());
        }
        Asked<Map<String, Double>> asked = ask(task, unknown);
        if (asked instanceof Asked.Answered<Map<String, Double>> answered) {
            // One that was left out where that is allowed adds nothing, now and later.
            unknown.forEach(node -> about.kept().keep(node, answered.answer().getOrDefault(node.name(), 0.0)));
        }
        return weighted(asked, scores);
    }

    private Known about(TaskView task) {
        Known about = latest;
        if (about == null || !about.kept().tasks().holds(task)) {
            TaskClass tasks = talk.settings().classOf(task);
            about = new Known(kept.about(tasks), forecasts.about(tasks));
            latest = about;
        }
        return about;
    }

    private Asked<Map<String, Double>> ask(TaskView task, List<NodeView> nodes) {
        return talk.ask(
                Question.PRIORITIZE,
                task.job(),
                () -> wording.scores(talk.envelope(), task, nodes),
                wording.scoreReader(nodes));
    }

    private Scores weighted(Asked<Map<String, Double>> asked, Map<String, Double> known) {
        return switch (asked) {
            case Asked.Answered<Map<String, Double>> answered -> {
                Map<String, Double> all = new TreeMap<>(known);
                all.putAll(answered.answer());
                all.replaceAll((node, score) -> score * talk.settings().weight());
                yield Scores.of(all);
            }
            // Some nodes with a score and some without would favour one side of them, now or later in the session.
            case Asked.Failed<Map<String, Double>> failed ->
                failed.consequence().isUnasked() ? Scores.leftOut() : Scores.failed(failed.reason());
        };
    }
}
