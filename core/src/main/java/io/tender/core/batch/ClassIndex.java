package io.tender.core.batch;

import io.tender.core.batch.RoomIndex.Room;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known about all nodes for tasks of one class, as far as it depends on nothing but the class and the node. It
 * catches up with the nodes that changed when it is asked, so placing a task costs one node, not all of them.
 */
final class ClassIndex {
    private static final Refusal NOT_ASKED = new Refusal(
            Refusal.SCHEDULER, "batchPredicate", Verdict.Code.WAIT, "not looked at: enough other nodes fit");

    /** Above this many changed nodes the tournament is held anew. */
    private static final int MANY = 16;

    private final Session session;
    private final Interview interview;
    private final SearchSettings settings;
    private final RoomIndex room;
    private final Questions questions;
    private final MachineIndex machines;
    private final BatchRanks ranks;
    private final @Nullable Refusal[] refusals;
    private final double[] scores;
    private final WinnerTree now;
    private final WinnerTree later;

    /** Nodes that a far-away plugin was not asked about, as enough others fit. */
    private final BitSet unasked = new BitSet();

    private @Nullable SessionNode lonely;
    private int position = -1;
    private @Nullable FitErrors errors;
    private int errorsPosition = -1;

    /** The hooks by how long their answers hold. */
    private static final class Questions {
        final Sorted<Predicate> predicates;
        final Sorted<BatchPredicate> batchPredicates;
        final Sorted<NodeOrder> scorers;
        final Sorted<BatchNodeOrder> batchScorers;

        Questions(Interview interview, Choir choir, SessionTask task) {
            predicates = new Sorted<>(interview, choir, HookKind.PREDICATE, hook -> hook.reach(task));
            batchPredicates = new Sorted<>(interview, choir, HookKind.BATCH_PREDICATE, hook -> hook.reach(task));
            scorers = new Sorted<>(interview, choir, HookKind.NODE_ORDER, hook -> hook.reach(task));
            batchScorers = new Sorted<>(interview, choir, HookKind.BATCH_NODE_ORDER, hook -> hook.reach(task));
        }

        boolean anyOpen() {
            return !predicates.open.isEmpty()
                    || !batchPredicates.open.isEmpty()
                    || !scorers.open.isEmpty()
                    || !batchScorers.open.isEmpty();
        }
    }

    /** Voices of one kind by reach. */
    private static final class Sorted<H> {
        final List<Voice<H>> machine = new ArrayList<>();
        final List<Voice<H>> node = new ArrayList<>();
        final List<Voice<H>> open = new ArrayList<>();

        Sorted(Interview interview, Choir choir, HookKind<H> kind, Function<H, Reach> reach) {
            for (Voice<H> voice : choir.of(kind)) {
                switch (interview.reach(voice, kind, reach)) {
                    case NONE -> {}
                    case MACHINE -> machine.add(voice);
                    case NODE -> node.add(voice);
                    case CLUSTER -> open.add(voice);
                }
            }
        }
    }

    ClassIndex(Session session, SearchSettings settings, RoomIndex room, SessionTask task) {
        this.session = session;
        this.interview = new Interview(session);
        this.settings = settings;
        this.room = room;
        int count = session.nodeCount();
        questions = new Questions(interview, session.choir(), task);
        machines = new MachineIndex(
                session,
                interview,
                questions.predicates.machine,
                questions.batchPredicates.machine,
                questions.scorers.machine,
                questions.batchScorers.machine);
        ranks = new BatchRanks(interview, questions.batchScorers.node, count);
        refusals = new Refusal[count];
        scores = new double[count];
        now = new WinnerTree(count);
        later = new WinnerTree(count);
    }

    /** Whether somebody wants to be asked for each task anew. */
    boolean isOpen() {
        Choir choir = session.choir();
        return questions.anyOpen()
                || !choir.of(HookKind.BEST_NODE).isEmpty()
                || !choir.of(HookKind.NODE_MAP).isEmpty();
    }

    List<Voice<Predicate>> openPredicates() {
        return questions.predicates.open;
    }

    List<Voice<BatchPredicate>> openBatchPredicates() {
        return questions.batchPredicates.open;
    }

    List<Voice<NodeOrder>> openScorers() {
        return questions.scorers.open;
    }

    List<Voice<BatchNodeOrder>> openBatchScorers() {
        return questions.batchScorers.open;
    }

    /**
     * Learns what changed since it was last asked.
     *
     * @param task on whose behalf plugins are asked; any other of the class would do
     */
    void catchUp(SessionTask task) {
        ChangeLog log = session.changes();
        if (position == log.size()) {
            return;
        }
        List<SessionNode> changed = new ArrayList<>();
        if (position < 0 || log.size() - position > session.nodeCount()) {
            unasked.clear();
            for (int i = 0; i < session.nodeCount(); i++) {
                changed.add(session.nodeAt(i));
            }
        } else {
            BitSet seen = new BitSet();
            for (int i = position; i < log.size(); i++) {
                int index = log.at(i);
                if (!seen.get(index)) {
                    seen.set(index);
                    unasked.clear(index);
                    changed.add(session.nodeAt(index));
                }
            }
        }
        position = log.size();
        judge(task, changed);
    }

    /** Asks a far-away plugin about the nodes it was spared so far; false if there are none. */
    boolean askMore(SessionTask task) {
        if (unasked.isEmpty()) {
            return false;
        }
        List<SessionNode> rest = unasked.stream().mapToObj(session::nodeAt).toList();
        unasked.clear();
        judge(task, rest);
        return true;
    }

