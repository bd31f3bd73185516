package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.BestNode;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Scores;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known about all nodes for tasks of one class, as far as it depends on nothing but the class and the node. It
 * catches up with the nodes that changed when it is asked, so placing a task costs one node, not all of them.
 */
final class ClassIndex {
    private static final byte NO_ROOM = 0;
    private static final byte ROOM_LATER = 1;
    private static final byte ROOM_NOW = 2;

    private final Session session;
    private final SearchSettings settings;
    private final Map<String, Refusal> shortages;
    private final SessionTask sample;
    private final ResourceList request;
    private final List<Voice<Predicate>> predicates = new ArrayList<>();
    private final List<Voice<BatchPredicate>> batchPredicates = new ArrayList<>();
    private final List<Voice<NodeOrder>> scorers = new ArrayList<>();
    private final List<Voice<BatchNodeOrder>> batchScorers = new ArrayList<>();
    /** Those that are asked for each task anew. */
    final List<Voice<Predicate>> openPredicates = new ArrayList<>();

    final List<Voice<BatchPredicate>> openBatchPredicates = new ArrayList<>();
    final List<Voice<NodeOrder>> openScorers = new ArrayList<>();
    final List<Voice<BatchNodeOrder>> openBatchScorers = new ArrayList<>();
    private final boolean open;

    private final byte[] room;
    private final @Nullable Refusal[] refusals;
    private final double[] scores;
    private final WinnerTree now;
    private final WinnerTree later;
    /** Nodes that a far-away plugin was not asked about, as enough others fit. */
    private final List<SessionNode> unasked = new ArrayList<>();

    private @Nullable Refusal scoringFailure;
    private int position = -1;
    private @Nullable FitErrors errors;
    private int errorsPosition = -1;

    ClassIndex(Session session, SearchSettings settings, Map<String, Refusal> shortages, SessionTask sample) {
        this.session = session;
        this.settings = settings;
        this.shortages = shortages;
        this.sample = sample;
        this.request = sample.request();
        int count = session.nodeCount();
        room = new byte[count];
        refusals = new Refusal[count];
        scores = new double[count];
        now = new WinnerTree(count);
        later = new WinnerTree(count);
        Choir choir = session.choir();
        for (Voice<Predicate> voice : choir.of(HookKind.PREDICATE)) {
            sort(voice, voice.hook().reach(sample), predicates, openPredicates);
        }
        for (Voice<BatchPredicate> voice : choir.of(HookKind.BATCH_PREDICATE)) {
            sort(voice, voice.hook().reach(sample), batchPredicates, openBatchPredicates);
        }
        for (Voice<NodeOrder> voice : choir.of(HookKind.NODE_ORDER)) {
            sort(voice, voice.hook().reach(sample), scorers, openScorers);
        }
        for (Voice<BatchNodeOrder> voice : choir.of(HookKind.BATCH_NODE_ORDER)) {
            sort(voice, voice.hook().reach(sample), batchScorers, openBatchScorers);
        }
        List<Voice<BestNode>> choosers = choir.of(HookKind.BEST_NODE);
        open = !openPredicates.isEmpty()
                || !openBatchPredicates.isEmpty()
                || !openScorers.isEmpty()
                || !openBatchScorers.isEmpty()
                || !choosers.isEmpty()
                || !choir.of(HookKind.NODE_MAP).isEmpty();
    }

    private static <H> void sort(Voice<H> voice, Reach reach, List<Voice<H>> local, List<Voice<H>> open) {
        switch (reach) {
            case NONE -> {}
            case NODE -> local.add(voice);
            case CLUSTER -> open.add(voice);
        }
    }

    /** Whether somebody wants to be asked for each task anew. */
    boolean isOpen() {
        return open;
    }

    /** Learns what changed since it was last asked. */
    void catchUp() {
        ChangeLog log = session.changes();
        if (position < 0 || log.size() - position > session.nodeCount()) {
            unasked.clear();
            List<SessionNode> all = new ArrayList<>(session.nodeCount());
            for (int i = 0; i < session.nodeCount(); i++) {
                all.add(session.nodeAt(i));
            }
            judge(all);
            position = log.size();
        } else if (position < log.size()) {
            List<SessionNode> changed = new ArrayList<>();
            for (; position < log.size(); position++) {
                SessionNode node = session.nodeAt(log.at(position));
                if (!changed.contains(node)) {
                    changed.add(node);
                    unasked.removeIf(other -> other.index() == node.index());
                }
            }
            judge(changed);
        }
    }

