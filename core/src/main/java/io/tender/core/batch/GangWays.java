package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Group;
import io.tender.core.batch.GangMembers.Kind;
import io.tender.core.batch.GangMembers.Member;
import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Predicate;
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

    /** To ask in vain costs that many tries, lest a service that finds no gang ready spend its time on those in front. */
    private static final int TRIES_PER_QUESTION = 100;

    /** Looking whether a node has room is so much cheaper than a try. */
    private static final int LOOKS_PER_TRY = 32;

    /** In a large cluster most of what is done is looking where there is room, which is to leave time for trying. */
    private static final int MOST_LOOKS = 500_000;

    /** To place so many tasks without looking for another way takes as long as a try. */
    private static final int TASKS_PER_TRY = 4;

    private final Work work;
    private final Session session;
    private final Interview interview;
    private final SessionJob job;
    private final GangMembers gang;
    private final List<Member> members;
    private final SessionDomain within;
    private final boolean promises;
    private final GangPlaces places;
    private final int mostTries;
    private final int missing;

    /** How many members from each on need room. */
    private final int[] needRoom;

    private final DomainChoice choice;
    private final Statement trial;
    private final Map<Group, SessionDomain> chosen = new HashMap<>();
    private final Map<Group, List<SessionDomain>> options = new HashMap<>();

    /** How many of those that are placed need room. */
    private int placed;

    private int tries;
    private int asked;
    private boolean gaveUp;

    /** How often a node was what stood in the way of a way, and not what is placed, wherever that is. */
    private int nodesInTheWay;

    /** Where tasks of a template must not go. */
    record Ban(TaskTemplate template, int node) {}

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
        this.places = new GangPlaces(work, gang, within, promises, bans);
        this.mostTries = mostTries;
        this.missing =
                job.minAvailable() - job.readyTasks() - job.pendingBestEffort() - (promises ? job.waitingTasks() : 0);
        this.needRoom = new int[members.size() + 1];
        for (int i = members.size() - 1; i >= 0; i--) {
            needRoom[i] = needRoom[i + 1] + (needsRoom(members.get(i)) ? 1 : 0);
        }
        this.choice = new DomainChoice(session);
        this.trial = session.dryRun();
    }

    /** Who needs none is placed for the sake of those who have to be beside it: for the gang it counts also while it waits. */
    private static boolean needsRoom(Member member) {
        return !member.task().isBestEffort();
    }

    /** How much was tried, and looked at. */
    int tries() {
        return tries + places.looks() / LOOKS_PER_TRY;
    }

    /** The first way that will do; nothing stays changed. */
    Optional<List<Statement.Placed>> first() {
        try {
            tries++;
            List<ResourceList> requests = members.stream()
                    .filter(GangWays::needsRoom)
                    .map(member -> member.task().request())
                    .toList();
            if (!places.couldTake(requests, missing) || !isAllowed()) {
                return Optional.empty();
            }
            places.ask();
            return place(0) ? Optional.of(trial.placements()) : Optional.empty();
        } finally {
            trial.discard();
        }
    }

    /**
     * Whether its queue lets all of them have a place, as far as that can be said before it is known where; if none of them may be left
     * out. Most gangs that wait while there is room do so for that.
     */
    private boolean isAllowed() {
        if (leftOver(0) > 0) {
            return true;
        }
        tries += 1 + members.size() / TASKS_PER_TRY;
        int[] numbers = within.members();
        int place = 0;
        try {
            for (Member member : members.stream().filter(GangWays::needsRoom).toList()) {
                if (work.allocatable(member.task()).isPresent()) {
                    return false;
                }
                while (place < numbers.length && !hasRoom(member.task(), session.nodeAt(numbers[place]))) {
                    place++;
                }
                if (place == numbers.length) {
                    return true;
                }
                put(member.task(), session.nodeAt(numbers[place]));
            }
            return true;
        } finally {
            trial.discard();
        }
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
        if (kind.group.isBroken(member.leftInGroup() - 1) || isTired()) {
            return false;
        }
        kind.leftOut++;
        boolean found = place(from + 1);
        kind.leftOut--;
        return found;
    }

    /** Whether it ended before everything was tried. */
    boolean gaveUp() {
        return gaveUp;
    }

    /** Whether enough was tried; asked only where there is more to try. */
    private boolean isTired() {
        gaveUp |= tries >= mostTries || places.looks() >= MOST_LOOKS || asked >= MOST_ASKED;
        return gaveUp;
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
        boolean found = false;
        boolean mayDepend = true;
        for (SessionDomain domain : optionsOf(group)) {
            if (!found && mayDepend) {
                int before = nodesInTheWay;
                chosen.put(group, domain);
                found = placeIn(domain, from, member);
                mayDepend = nodesInTheWay > before;
            }
        }
        if (!found) {
            chosen.remove(group);
        }
        return found;
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
        GangNodes nodes = places.of(kind, domain);
        int before = kind.from;
        int tried = 0;
        int needed = needsRoom(member) ? member.leftOfKind() - leftOver(from) : 0;
        for (int place = isInOrder(kind) ? before : 0; place < nodes.size() && !isTired(); place++) {
            if (isInOrder(kind) && nodes.placesFrom(place) < needed) {
                break;
            }
            tries++;
            SessionNode node = session.nodeAt(nodes.number(place));
            if (!fits(member.task(), node)) {
                continue;
            }
            int mark = trial.mark();
            int inTheWay = nodesInTheWay;
            put(member.task(), node);
            kind.from = place;
            count(member, 1);
            if (place(from + 1)) {
                return true;
            }
            count(member, -1);
            kind.from = before;
            trial.rollback(mark);
            if (nodesInTheWay == inTheWay) {
                // Its queue may have no more, say: then it makes no odds where this one is.
                return false;
            }
            // Where only room counts, others of the gang can take no more than one node each from it.
            if (++tried >= members.size() && !places.matterToEachOther()) {
                break;
            }
        }
        nodesInTheWay++;
        return false;
    }

    private void count(Member member, int more) {
        if (needsRoom(member)) {
            placed += more;
            member.kind().group.placed += more;
        }
    }

    /** How many of the members that need room, from this one on, may be left out at the most. */
    private int leftOver(int from) {
        return placed + needRoom[from] - Math.max(0, missing);
    }

    /** Whether it makes no odds which of a kind is placed first: where they are to be spread, the next may go where none could before. */
    private static boolean isInOrder(Kind kind) {
        return kind.template.spread().isEmpty();
    }

    /** A dry run asks nobody, so nobody refuses. */
    private void put(SessionTask task, SessionNode node) {
        if (node.idle().covers(task.request())) {
            trial.allocate(task, node);
        } else {
            trial.pipeline(task, node);
        }
    }

    private boolean hasRoom(SessionTask task, SessionNode node) {
        // What is idle may be promised already.
        return places.room(node).covers(task.request()) && node.futureIdle().covers(task.request());
    }

    private boolean fits(SessionTask task, SessionNode node) {
        if (!hasRoom(task, node)) {
            return false;
        }
        for (Voice<Predicate> voice : session.choir().of(HookKind.PREDICATE)) {
            if (interview.refusal(voice, task, node) != null) {
                return false;
            }
        }
        return true;
    }

    private boolean isWhole() {
        if (trial.isEmpty() || placed < missing) {
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
        // Whoever finds it not ready may do so because of where its tasks are.
        nodesInTheWay++;
        boolean ready = session.ballot()
                .all(HookKind.JOB_READY, hook -> hook.isReady(job))
                .isEmpty();
        if (!ready) {
            tries += TRIES_PER_QUESTION;
        }
        return ready || (promises && work.isPipelined(job));
    }
}
