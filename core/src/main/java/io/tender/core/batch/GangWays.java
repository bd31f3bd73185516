package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Group;
import io.tender.core.batch.GangMembers.Kind;
import io.tender.core.batch.GangMembers.Member;
import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    private static final int LOOKS_PER_TRY = 32;

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

    private final Map<Place, GangNodes> nodes = new HashMap<>();
    private final Map<Kind, List<Voice<Predicate>>> lasting = new HashMap<>();
    private final Map<Group, SessionDomain> chosen = new HashMap<>();
    private final Map<Group, List<SessionDomain>> options = new HashMap<>();

    /** Whether where one of the gang is placed may decide where another fits, beyond the room it takes. */
    private boolean matterToEachOther;

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

    /** Whether there could be room for what it needs; before anybody is asked who is far away. */
    private boolean isConceivable() {
        List<ResourceList> rooms = new ArrayList<>();
        for (SessionNode node : within.nodes()) {
            untouched.put(node.index(), node);
            rooms.add(room(node));
        }
        GangRoom all = new GangRoom(rooms);
        boolean conceivable = all.couldTake(
                members.stream().map(member -> member.task().request()).toList(), missing);
        tries += 1 + all.looks() / LOOKS_PER_TRY;
        if (conceivable) {
            gang.kinds().forEach(kind -> refusedFromAfar.put(kind, work.search().refusedFromAfar(kind.any)));
            matterToEachOther = gang.kinds().stream().anyMatch(this::looksAtOthers);
        }
        return conceivable;
    }

    /** Whether it may matter to tasks of a kind where others are, on other nodes too. */
    private boolean looksAtOthers(Kind kind) {
        return session.choir().of(HookKind.PREDICATE).stream().anyMatch(voice -> reach(voice, kind) == Reach.CLUSTER);
    }

    private Reach reach(Voice<Predicate> voice, Kind kind) {
        return interview.reach(voice, HookKind.PREDICATE, hook -> hook.reach(kind.any));
    }

    private ResourceList room(SessionNode node) {
        return promises ? node.futureIdle() : node.idle();
    }

    /** Places members from this one on, so that the gang is whole; false if that cannot be done, and then nothing is changed. */
    private boolean place(int from) {
        if (isWhole()) {
            return true;
        }
        if (from == members.size() || leftOver(from) < 0) {
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
        GangNodes nodes = nodes(kind, domain);
        int before = kind.from;
        int tried = 0;
        int needed = member.leftOfKind() - leftOver(from);
        for (int place = isInOrder(kind) ? before : 0; place < nodes.size() && !isTired(); place++) {
            if (isInOrder(kind) && nodes.placesFrom(place) < needed) {
                return false;
            }
            tries++;
            if (nodes.isRefused(place, number -> isRefusedForGood(kind, session.nodeAt(number)))) {
                continue;
            }
            SessionNode node = session.nodeAt(nodes.number(place));
            if (!fits(member.task(), node)) {
                continue;
            }
            int mark = trial.mark();
            // A dry run asks nobody, so nobody refuses.
            if (node.idle().covers(member.task().request())) {
                trial.allocate(member.task(), node);
            } else {
                trial.pipeline(member.task(), node);
            }
            kind.from = place;
            kind.group.placed++;
            if (place(from + 1)) {
                return true;
            }
            kind.group.placed--;
            kind.from = before;
            trial.rollback(mark);
            // Where only room counts, others of the gang can take no more than one node each from it.
            if (++tried >= members.size() && !matterToEachOther) {
                return false;
            }
        }
        return false;
    }

    /** How many members from this one on may be left out at the most. */
    private int leftOver(int from) {
        return trial.mark() + members.size() - from - Math.max(0, missing);
    }

    /** Whether it makes no odds which of a kind is placed first: where they are to be spread, the next may go where none could before. */
    private static boolean isInOrder(Kind kind) {
        return kind.template.spread().isEmpty();
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

    /** Whether a node is not for tasks of a kind, whatever runs on it. */
    private boolean isRefusedForGood(Kind kind, SessionNode node) {
        for (Voice<Predicate> voice : lasting(kind)) {
            if (interview.refusal(voice, kind.any, node) != null) {
                return true;
            }
        }
        return false;
    }

    private List<Voice<Predicate>> lasting(Kind kind) {
        return lasting.computeIfAbsent(
                kind,
                unused -> session.choir().of(HookKind.PREDICATE).stream()
                        .filter(voice -> reach(voice, kind) == Reach.MACHINE)
                        .toList());
    }

    private GangNodes nodes(Kind kind, SessionDomain domain) {
        return nodes.computeIfAbsent(new Place(kind, domain), unused -> {
            tries += 1 + (domain.members().length + gang.kinds().size()) / LOOKS_PER_TRY;
            Map<SessionNode, ResourceList> around = new LinkedHashMap<>();
            Map<SessionNode, ResourceList> rooms = new LinkedHashMap<>();
            for (int member : domain.members()) {
                SessionNode node = untouched.get(member);
                if (node != null) {
                    around.put(node, room(node));
                    if (room(node).covers(kind.any.request())
                            && !bans.contains(new Ban(kind.template, member))
                            && !refusedFromAfar.getOrDefault(kind, NOBODY).get(member)) {
                        rooms.put(node, room(node));
                    }
                }
            }
            return GangNodes.of(kind.any, company(kind), rooms, around, session.total());
        });
    }

    /** Who has to be near tasks of a kind: their like, or those who wait for them. */
    private Optional<GangNodes.Near> company(Kind kind) {
        Optional<GangNodes.Near> own = kind.template.podAffinity().required().stream()
                .map(term -> new GangNodes.Near(term.topologyKey(), kind.any.request()))
                .findFirst();
        return own.or(() -> gang.kinds().stream()
                .flatMap(other -> Company.nearness(other.any, kind.any).stream()
                        .map(key -> new GangNodes.Near(key, other.any.request())))
                .findFirst());
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
