package io.tender.extender.volcano;

import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Verdict;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The answers of one session that look ahead, the last one for each class of tasks and node. Used by one thread. */
final class Forecasts {
    static final int USUAL_STATES = 2_000_000;

    private final int most;
    /** The class that was not asked about for longest comes first. */
    private final Map<TaskClass, About> classes = new LinkedHashMap<>(16, 0.75f, true);

    private int states;

    /** @param most states of nodes that are kept; the classes not asked about for longest go first */
    Forecasts(int most) {
        this.most = most;
    }

    /** The answers about one class of tasks. */
    About about(TaskClass tasks) {
        About known = classes.get(tasks);
        if (known == null) {
            known = new About(tasks);
            classes.put(tasks, known);
            states += known.ofClass;
            shrink();
        }
        return known;
    }

    /** What is kept, and the classes it is kept for. */
    int states() {
        return states;
    }

    /** What an answer says about one of the states it is about. */
    record Foreseen(NodeAnswer answer, int more) {
        Verdict verdict() {
            return answer.verdict(more);
        }

        Optional<Double> score() {
            return answer.score(more);
        }
    }

    /** One class, so that its template is compared once for all nodes. */
    final class About {
        private final TaskClass tasks;
        private final Map<String, Forecast> byNode = new HashMap<>();
        /** Its states, and the class itself, which takes room too. */
        private int ofClass = 1;

        private About(TaskClass tasks) {
            this.tasks = tasks;
        }

        boolean isEmpty() {
            return byNode.isEmpty();
        }

        /** What was said about a node as it is now; empty if nobody looked ahead to that. */
        Optional<Foreseen> on(NodeView node) {
            Forecast forecast = byNode.get(node.name());
            if (forecast == null) {
                return Optional.empty();
            }
            int more = forecast.more(node);
            return more == Forecast.ANOTHER_STATE
                    ? Optional.empty()
                    : Optional.of(new Foreseen(forecast.answer(), more));
        }

        @SuppressWarnings("ReferenceEquality") // a class that had to go is not counted any more
        void keep(NodeView node, NodeAnswer answer) {
            Forecast before = byNode.put(node.name(), new Forecast(answer, tasks, node));
            int change = answer.states() - (before == null ? 0 : before.answer().states());
            ofClass += change;
            if (classes.get(tasks) == this) {
                states += change;
                shrink();
            }
        }
    }

    private void shrink() {
        Iterator<About> oldest = classes.values().iterator();
        while (states > most && oldest.hasNext()) {
            states -= oldest.next().ofClass;
            oldest.remove();
        }
    }
}
