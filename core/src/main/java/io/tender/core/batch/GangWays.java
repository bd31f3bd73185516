package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Group;
import io.tender.core.batch.GangMembers.Kind;
import io.tender.core.batch.GangMembers.Member;
import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Predicate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All ways to place a gang, tried one after the other until one will do: each task on each node, or left out. Of ways that differ only
 * in which of equal tasks is where, one is tried. Only what is near is asked; whoever is far away is asked about the way that is found.
 */
final class GangWays {
    /** So often it is asked whether what is whole by its own minima is ready: a service may have a say in that, which takes long. */
    private static final int MOST_ASKED = 32;

    /** Looking whether a node has room is so much cheaper than a try. */
    private static final int LOOKS_PER_TRY = 16;

    /** As many nodes are tried for a task to which it matters where others are. */
    private static final int MOST_NODES = 256;

    private static final BitSet NOBODY = new BitSet();

    private final Work work;
    private final Session session;
    private final Interview interview;
    private final SessionJob job;
    private final GangMembers gang;
    private final List<Member> members;
    private final SessionDomain within;
    private final boolean promises;
    private final Set<Ban> bans;
    private final int mostTries;
    private final int missing;
    private final DomainChoice choice;
    private final Statement trial;
    /** The nodes before anything is tried, by number. */
    private final Map<Integer, SessionNode> untouched = new HashMap<>();

    /** The nodes that a far-away plugin has refused for tasks of a kind. */
    private final Map<Kind, BitSet> refusedFromAfar = new HashMap<>();

    private final Map<Place, List<SessionNode>> candidates = new HashMap<>();
    private final Map<Group, SessionDomain> chosen = new HashMap<>();
    private final Map<Group, List<SessionDomain>> options = new HashMap<>();
    private int tries;
    private int asked;

    /** Where tasks of a template must not go. */
    record Ban(TaskTemplate template, int node) {}

    private record Place(Kind kind, SessionDomain domain) {}

    /**
     * @param promises whether room that is being freed will do, too
     * @param mostTries when to give up
     */
    GangWays(
            Work work,
            SessionJob job,
            GangMembers gang,
            SessionDomain within,
            boolean promises,
            Set<Ban> bans,
            int mostTries) {
        this.work = work;
        this.session = work.session();
        this.interview = new Interview(session);
        this.job = job;
        this.gang = gang;
        this.members = gang.inOrder();
        this.within = within;
        this.promises = promises;
        this.bans = bans;
        this.mostTries = mostTries;
        this.missing =
                job.minAvailable() - job.readyTasks() - job.pendingBestEffort() - (promises ? job.waitingTasks() : 0);
        this.choice = new DomainChoice(session);
        this.trial = session.dryRun();
    }

    /** How much was tried. */
    int tries() {
        return tries;
    }

    /** The first way that will do; nothing stays changed. */
    Optional<List<Statement.Placed>> first() {
        try {
            return isConceivable() && place(0) ? Optional.of(trial.placements()) : Optional.empty();
        } finally {
            trial.discard();
        }
    }

    /** Whether there is room for as much as it needs at the least, if room were all in one piece. */
    private boolean isConceivable() {
        ResourceList room = ResourceList.empty();
        for (SessionNode node : within.nodes()) {
            untouched.put(node.index(), node);
            room = room.plus(room(node).positive());
        }
        tries += 1 + within.members().length / LOOKS_PER_TRY;
        gang.kinds().forEach(kind -> refusedFromAfar.put(kind, work.search().refusedFromAfar(kind.any)));
        List<ResourceList> requests =
                members.stream().map(member -> member.task().request()).toList();
        if (requests.size() < missing) {
            return false;
        }
        for (int i = 0; i < room.size(); i++) {
            String name = room.name(i);
            long least = requests.stream()
                    .mapToLong(request -> request.millis(name))
                    .sorted()
                    .limit(Math.max(0, missing))
                    .sum();
            if (least > room.millis(i)) {
                return false;
            }
        }
        return true;
    }

    private ResourceList room(SessionNode node) {
        return promises ? node.futureIdle() : node.idle();
    }