    /** Sees to it that a node was asked about, though others may be enough. */
    void askAbout(SessionTask task, SessionNode node) {
        if (unasked.get(node.index())) {
            unasked.clear(node.index());
            judge(task, List.of(node));
        }
    }

    private void judge(SessionTask task, List<SessionNode> nodes) {
        room.catchUp();
        int enough = settings.enough(session.nodeCount());
        List<SessionNode> roomy = new ArrayList<>();
        for (SessionNode node : nodes) {
            refusals[node.index()] = room.shortage(node.index());
            if (room.room(node.index()) != Room.NONE) {
                roomy.add(node);
            }
        }
        rotate(session, roomy, enough);
        boolean othersChanged = machines.meet(task, roomy, enough);
        List<SessionNode> fitting = new ArrayList<>();
        for (SessionNode node : roomy) {
            int index = node.index();
            if (!machines.knows(index)) {
                spare(node);
                continue;
            }
            Refusal refusal = machines.refusal(index);
            refusals[index] = refusal == null ? refused(task, node) : refusal;
            if (refusals[index] == null) {
                fitting.add(node);
            }
        }
        for (Voice<BatchPredicate> voice : questions.batchPredicates.node) {
            fitting = judgeTogether(voice, task, fitting, enough);
        }
        othersChanged |= score(task, fitting);
        enterAll(othersChanged ? everyNode() : nodes);
    }

    /** Where not all nodes are asked about, others come first in each session, or the first by name would do all the work. */
    static void rotate(Session session, List<SessionNode> nodes, int enough) {
        if (nodes.size() > enough) {
            Collections.rotate(nodes, -(int) (session.number() * enough % nodes.size()));
        }
    }

    private void spare(SessionNode node) {
        unasked.set(node.index());
        refusals[node.index()] = NOT_ASKED;
    }

    private @Nullable Refusal refused(SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : questions.predicates.node) {
            Refusal refusal = interview.refusal(voice, task, node);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private List<SessionNode> judgeTogether(
            Voice<BatchPredicate> voice, SessionTask task, List<SessionNode> nodes, int enough) {
        if (nodes.isEmpty()) {
            return nodes;
        }
        List<SessionNode> fitting = new ArrayList<>();
        List<@Nullable Refusal> said = interview.refusals(voice, task, nodes, enough);
        for (int i = 0; i < nodes.size(); i++) {
            SessionNode node = nodes.get(i);
            if (i >= said.size()) {
                spare(node);
            } else {
                refusals[node.index()] = said.get(i);
                if (said.get(i) == null) {
                    fitting.add(node);
                }
            }
        }
        return fitting;
    }

    /** Returns whether scores of other nodes have changed too. */
    private boolean score(SessionTask task, List<SessionNode> nodes) {
        for (SessionNode node : nodes) {
            double sum = 0;
            for (Voice<NodeOrder> voice : questions.scorers.node) {
                sum += interview.score(voice, task, node);
            }
            scores[node.index()] = sum;
        }
        if (ranks.isEmpty() || nodes.isEmpty()) {
            return false;
        }
        List<SessionNode> asked = new ArrayList<>(nodes);
        boolean company = false;
        if (lonely != null && session.nodeAt(lonely.index()) == lonely && !nodes.contains(lonely)) {
            // It was the only one, and needed no score; now it has company.
            asked.add(lonely);
            company = true;
        }
        lonely = null;
        if (asked.size() == 1 && now.best() == WinnerTree.NOBODY && later.best() == WinnerTree.NOBODY) {
            lonely = asked.getFirst();
            return false;
        }
        return ranks.rank(task, asked, this::fittingNodes) || company;
    }

    private List<SessionNode> fittingNodes() {
        List<SessionNode> fitting = new ArrayList<>();
        for (SessionNode node : everyNode()) {
            if (refusals[node.index()] == null) {
                fitting.add(node);
            }
        }
        return fitting;
    }

    private List<SessionNode> everyNode() {
        return session.nodes();
    }

    private void enterAll(List<SessionNode> nodes) {
        boolean many = nodes.size() > MANY;
        for (SessionNode node : nodes) {
            int index = node.index();
            boolean fits = refusals[index] == null;
            enter(now, index, fits && room.room(index) == Room.NOW, many);
            enter(later, index, fits && room.room(index) == Room.LATER, many);
        }
        if (many) {
            now.settle();
            later.settle();
        }
    }

    private void enter(WinnerTree tree, int index, boolean in, boolean many) {
        if (in && many) {
            tree.setLater(index, score(index));
        } else if (in) {
            tree.set(index, score(index));
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
        return machines.scoringFailure().or(ranks::failure);
    }

    boolean fitsNow(int node) {
        return now.has(node);
    }

    boolean fitsLater(int node) {
        return later.has(node);
    }

    double score(int node) {
        return scores[node] + machines.score(node) + ranks.score(node);
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
        List<SessionNode> nodes = within == null ? everyNode() : within.nodes();
        for (SessionNode node : nodes) {
            Refusal refusal = refusals[node.index()];
            if (refusal != null) {
                list.add(new FitErrors.NodeRefusal(node.name(), refusal));
            }
        }
        FitErrors made = FitErrors.of(nodes.size(), list, detailed);
        if (within == null) {
            errors = made;
            errorsPosition = position;
        }
        return made;
    }
}
