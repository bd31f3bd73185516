package io.tender.core.batch;

import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.BatchNodeOrder;
import io.tender.spi.batch.BatchPredicate;
import io.tender.spi.batch.Contest;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Verdict;
import io.tender.spi.batch.Witness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the best node for a task: one that every plugin accepts, free now before free later, the highest score first. */
final class NodeSearch {
    /** Beyond this many different explanations the reasons are only counted. */
    private static final int MOST_DETAILED = 200;

    private static final int MOST_ENTRIES = 2_000_000;
    private static final int FEWEST_INDEXES = 8;
    private static final int MOST_INDEXES = 1_000;

    private final Session session;
    private final SearchSettings settings;
    private final Interview interview;
    private final Recent<ClassKey, ClassIndex> classes;
    private final Recent<ResourceList, RoomIndex> rooms;
    private final IdentityHashMap<TaskTemplate, Integer> numbers = new IdentityHashMap<>();
    private final Map<TaskTemplate, Integer> templates = new HashMap<>();
    private final Map<String, Refusal> shortages = new HashMap<>();
    /** What far-away plugins said for the task in question, by node. */
    private final Map<Integer, Refusal> openRefusals = new HashMap<>();

    private int explanations;

    /** The scores of the nodes that far-away plugins left for the task in question, if somebody looks on. */
    private final Map<Integer, Double> openFits = new HashMap<>();

    private final JobSides sides;

    /** What makes tasks interchangeable to everybody who does not look at the job, or says that he does. */
    private record ClassKey(int template, String queue, String namespace, List<Integer> sides) {}

    NodeSearch(Session session, SearchSettings settings) {
        this.session = session;
        this.settings = settings;
        this.interview = new Interview(session);
        this.sides = new JobSides(session.choir());
        // Indexes hold something for each node, and there may be as many classes as jobs.
        int most = Math.clamp(MOST_ENTRIES / Math.max(1, session.nodeCount()), FEWEST_INDEXES, MOST_INDEXES);
        this.classes = new Recent<>(most);
        this.rooms = new Recent<>(most);
    }

    private ClassIndex indexOf(SessionTask task) {
        ClassKey key = new ClassKey(
                numberOf(task.template()),
                task.job().queue().name(),
                task.job().id().namespace(),
                sides.of(task.job()));
        return classes.computeIfAbsent(key, unused -> new ClassIndex(session, settings, roomFor(task), task));
    }

    /** Comparing templates is dear, being the same object is cheap: the tasks of a job share theirs. */
    private int numberOf(TaskTemplate template) {
        return numbers.computeIfAbsent(template, given -> templates.computeIfAbsent(given, unused -> templates.size()));
    }

    private RoomIndex roomFor(SessionTask task) {
        return rooms.computeIfAbsent(task.request(), request -> new RoomIndex(session, request, shortages));
    }

    /** Whether it is known that no node has room for such a task, now or later; to find it out would cost all nodes. */
    boolean isKnownToFindNoRoom(SessionTask task) {
        Optional<RoomIndex> known = rooms.get(task.request());
        known.ifPresent(RoomIndex::catchUp);
        return known.filter(room -> !room.hasAny()).isPresent();
    }

    /** The best node anywhere. */
    Found best(SessionTask task) {
        return best(task, null);
    }

    /** The best node of a domain. */
    Found best(SessionTask task, @Nullable SessionDomain within) {
        RoomIndex room = roomFor(task);
        room.catchUp();
        if (!room.hasAny()) {
            return new Found.Nowhere(room.errors(++explanations <= MOST_DETAILED));
        }
        List<Voice<Witness>> watching = session.witnesses().wanting(task);
        openRefusals.clear();
        openFits.clear();
        ClassIndex index = indexOf(task);
        index.catchUp(task);
        Found found = best(task, index, within);
        if (!watching.isEmpty()) {
            session.witnesses().contest(watching, contest(task, index, room, within, found));
        }
        return found;
    }

