package io.tender.core.batch;

import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Victims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    /** Those that may go, in the order of the candidates. */
    <H> List<SessionTask> ask(
            HookKind<H> kind,
            boolean everyTier,
            List<SessionTask> candidates,
            BiFunction<H, List<TaskView>, Victims> question) {
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<SessionTask> left = candidates;
        boolean anybody = false;
        for (List<Voice<H>> tier : session.choir().tiersOf(kind)) {
            boolean spoke = false;
            for (Voice<H> voice : tier) {
                List<TaskView> asked = List.copyOf(left);
                Victims victims = answer(kind, voice, hook -> question.apply(hook, asked));
                if (victims == null || !victims.abstains()) {
                    spoke = true;
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
