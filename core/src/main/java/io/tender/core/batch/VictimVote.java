package io.tender.core.batch;

import io.tender.spi.batch.Evictable;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks may be evicted, of those asked about.
 *
 * <p>Each is asked about those whom all before it let go, and one empty list is a veto. So those are left whom everybody lets go, also
 * where several let only so many go of all they are asked about: asked about the same, they could choose different ones, and nobody
 * would be left though there are some whom all would let go. For preemption within
 * a queue the first tier with an opinion decides. Between queues every tier is heard: whoever knows the shares must be able
 * to protect a queue that is within its own, whatever tier it sits in, or two queues would take from each other for ever.
 */
final class VictimVote {
    private final Session session;

    VictimVote(Session session) {
        this.session = session;
    }

    /**
     * Those of a node that may go, in the order in which they go. They are sorted before the first who may choose among them; most
     * often there is nobody left by then.
     */
    List<SessionTask> ask(
            HookKind<Evictable> kind,
            boolean everyTier,
            List<SessionTask> candidates,
            SessionTask evictor,
            Comparator<SessionTask> order) {
        Sorting sorting = new Sorting(order);
        return sorting.of(ask(
                kind,
                everyTier,
                candidates,
                (hook, asked) -> hook.victims(evictor, asked),
                (voice, left) -> judgesEach(kind, voice) ? left : sorting.of(left),
                (voice, reason) -> session.explanations()
                        .ofEviction(
                                evictor,
                                new Refusal(voice.plugin(), kind.name(), Verdict.Code.UNSCHEDULABLE, reason))));
    }

    private boolean judgesEach(HookKind<Evictable> kind, Voice<Evictable> voice) {
        try {
            return voice.hook().judgesEach();
        } catch (RuntimeException thrown) {
            session.choir().fault(voice, kind, thrown);
            return false;
        }
    }

    /** Sorts once. */
    private static final class Sorting {
        private final Comparator<SessionTask> order;
        private boolean done;

        Sorting(Comparator<SessionTask> order) {
            this.order = order;
        }

        List<SessionTask> of(List<SessionTask> tasks) {
            if (done || tasks.isEmpty()) {
                return tasks;
            }
            done = true;
            List<SessionTask> sorted = new ArrayList<>(tasks);
            sorted.sort(order);
            return sorted;
        }
    }

    /** Those that may go, in the order of the candidates. */
    <H> List<SessionTask> ask(
            HookKind<H> kind,
            boolean everyTier,
            List<SessionTask> candidates,
            BiFunction<H, List<TaskView>, Victims> question) {
        return ask(kind, everyTier, candidates, question, (voice, left) -> left, (voice, reason) -> {});
    }

    private <H> List<SessionTask> ask(
            HookKind<H> kind,
            boolean everyTier,
            List<SessionTask> candidates,
            BiFunction<H, List<TaskView>, Victims> question,
            BiFunction<Voice<H>, List<SessionTask>, List<SessionTask>> prepare,
            BiConsumer<Voice<H>, String> vetoed) {
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<SessionTask> left = candidates;
        boolean anybody = false;
        for (List<Voice<H>> tier : session.choir().tiersOf(kind)) {
            boolean spoke = false;
            for (Voice<H> voice : tier) {
                left = prepare.apply(voice, left);
                List<TaskView> asked = List.copyOf(left);
                Victims victims = answer(kind, voice, hook -> question.apply(hook, asked));
                if (victims == null || !victims.abstains()) {
                    spoke = true;
                    if (victims == null || victims.tasks().isEmpty()) {
                        vetoed.accept(voice, victims == null ? "the plugin failed" : victims.reason());
                    }
                    left = victims == null ? List.of() : intersection(left, victims.tasks());
                }
                if (left.isEmpty()) {
                    return List.of();
                }
            }
            anybody |= spoke;
            if (spoke && !everyTier) {
                break;
            }
        }
        return anybody ? left : List.of();
    }

    /** Null if the plugin failed, which protects everybody. */
    private <H> @Nullable Victims answer(HookKind<H> kind, Voice<H> voice, Function<H, Victims> question) {
        try {
            return question.apply(voice.hook());
        } catch (RuntimeException thrown) {
            session.choir().fault(voice, kind, thrown);
            return null;
        }
    }

    private static List<SessionTask> intersection(List<SessionTask> left, List<TaskView> named) {
        Set<TaskView> set = new HashSet<>(named);
        List<SessionTask> both = new ArrayList<>();
        for (SessionTask task : left) {
            if (set.contains(task)) {
                both.add(task);
            }
        }
        return both;
    }
}
