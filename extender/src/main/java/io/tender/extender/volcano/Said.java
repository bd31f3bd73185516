package io.tender.extender.volcano;

import io.tender.spi.batch.Answer;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import io.tender.spi.batch.Vote;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What an extender that decides has said in a session, for those on trial in its place. An answer counts as it counted then:
 * a failure as what it led to. The latest about a node is the one that holds, since it is asked again when that may differ.
 */
final class Said {
    /** Nodes times classes of tasks; beyond that it begins anew. */
    private static final int MOST = 1_000_000;

    private final Map<TaskClass, Map<String, Verdict>> verdicts = new HashMap<>();
    private final Map<TaskClass, Map<String, Double>> scores = new HashMap<>();
    private final Map<Question, Reply> replies = new EnumMap<>(Question.class);
    private final Map<Question, Eviction> evictions = new EnumMap<>(Question.class);
    private final EqualTasks equal;
    private int kept;

    /** The latest answer to a question about something else than nodes. */
    private record Reply(List<?> about, Object answer) {}

    /** @param equal the tasks that share an answer of that extender's */
    Said(EqualTasks equal) {
        this.equal = equal;
    }

    private <V> Map<String, V> about(Map<TaskClass, Map<String, V>> all, TaskView task, int more) {
        kept += more;
        if (kept > MOST) {
            verdicts.clear();
            scores.clear();
            kept = more;
        }
        return all.computeIfAbsent(TaskClass.of(equal, task), unused -> new HashMap<>());
    }

    BatchPredicate noting(BatchPredicate asked) {
        return new BatchPredicate() {
            @Override
            public List<Verdict> fits(TaskView task, List<NodeView> nodes, int enough) {
                List<Verdict> answer = asked.fits(task, nodes, enough);
                Map<String, Verdict> known = about(verdicts, task, answer.size());
                for (int i = 0; i < answer.size(); i++) {
                    known.put(nodes.get(i).name(), answer.get(i));
                }
                return answer;
            }

            @Override
            public Reach reach(TaskView task) {
                return asked.reach(task);
            }
        };
    }

    BatchNodeOrder noting(BatchNodeOrder asked) {
        return new BatchNodeOrder() {
            @Override
            public Scores score(TaskView task, List<NodeView> nodes) {
                Scores answer = asked.score(task, nodes);
                about(scores, task, answer.byNode().size()).putAll(answer.byNode());
                return answer;
            }

            @Override
            public Reach reach(TaskView task) {
                return asked.reach(task);
            }
        };
    }

    /** Whom it was asked about, which are those whom all before it let go, and whom it lets go. */
    record Eviction(TaskView evictor, List<TaskView> evictees, Victims answer) {}

    Evictable noting(Question question, Evictable asked) {
        return (evictor, evictees) -> {
            Victims answer = asked.victims(evictor, evictees);
            evictions.put(question, new Eviction(evictor, evictees, answer));
            return answer;
        };
    }

    <A> A note(Question question, List<?> about, A answer) {
        replies.put(question, new Reply(about, answer));
        return answer;
    }

    private <A> Optional<A> last(Question question, List<?> about, Class<A> type) {
        Reply reply = replies.get(question);
        return reply != null && reply.about.equals(about) ? Optional.of(type.cast(reply.answer)) : Optional.empty();
    }

    Optional<Verdict> verdict(TaskView task, NodeView node) {
        return Optional.ofNullable(
                verdicts.getOrDefault(TaskClass.of(equal, task), Map.of()).get(node.name()));
    }

    /** As it counted, its weight included. */
    OptionalDouble score(TaskView task, NodeView node) {
        Double score = scores.getOrDefault(TaskClass.of(equal, task), Map.of()).get(node.name());
        return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
    }

    /** What it was asked last about evictions for a task, if that was about some of these. */
    Optional<Eviction> eviction(Question question, TaskView evictor, List<TaskView> evictees) {
        Eviction last = evictions.get(question);
        return last != null && last.evictor().equals(evictor) && evictees.containsAll(last.evictees())
                ? Optional.of(last)
                : Optional.empty();
    }

    Optional<Vote> vote(Question question, Object about) {
        return last(question, List.of(about), Vote.class);
    }

    Optional<Answer> answer(Question question, Object about) {
        return last(question, List.of(about), Answer.class);
    }
}