    private Found best(SessionTask task, ClassIndex index, @Nullable SessionDomain within) {
        while (true) {
            Optional<? extends Found> found = index.isOpen() ? openBest(task, index, within) : index.best(within);
            if (found.isPresent()) {
                Optional<Refusal> failure = index.scoringFailure();
                return failure.isPresent() ? new Found.Unranked(failure.get()) : found.get();
            }
            if (!index.askMore(task)) {
                return new Found.Nowhere(
                        index.isOpen()
                                ? openErrors(task, index, within)
                                : index.errors(within, ++explanations <= MOST_DETAILED));
            }
        }
    }

    /** What those see who look on. */
    private Contest contest(
            SessionTask task, ClassIndex index, RoomIndex room, @Nullable SessionDomain within, Found found) {
        Optional<Found.At> at = found instanceof Found.At winner ? Optional.of(winner) : Optional.empty();
        List<Contest.Contender> contenders = new ArrayList<>();
        forEach(within, node -> {
            boolean here = at.isEmpty()
                    || (room.room(node.index()) == RoomIndex.Room.NOW)
                            == at.get().now();
            if (here) {
                contender(index, node).ifPresent(contenders::add);
            }
        });
        return new Contest(task, contenders, at.map(Found.At::node));
    }

    private Optional<Contest.Contender> contender(ClassIndex index, SessionNode node) {
        int number = node.index();
        Refusal refusal = index.refusal(number);
        if (refusal != null) {
            return refusal.question().equals(HookKind.BATCH_PREDICATE.name())
                            && !refusal.author().equals(Refusal.SCHEDULER)
                    ? Optional.of(new Contest.Contender(node, false, 0))
                    : Optional.empty();
        }
        if (!index.isOpen()) {
            return Optional.of(new Contest.Contender(node, true, index.score(number)));
        }
        Double score = openFits.get(number);
        if (score != null) {
            return Optional.of(new Contest.Contender(node, true, score));
        }
        return openRefusals.containsKey(number) ? Optional.of(new Contest.Contender(node, false, 0)) : Optional.empty();
    }

    /** Whether a task would fit one node now or later, as predicates and room go. */
    Optional<Found.At> at(SessionTask task, SessionNode node) {
        ClassIndex index = indexOf(task);
        index.catchUp(task);
        index.askAbout(task, node);
        boolean now = index.fitsNow(node.index());
        if (!now && !index.fitsLater(node.index())) {
            return Optional.empty();
        }
        if (refusedOpenly(task, index, node) != null) {
            return Optional.empty();
        }
        for (Voice<BatchPredicate> voice : index.openBatchPredicates()) {
            List<@Nullable Refusal> said = interview.refusals(voice, task, List.of(node), 1);
            if (said.isEmpty() || said.getFirst() != null) {
                return Optional.empty();
            }
        }
        return Optional.of(new Found.At(node, now));
    }

    /** Where a far-away plugin has said no to such a task as things stand; it is asked about no more nodes than usual. */
    BitSet refusedFromAfar(SessionTask task) {
        BitSet refused = new BitSet();
        if (session.choir().of(HookKind.BATCH_PREDICATE).isEmpty()) {
            return refused;
        }
        ClassIndex index = indexOf(task);
        index.catchUp(task);
        for (int i = 0; i < session.nodeCount(); i++) {
            Refusal refusal = index.refusal(i);
            if (refusal != null
                    && refusal.question().equals(HookKind.BATCH_PREDICATE.name())
                    && !refusal.author().equals(Refusal.SCHEDULER)) {
                refused.set(i);
            }
        }
        return refused;
    }