    /** Places members from this one on, so that the gang is whole; false if that cannot be done, and then nothing is changed. */
    private boolean place(int from) {
        if (isWhole()) {
            return true;
        }
        if (from == members.size() || trial.mark() + members.size() - from < missing) {
            return false;
        }
        Member member = members.get(from);
        Kind kind = member.kind();
        if (kind.leftOut == 0 && kind.group.mayBecomeWhole(member.leftInGroup()) && placeSomewhere(from, member)) {
            return true;
        }
        if (isTired() || kind.group.isBroken(member.leftInGroup() - 1)) {
            return false;
        }
        kind.leftOut++;
        boolean found = place(from + 1);
        kind.leftOut--;
        return found;
    }

    /** Whether it ended before everything was tried. */
    boolean isTired() {
        return tries >= mostTries || asked >= MOST_ASKED;
    }

    private boolean placeSomewhere(int from, Member member) {
        tries++;
        if (work.allocatable(member.task()).isPresent()) {
            return false;
        }
        Group group = member.kind().group;
        SessionDomain settled = chosen.get(group);
        if (settled != null) {
            return placeIn(settled, from, member);
        }
        for (SessionDomain domain : optionsOf(group)) {
            chosen.put(group, domain);
            if (placeIn(domain, from, member)) {
                return true;
            }
        }
        chosen.remove(group);
        return false;
    }

    private List<SessionDomain> optionsOf(Group group) {
        return options.computeIfAbsent(
                group,
                one -> choice.forSubJob(one.subJob, within).stream()
                        .flatMap(List::stream)
                        .distinct()
                        .toList());
    }

    private boolean placeIn(SessionDomain domain, int from, Member member) {
        Kind kind = member.kind();
        List<SessionNode> nodes = candidates(kind, domain);
        int before = kind.from;
        for (int i = before; i < nodes.size() && !isTired(); i++) {
            tries++;
            SessionNode node = session.nodeAt(nodes.get(i).index());
            if (fits(member.task(), node)) {
                int mark = trial.mark();
                // A dry run asks nobody, so nobody refuses.
                if (node.idle().covers(member.task().request())) {
                    trial.allocate(member.task(), node);
                } else {
                    trial.pipeline(member.task(), node);
                }
                kind.from = i;
                kind.group.placed++;
                if (place(from + 1)) {
                    return true;
                }
                kind.group.placed--;
                kind.from = before;
                trial.rollback(mark);
            }
        }
        return false;
    }

    private boolean fits(SessionTask task, SessionNode node) {
        // What is idle may be promised already.
        if (!room(node).covers(task.request()) || !node.futureIdle().covers(task.request())) {
            return false;
        }
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            if (interview.refusal(voice, task, node) != null) {
                return false;
            }
        }
        return true;
    }

    /** The nodes with room for such a task, those first that have least. */
    private List<SessionNode> candidates(Kind kind, SessionDomain domain) {
        return candidates.computeIfAbsent(new Place(kind, domain), unused -> {
            tries += 1 + domain.members().length / LOOKS_PER_TRY;
            List<SessionNode> nodes = new ArrayList<>();
            for (int member : domain.members()) {
                SessionNode node = untouched.get(member);
                if (node != null
                        && room(node).covers(kind.any.request())
                        && !bans.contains(new Ban(kind.template, member))
                        && !refusedFromAfar.getOrDefault(kind, NOBODY).get(member)) {
                    nodes.add(node);
                }
            }
            nodes.sort(Comparator.comparingDouble(
                            (SessionNode node) -> Shortfall.size(room(node).positive(), session.total()))
                    .thenComparingInt(SessionNode::index));
            // Where only room counts, others of the gang can take no more than one node each from it.
            int most = GangMembers.isSocial(kind.template) ? MOST_NODES : Math.max(1, missing);
            return nodes.size() > most ? List.copyOf(nodes.subList(0, most)) : nodes;
        });
    }

    private boolean isWhole() {
        if (trial.isEmpty() || trial.mark() < missing) {
            return false;
        }
        for (Group group : gang.groups()) {
            if (group.isBroken(0)) {
                return false;
            }
        }
        tries++;
        if (!Shortfall.isNone(job, promises)) {
            return false;
        }
        asked++;
        return session.ballot()
                        .all(HookKind.JOB_READY, hook -> hook.isReady(job))
                        .isEmpty()
                || (promises && work.isPipelined(job));
    }
}