    /** Asks a far-away plugin about the nodes it was spared so far; false if there are none. */
    boolean askMore() {
        if (unasked.isEmpty()) {
            return false;
        }
        List<SessionNode> rest = List.copyOf(unasked);
        unasked.clear();
        judge(rest);
        return true;
    }

    private void judge(List<SessionNode> nodes) {
        List<SessionNode> fitting = new ArrayList<>();
        for (SessionNode node : nodes) {
            int index = node.index();
            room[index] = roomOn(node);
            refusals[index] = room[index] == NO_ROOM ? shortage(node) : refused(node);
            if (refusals[index] == null) {
                fitting.add(node);
            }
        }
        for (Voice<BatchPredicate> voice : batchPredicates) {
            fitting = judgeTogether(voice, fitting);
        }
        score(fitting);
        boolean many = nodes.size() > 16;
        for (SessionNode node : nodes) {
            enter(node.index(), many);
        }
        if (many) {
            now.settle();
            later.settle();
        }
    }

    private byte roomOn(SessionNode node) {
        return node.idle().covers(request) ? ROOM_NOW : node.futureIdle().covers(request) ? ROOM_LATER : NO_ROOM;
    }

    private Refusal shortage(SessionNode node) {
        return Shortage.of(request, node, shortages);
    }

