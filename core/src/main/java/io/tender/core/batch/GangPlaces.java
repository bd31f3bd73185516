package io.tender.core.batch;

import io.tender.core.batch.GangMembers.Kind;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.HookKind;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where tasks of a gang could go, each kind by itself: what is known of the nodes before anything is tried. */
final class GangPlaces {
    private static final BitSet NOBODY = new BitSet();

    private final Work work;
    private final Session session;
    private final Interview interview;
    private final GangMembers gang;
    private final SessionDomain within;
    private final boolean promises;
    private final Set<GangWays.Ban> bans;

    /** The nodes before anything is tried, by number. */
    private final SessionNode[] untouched;

    /** The nodes that a far-away plugin has refused for tasks of a kind. */
    private final Map<Kind, BitSet> refusedFromAfar = new HashMap<>();

    private final Map<Place, GangNodes> nodes = new HashMap<>();
    private boolean matterToEachOther;
    private int looks;

    private record Place(Kind kind, SessionDomain domain) {}

    /** @param promises whether room that is being freed will do, too */
    GangPlaces(Work work, GangMembers gang, SessionDomain within, boolean promises, Set<GangWays.Ban> bans) {
        this.work = work;
        this.session = work.session();
        this.interview = new Interview(session);
        this.gang = gang;
        this.within = within;
        this.promises = promises;
        this.bans = bans;
        this.untouched = session.nodesNow(within.members());
    }

    /** How often a node was looked at. */
    int looks() {
        return looks;
    }

    ResourceList room(SessionNode node) {
        return promises ? node.futureIdle() : node.idle();
    }

    /** Whether there could be room for so many of these; where not, that is certain. */
    boolean couldTake(List<ResourceList> requests, int needed) {
        GangRoom all = new GangRoom(new AbstractList<>() {
            @Override
            public ResourceList get(int place) {
                return room(untouched[within.members()[place]]);
            }

            @Override
            public int size() {
                return within.members().length;
            }
        });
        boolean could = all.couldTake(requests, needed);
        looks += all.looks();
        return could;
    }

    /** Learns what is known of the gang's kinds, from those who are far away as well. */
    void ask() {
        for (Kind kind : gang.kinds()) {
            refusedFromAfar.put(kind, work.search().refusedFromAfar(kind.any));
            matterToEachOther |= session.choir().of(HookKind.PREDICATE).stream()
                    .anyMatch(voice -> reach(voice, kind) == Reach.CLUSTER);
        }
    }

    /** Whether where one of the gang is placed may decide where another fits, beyond the room it takes. */
    boolean matterToEachOther() {
        return matterToEachOther;
    }

    private Reach reach(Voice<Predicate> voice, Kind kind) {
        return interview.reach(voice, HookKind.PREDICATE, hook -> hook.reach(kind.any));
    }

    /** The nodes of a domain that may do for tasks of a kind. */
    GangNodes of(Kind kind, SessionDomain domain) {
        return nodes.computeIfAbsent(new Place(kind, domain), unused -> find(kind, domain));
    }

    private GangNodes find(Kind kind, SessionDomain domain) {
        looks += domain.members().length + gang.kinds().size();
        List<Voice<Predicate>> lasting = session.choir().of(HookKind.PREDICATE).stream()
                .filter(voice -> reach(voice, kind) == Reach.MACHINE)
                .toList();
        Optional<GangNodes.Near> company = company(kind);
        Map<SessionNode, ResourceList> around = new LinkedHashMap<>();
        Map<SessionNode, ResourceList> rooms = new LinkedHashMap<>();
        for (int member : domain.members()) {
            SessionNode node = untouched[member];
            if (company.isPresent()) {
                around.put(node, room(node));
            }
            if (room(node).covers(kind.any.request())
                    && !bans.contains(new GangWays.Ban(kind.template, member))
                    && !refusedFromAfar.getOrDefault(kind, NOBODY).get(member)
                    && lasting.stream().allMatch(voice -> interview.refusal(voice, kind.any, node) == null)) {
                rooms.put(node, room(node));
            }
        }
        return GangNodes.of(kind.any, company, rooms, around, session.total());
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
}
