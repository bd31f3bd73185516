package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Kind;
import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Predicate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes that are worth trying for the tasks of a gang: those that will do for one of them as long as nothing else is placed. */
final class GangNodes {
    /** Looking whether a node has room is so much cheaper than a try. */
    private static final int LOOKS_PER_TRY = 16;

    /** Asking plugins about a node as it is, whose answers are kept, takes less than a try, too. */
    private static final int JUDGED_PER_TRY = 4;

    /** As many nodes are tried for a task about which somebody looks further than at one node. */
    private static final int MOST = 256;

    private static final BitSet NOBODY = new BitSet();

    private final Work work;
    private final Session session;
    private final Interview interview;
    private final GangMembers gang;
    private final boolean promises;
    private final Set<GangWays.Ban> bans;
    private final Map<Integer, SessionNode> untouched = new HashMap<>();
    private final ResourceList room;

    /** The nodes that a far-away plugin has refused for tasks of a kind. */
    private final Map<Kind, BitSet> refusedFromAfar = new HashMap<>();

    private final Map<Kind, Judges> judges = new HashMap<>();
    private final Map<Place, List<SessionNode>> candidates = new HashMap<>();
    private int tries;
    private boolean someLeftOut;

    private record Place(Kind kind, SessionDomain domain) {}

    /** Those who have a say in where tasks of a kind go, by what they look at: the node as it is, its tasks, or more than that. */
    private record Judges(
            List<Voice<Predicate>> machine, List<Voice<Predicate>> node, List<Voice<Predicate>> cluster) {}

    /** @param promises whether room that is being freed will do, too */
    GangNodes(Work work, GangMembers gang, SessionDomain within, boolean promises, Set<GangWays.Ban> bans) {
        this.work = work;
        this.session = work.session();
        this.interview = new Interview(session);
        this.gang = gang;
        this.promises = promises;
        this.bans = bans;
        ResourceList sum = ResourceList.empty();
        for (SessionNode node : within.nodes()) {
            untouched.put(node.index(), node);
            sum = sum.plus(room(node).positive());
        }
        this.room = sum;
        this.tries = 1 + within.members().length / LOOKS_PER_TRY;
    }

    /** What looking at nodes was worth so far, in tries. */
    int tries() {
        return tries;
    }

    /** Whether there were nodes that would have been of use, but too many. */
    boolean someLeftOut() {
        return someLeftOut;
    }

    /** All there is. */
    ResourceList room() {
        return room;
    }

    /** Hears from those who are far away; to be done before anything is tried, as they would be asked about that anew. */
    void hearFromAfar() {
        gang.kinds().forEach(kind -> refusedFromAfar.put(kind, work.search().refusedFromAfar(kind.any)));
    }

    private ResourceList room(SessionNode node) {
        return promises ? node.futureIdle() : node.idle();
    }

    /** The nodes of a domain to try for such a task, those first that have least room. */
    List<SessionNode> candidates(Kind kind, SessionDomain domain, int mostTries) {
        return candidates.computeIfAbsent(new Place(kind, domain), unused -> {
            tries += 1 + domain.members().length / LOOKS_PER_TRY;
            BitSet refused = refusedFromAfar.getOrDefault(kind, NOBODY);
            List<SessionNode> roomy = new ArrayList<>();
            for (int member : domain.members()) {
                SessionNode node = untouched.get(member);
                if (node != null
                        && room(node).covers(kind.any.request())
                        && !bans.contains(new GangWays.Ban(kind.template, member))
                        && !refused.get(member)) {
                    roomy.add(node);
                }
            }
            roomy.sort(Comparator.comparingDouble(
                            (SessionNode node) -> Shortfall.size(room(node).positive(), session.total()))
                    .thenComparingInt(SessionNode::index));
            return judged(kind, roomy, mostTries);
        });
    }

    /** As many of these nodes, in their order, as can be of any use. */
    private List<SessionNode> judged(Kind kind, List<SessionNode> roomy, int mostTries) {
        Judges who = judges(kind);
        boolean social = !who.cluster().isEmpty();
        // Where only the node counts, the others of the gang can take no more than one each from it.
        int most = social ? MOST : gang.count();
        List<SessionNode> nodes = new ArrayList<>();
        for (int i = 0; i < roomy.size() && tries < mostTries; i++) {
            if (nodes.size() == most) {
                someLeftOut |= social;
                break;
            }
            tries += i % JUDGED_PER_TRY == 0 ? 1 : 0;
            SessionNode node = roomy.get(i);
            if (accept(who.machine(), kind.any, node) && accept(who.node(), kind.any, node)) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private Judges judges(Kind kind) {
        return judges.computeIfAbsent(kind, unused -> {
            Judges made = new Judges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
                switch (interview.reach(voice, HookKind.PREDICATE, hook -> hook.reach(kind.any))) {
                    case NONE -> {}
                    case MACHINE -> made.machine().add(voice);
                    case NODE -> made.node().add(voice);
                    case CLUSTER -> made.cluster().add(voice);
                }
            }
            return made;
        });
    }

    /** Whether a task fits one of its candidates as things stand; whoever looks at nothing but the machine has agreed already. */
    boolean fits(Kind kind, SessionTask task, SessionNode node) {
        // What is idle may be promised already.
        if (!room(node).covers(task.request()) || !node.futureIdle().covers(task.request())) {
            return false;
        }
        Judges who = judges(kind);
        return accept(who.node(), task, node) && accept(who.cluster(), task, node);
    }

    private boolean accept(List<Voice<Predicate>> voices, SessionTask task, SessionNode node) {
        for (Voice<Predicate> voice : voices) {
            if (interview.refusal(voice, task, node) != null) {
                return false;
            }
        }
        return true;
    }
}