    private @Nullable Refusal refused(SessionNode node) {
        for (Voice<Predicate> voice : predicates) {
            Refusal refusal = ask(session, voice, sample, node);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    static @Nullable Refusal ask(Session session, Voice<Predicate> voice, SessionTask task, SessionNode node) {
        try {
            Verdict verdict = voice.hook().fits(task, node);
            return verdict instanceof Verdict.Refused refused ? refusal(voice, HookKind.PREDICATE, refused) : null;
        } catch (RuntimeException thrown) {
            return session.ballot().failed(voice, HookKind.PREDICATE, thrown);
        }
    }

    private static Refusal refusal(Voice<?> voice, HookKind<?> kind, Verdict.Refused refused) {
        return new Refusal(voice.plugin(), kind.name(), refused.code(), refused.reason());
    }

    private List<SessionNode> judgeTogether(Voice<BatchPredicate> voice, List<SessionNode> nodes) {
        if (nodes.isEmpty()) {
            return nodes;
        }
        List<SessionNode> fitting = new ArrayList<>();
        List<@Nullable Refusal> said = askTogether(session, voice, sample, nodes, settings.enough(session.nodeCount()));
        for (int i = 0; i < nodes.size(); i++) {
            SessionNode node = nodes.get(i);
            if (i >= said.size()) {
                unasked.add(node);
                refusals[node.index()] = NOT_ASKED;
            } else {
                refusals[node.index()] = said.get(i);
                if (said.get(i) == null) {
                    fitting.add(node);
                }
            }
        }
        return fitting;
    }

    private static final Refusal NOT_ASKED = new Refusal(
            Refusal.SCHEDULER, "batchPredicate", Verdict.Code.WAIT, "not looked at: enough other nodes fit");

    /** The refusals of a far-away plugin, null for nodes that fit; fewer than nodes if it stopped once enough fit. */
    static List<@Nullable Refusal> askTogether(
            Session session, Voice<BatchPredicate> voice, SessionTask task, List<SessionNode> nodes, int enough) {
        List<@Nullable Refusal> refusals = new ArrayList<>();
        try {
            List<Verdict> verdicts = voice.hook().fits(task, List.copyOf(nodes), enough);
            for (Verdict verdict : verdicts.subList(0, Math.min(verdicts.size(), nodes.size()))) {
                refusals.add(
                        verdict instanceof Verdict.Refused refused
                                ? refusal(voice, HookKind.BATCH_PREDICATE, refused)
                                : null);
            }
        } catch (RuntimeException thrown) {
            Refusal failed = session.ballot().failed(voice, HookKind.BATCH_PREDICATE, thrown);
            nodes.forEach(unused -> refusals.add(failed));
        }
        return refusals;
    }

    private void score(List<SessionNode> nodes) {
        for (SessionNode node : nodes) {
            double sum = 0;
            for (Voice<NodeOrder> voice : scorers) {
                sum += scoreOf(session, voice, sample, node);
            }
            scores[node.index()] = sum;
        }
        if (batchScorers.isEmpty() || nodes.isEmpty()) {
            return;
        }
        boolean onlyOne = nodes.size() == 1 && now.best() == WinnerTree.NOBODY && later.best() == WinnerTree.NOBODY;
        if (onlyOne) {
            return;
        }
        scoringFailure = null;
        for (Voice<BatchNodeOrder> voice : batchScorers) {
            scoringFailure = addScores(session, voice, sample, List.copyOf(nodes), scores)
                    .orElse(scoringFailure);
        }
    }

    /** A plugin that throws, or is not a number, adds nothing. */
    static double scoreOf(Session session, Voice<NodeOrder> voice, SessionTask task, SessionNode node) {
        try {
            double score = voice.hook().score(task, node);
            return Double.isFinite(score) ? score : 0;
        } catch (RuntimeException thrown) {
            session.choir().fault(voice, HookKind.NODE_ORDER, thrown);
            return 0;
        }
    }

    /** Adds a plugin's scores for all nodes, by number; tells why if it has none. */
    static Optional<Refusal> addScores(
            Session session, Voice<BatchNodeOrder> voice, SessionTask task, List<NodeView> nodes, double[] sums) {
        Scores said;
        try {
            said = voice.hook().score(task, nodes);
        } catch (RuntimeException thrown) {
            return Optional.of(session.ballot().failed(voice, HookKind.BATCH_NODE_ORDER, thrown));
        }
        if (!said.failure().isEmpty()) {
            return Optional.of(
                    new Refusal(voice.plugin(), HookKind.BATCH_NODE_ORDER.name(), Verdict.Code.ERROR, said.failure()));
        }
        if (!said.byNode().isEmpty()) {
            for (NodeView node : nodes) {
                Double score = said.byNode().get(node.name());
                if (score != null && Double.isFinite(score)) {
                    sums[node.index()] += score;
                }
            }
        }
        return Optional.empty();
    }

    private void enter(int index, boolean many) {
        boolean fits = refusals[index] == null;
        enter(now, index, fits && room[index] == ROOM_NOW, many);
        enter(later, index, fits && room[index] == ROOM_LATER, many);
    }

    private void enter(WinnerTree tree, int index, boolean in, boolean many) {
        if (in && many) {
            tree.setLater(index, scores[index]);
        } else if (in) {
            tree.set(index, scores[index]);
        } else if (many) {
            tree.removeLater(index);
        } else {
            tree.remove(index);
        }
    }

    /** The best node by what is known here; of a domain, or of all. */
    Optional<Found.At> best(@Nullable SessionDomain within) {
        int winner = within == null ? now.best() : best(now, within);
        boolean free = winner != WinnerTree.NOBODY;
        if (!free) {
            winner = within == null ? later.best() : best(later, within);
        }
        return winner == WinnerTree.NOBODY ? Optional.empty() : Optional.of(new Found.At(session.nodeAt(winner), free));
    }

    private static int best(WinnerTree tree, SessionDomain within) {
        int best = WinnerTree.NOBODY;
        for (int member : within.members()) {
            if (tree.has(member) && (best == WinnerTree.NOBODY || tree.score(member) > tree.score(best))) {
                best = member;
            }
        }
        return best;
    }

    Optional<Refusal> scoringFailure() {
        return Optional.ofNullable(scoringFailure);
    }

    boolean fitsNow(int node) {
        return now.has(node);
    }

    boolean fitsLater(int node) {
        return later.has(node);
    }

    double score(int node) {
        return scores[node];
    }

    @Nullable
    Refusal refusal(int node) {
        return refusals[node];
    }

    /** Why no node fits; shared by all tasks that ask while nothing changes. */
    FitErrors errors(@Nullable SessionDomain within, boolean detailed) {
        if (within == null && errors != null && errorsPosition == position) {
            return errors;
        }
        List<FitErrors.NodeRefusal> list = new ArrayList<>();
        int[] members = within == null ? null : within.members();
        int count = members == null ? session.nodeCount() : members.length;
        for (int i = 0; i < count; i++) {
            int node = members == null ? i : members[i];
            Refusal refusal = refusals[node];
            if (refusal != null) {
                list.add(new FitErrors.NodeRefusal(session.nodeAt(node).name(), refusal));
            }
        }
        FitErrors made = FitErrors.of(count, list, detailed);
        if (within == null) {
            errors = made;
            errorsPosition = position;
        }
        return made;
    }

    /** A map of shortages to share among all classes of a session. */
    static Map<String, Refusal> shortages() {
        return new HashMap<>();
    }
}
