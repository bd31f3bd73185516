package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Group;
import io.tender.core.batch.GangMembers.Kind;
import io.tender.core.batch.GangMembers.Member;
import io.tender.core.batch.plugin.Shortfall;
import io.tender.model.batch.ResourceList;
import io.tender.model.batch.TaskTemplate;
import io.tender.spi.batch.HookKind;
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

    private final Work work;
    private final Session session;
    private final SessionJob job;
    private final GangMembers gang;
    private final List<Member> members;
    private final SessionDomain within;
    private final int mostTries;
    private final int missing;
    private final DomainChoice choice;
    private final Statement trial;
    private final GangNodes nodes;
    private final boolean promises;
    private final Map<Group, SessionDomain> chosen = new HashMap<>();
    private final Map<Group, List<SessionDomain>> options = new HashMap<>();
    private int tries;
    private int asked;

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
        this.job = job;
        this.gang = gang;
        this.members = gang.inOrder();
        this.within = within;
        this.mostTries = mostTries;
        this.missing =
                job.minAvailable() - job.readyTasks() - job.pendingBestEffort() - (promises ? job.waitingTasks() : 0);
        this.choice = new DomainChoice(session);
        this.trial = session.dryRun();
        this.nodes = new GangNodes(work, gang, within, promises, bans);
        this.promises = promises;
    }

    /** How much was tried. */
    int tries() {
        return tries + nodes.tries();
    }

    /** The first way that will do; nothing stays changed. */
    Optional<List<Statement.Placed>> first() {
        try {
            if (!isConceivable()) {
                return Optional.empty();
            }
            nodes.hearFromAfar();
            return place(0) ? Optional.of(trial.placements()) : Optional.empty();
        } finally {
            trial.discard();
        }
    }

    /** Whether there is room for as much as it needs at the least, if room were all in one piece. */
    private boolean isConceivable() {
        ResourceList room = nodes.room();
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

    private boolean isTired() {
        return tries() >= mostTries || asked >= MOST_ASKED;
    }

    /** Whether it ended before everything was tried. */
    boolean gaveUp() {
        return isTired() || nodes.someLeftOut();
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
        List<SessionNode> candidates = nodes.candidates(kind, domain, mostTries - tries);
        int before = kind.from;
        for (int i = before; i < candidates.size() && !isTired(); i++) {
            tries++;
            SessionNode node = session.nodeAt(candidates.get(i).index());
            if (nodes.fits(kind, member.task(), node)) {
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