    private @Nullable Refusal refusedOpenly(SessionTask task, ClassIndex index, SessionNode node) {
        for (Voice<Predicate> voice : index.openPredicates()) {
            Refusal refusal = interview.refusal(voice, task, node);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private Optional<Found> openBest(SessionTask task, ClassIndex index, @Nullable SessionDomain within) {
        List<SessionNode> now = new ArrayList<>();
        List<SessionNode> later = new ArrayList<>();
        forEach(within, node -> {
            boolean free = index.fitsNow(node.index());
            if ((free || index.fitsLater(node.index())) && refusedOpenly(task, index, node) == null) {
                (free ? now : later).add(node);
            }
        });
        Optional<Found> best = openBest(task, index, now, true);
        return best.isPresent() ? best : openBest(task, index, later, false);
    }

    private Optional<Found> openBest(SessionTask task, ClassIndex index, List<SessionNode> candidates, boolean now) {
        List<SessionNode> fitting = fittingAll(task, index, candidates);
        if (fitting.isEmpty()) {
            return Optional.empty();
        }
        if (fitting.size() == 1) {
            openFits.put(fitting.getFirst().index(), 0.0);
            return Optional.of(new Found.At(fitting.getFirst(), now));
        }
        double[] scores = new double[session.nodeCount()];
        Optional<Refusal> failure = scores(task, index, fitting, scores);
        if (failure.isPresent()) {
            return Optional.of(new Found.Unranked(failure.get()));
        }
        if (session.witnesses().areThere()) {
            fitting.forEach(node -> openFits.put(node.index(), scores[node.index()]));
        }
        return Optional.of(new Found.At(choose(task, fitting, scores), now));
    }

    /** Enough that all far-away plugins accept. If those that the first accepts are refused by another, the rest is asked about. */
    private List<SessionNode> fittingAll(SessionTask task, ClassIndex index, List<SessionNode> candidates) {
        List<Voice<BatchPredicate>> voices = index.openBatchPredicates();
        if (voices.isEmpty() || candidates.isEmpty()) {
            return candidates;
        }
        int enough = settings.enough(session.nodeCount());
        List<SessionNode> left = new ArrayList<>(candidates);
        ClassIndex.rotate(session, left, enough);
        List<SessionNode> fitting = new ArrayList<>();
        while (fitting.isEmpty() && !left.isEmpty()) {
            List<@Nullable Refusal> said = interview.refusals(voices.getFirst(), task, left, enough);
            fitting = accepted(left, said);
            left = left.subList(said.size(), left.size());
            for (Voice<BatchPredicate> voice : voices.subList(1, voices.size())) {
                if (!fitting.isEmpty()) {
                    fitting = accepted(fitting, interview.refusals(voice, task, fitting, fitting.size()));
                }
            }
        }
        // Of equally good ones the first is taken, whoever was asked about first.
        fitting.sort(Comparator.comparingInt(SessionNode::index));
        return fitting;
    }

    private List<SessionNode> accepted(List<SessionNode> asked, List<@Nullable Refusal> said) {
        List<SessionNode> fitting = new ArrayList<>();
        for (int i = 0; i < said.size(); i++) {
            Refusal refusal = said.get(i);
            if (refusal == null) {
                fitting.add(asked.get(i));
            } else {
                openRefusals.put(asked.get(i).index(), refusal);
            }
        }
        return fitting;
    }

    private Optional<Refusal> scores(SessionTask task, ClassIndex index, List<SessionNode> nodes, double[] scores) {
        for (SessionNode node : nodes) {
            double sum = index.score(node.index());
            for (Voice<NodeOrder> voice : index.openScorers()) {
                sum += interview.score(voice, task, node);
            }
            scores[node.index()] = sum;
        }
        new MappedScores(session).add(task, nodes, scores);
        List<NodeView> views = List.copyOf(nodes);
        for (Voice<BatchNodeOrder> voice : index.openBatchScorers()) {
            Optional<Refusal> failure = interview.addRanks(voice, task, views, scores);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private SessionNode choose(SessionTask task, List<SessionNode> nodes, double[] scores) {
        for (var voice : session.choir().of(HookKind.BEST_NODE)) {
            SortedMap<Double, List<NodeView>> byScore = new TreeMap<>();
            for (SessionNode node : nodes) {
                byScore.computeIfAbsent(scores[node.index()], unused -> new ArrayList<>())
                        .add(node);
            }
            try {
                Optional<NodeView> chosen = voice.hook().choose(task, Collections.unmodifiableSortedMap(byScore));
                if (chosen.isPresent()) {
                    int index = chosen.get().index();
                    Optional<SessionNode> known =
                            nodes.stream().filter(node -> node.index() == index).findFirst();
                    if (known.isPresent()) {
                        return known.get();
                    }
                }
            } catch (RuntimeException thrown) {
                session.choir().fault(voice, HookKind.BEST_NODE, thrown);
            }
        }
        SessionNode best = nodes.getFirst();
        for (SessionNode node : nodes) {
            if (scores[node.index()] > scores[best.index()]) {
                best = node;
            }
        }
        return best;
    }

    private FitErrors openErrors(SessionTask task, ClassIndex index, @Nullable SessionDomain within) {
        List<FitErrors.NodeRefusal> refusals = new ArrayList<>();
        int[] count = {0};
        forEach(within, node -> {
            count[0]++;
            Refusal refusal = index.refusal(node.index());
            if (refusal == null) {
                refusal = openRefusals.get(node.index());
            }
            if (refusal == null) {
                refusal = refusedOpenly(task, index, node);
            }
            if (refusal != null) {
                refusals.add(new FitErrors.NodeRefusal(node.name(), refusal));
            }
        });
        return FitErrors.of(count[0], refusals, ++explanations <= MOST_DETAILED);
    }

    /** What every node says to a task, and its score where it fits. */
    SortedMap<String, Assessment> assess(SessionTask task) {
        ClassIndex index = indexOf(task);
        index.catchUp(task);
        while (index.askMore(task)) {
            // Spared nodes are asked about too: nothing is to be left out here.
        }
        SortedMap<String, Assessment> said = new TreeMap<>();
        List<SessionNode> fitting = new ArrayList<>();
        forEach(null, node -> {
            Refusal refusal = index.refusal(node.index());
            Optional<Refusal> no =
                    refusal == null ? Optional.ofNullable(refusedOpenly(task, index, node)) : Optional.of(refusal);
            no.ifPresentOrElse(why -> said.put(node.name(), Assessment.refused(why)), () -> fitting.add(node));
        });
        double[] scores = new double[session.nodeCount()];
        Optional<Refusal> failure = scores(task, index, fitting, scores);
        for (SessionNode node : fitting) {
            said.put(
                    node.name(),
                    failure.or(index::scoringFailure)
                            .map(Assessment::refused)
                            .orElseGet(() -> Assessment.fits(scores[node.index()])));
        }
        for (Voice<BatchPredicate> voice : index.openBatchPredicates()) {
            List<@Nullable Refusal> verdicts = interview.refusals(voice, task, fitting, Math.max(1, fitting.size()));
            for (int i = 0; i < verdicts.size(); i++) {
                Optional<Refusal> no = Optional.ofNullable(verdicts.get(i));
                String name = fitting.get(i).name();
                no.ifPresent(why -> said.put(name, Assessment.refused(why)));
            }
        }
        return Collections.unmodifiableSortedMap(said);
    }

    private void forEach(@Nullable SessionDomain within, Consumer<SessionNode> visit) {
        if (within == null) {
            for (int i = 0; i < session.nodeCount(); i++) {
                visit.accept(session.nodeAt(i));
            }
        } else {
            for (int member : within.members()) {
                visit.accept(session.nodeAt(member));
            }
        }
    }

    /** What a plugin says of a task before any node is looked at. */
    Optional<Refusal> refusalOf(SessionTask task) {
        for (var voice : session.choir().of(HookKind.PRE_PREDICATE)) {
            try {
                if (voice.hook().check(task) instanceof Verdict.Refused refused) {
                    return Optional.of(new Refusal(
                            voice.plugin(), HookKind.PRE_PREDICATE.name(), refused.code(), refused.reason()));
                }
            } catch (RuntimeException thrown) {
                return Optional.of(session.ballot().failed(voice, HookKind.PRE_PREDICATE, thrown));
            }
        }
        return Optional.empty();
    }
}
