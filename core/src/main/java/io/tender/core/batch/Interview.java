package io.tender.core.batch;

import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks single plugins about nodes. A plugin that throws, or breaks its contract, has refused and is said to be at fault. */
final class Interview {
    private final Session session;

    Interview(Session session) {
        this.session = session;
    }

    /** What an answer depends on; one who cannot say is asked each time. */
    <H> Reach reach(Voice<H> voice, HookKind<H> kind, Function<H, Reach> ask) {
        try {
            return Objects.requireNonNull(ask.apply(voice.hook()), "no reach");
        } catch (RuntimeException thrown) {
            session.choir().fault(voice, kind, thrown);
            return Reach.CLUSTER;
        }
    }

    /** Why a node will not do; null if it will. */
    @Nullable
    Refusal refusal(Voice<Predicate> voice, TaskView task, NodeView node) {
        try {
            Verdict verdict = Objects.requireNonNull(voice.hook().fits(task, node), "no verdict");
            return verdict instanceof Verdict.Refused refused ? refusal(voice, HookKind.PREDICATE, refused) : null;
        } catch (RuntimeException thrown) {
            return session.ballot().failed(voice, HookKind.PREDICATE, thrown);
        }
    }

    private static Refusal refusal(Voice<?> voice, HookKind<?> kind, Verdict.Refused refused) {
        return new Refusal(voice.plugin(), kind.name(), refused.code(), refused.reason());
    }

    /** Why nodes will not do, null for those that will; fewer than asked about only if enough will do. */
    List<@Nullable Refusal> refusals(Voice<BatchPredicate> voice, TaskView task, List<SessionNode> nodes, int enough) {
        List<@Nullable Refusal> refusals = new ArrayList<>();
        int fits = 0;
        try {
            List<Verdict> verdicts = voice.hook().fits(task, List.copyOf(nodes), enough);
            for (Verdict verdict : verdicts.subList(0, Math.min(verdicts.size(), nodes.size()))) {
                Objects.requireNonNull(verdict, "no verdict");
                boolean no = verdict instanceof Verdict.Refused;
                fits += no ? 0 : 1;
                refusals.add(
                        verdict instanceof Verdict.Refused refused
                                ? refusal(voice, HookKind.BATCH_PREDICATE, refused)
                                : null);
            }
            if (refusals.size() < nodes.size() && fits < enough) {
                throw new IllegalStateException("got " + refusals.size() + " verdicts about " + nodes.size()
                        + " nodes, expected one for each, as only " + fits + " of " + enough + " fit");
            }
        } catch (RuntimeException thrown) {
            Refusal failed = session.ballot().failed(voice, HookKind.BATCH_PREDICATE, thrown);
            while (refusals.size() < nodes.size()) {
                refusals.add(failed);
            }
        }
        return refusals;
    }

    /** A plugin that throws, or gives what is no number, adds nothing. */
    double score(Voice<NodeOrder> voice, TaskView task, NodeView node) {
        try {
            double score = voice.hook().score(task, node);
            return Double.isFinite(score) ? score : 0;
        } catch (RuntimeException thrown) {
            session.choir().fault(voice, HookKind.NODE_ORDER, thrown);
            return 0;
        }
    }

    /** What came of asking a plugin to rank nodes: it did, it is to be left out, or it failed. */
    record Ranked(boolean leftOut, Optional<Refusal> failure) {}

    /** Sets the scores of these nodes, by number. */
    Ranked rank(Voice<BatchNodeOrder> voice, TaskView task, List<NodeView> nodes, double[] scores) {
        Scores said;
        try {
            said = Objects.requireNonNull(voice.hook().score(task, nodes), "no scores");
        } catch (RuntimeException thrown) {
            return new Ranked(false, Optional.of(session.ballot().failed(voice, HookKind.BATCH_NODE_ORDER, thrown)));
        }
        if (said.isLeftOut()) {
            return new Ranked(true, Optional.empty());
        }
        if (!said.failure().isEmpty()) {
            return new Ranked(
                    false,
                    Optional.of(new Refusal(
                            voice.plugin(), HookKind.BATCH_NODE_ORDER.name(), Verdict.Code.ERROR, said.failure())));
        }
        for (NodeView node : nodes) {
            Double score = said.byNode().get(node.name());
            scores[node.index()] = score != null && Double.isFinite(score) ? score : 0;
        }
        return new Ranked(false, Optional.empty());
    }

    /** Adds the scores of these nodes to sums, by number; nothing of who leaves it to others. */
    Optional<Refusal> addRanks(Voice<BatchNodeOrder> voice, TaskView task, List<NodeView> nodes, double[] sums) {
        double[] scores = new double[sums.length];
        Ranked ranked = rank(voice, task, nodes, scores);
        if (!ranked.leftOut()) {
            for (NodeView node : nodes) {
                sums[node.index()] += scores[node.index()];
            }
        }
        return ranked.failure();
    }
}
