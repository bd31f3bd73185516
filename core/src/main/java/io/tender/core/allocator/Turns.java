package io.tender.core.allocator;

import io.tender.spi.Chance;
import io.tender.spi.Shuffle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: the agents of a run, stage by stage, in random order. Those that are awake come all, and in between
 * those that wait for room in a quota, as long as there is some. Who of these comes next is asked of the order itself, so
 * those behind the last that is needed cost nothing.
 */
final class Turns {

    private static final Comparator<AgentRecord> BY_PLACE = Comparator.comparingInt(agent -> agent.place);

    /** If fewer are concerned than this times the root of the places in the order, they are cheaper sorted than found there. */
    private static final double FEW = 0.5;

    private final Books books;
    private final Wakefulness wakefulness;
    private final Headroom headroom;
    private final Chance chance;
    private final Eligibility eligibility;
    private final boolean nestedQuota;

    private long run;
    private Scope scope = new Scope(false, List.of(), agent -> false, agent -> false);
    private List<AgentRecord> awake = new ArrayList<>();

    /** Agents that wait and are known beforehand to have a turn, if they are few. */
    private final List<AgentRecord> few = new ArrayList<>();

    /** Whether some that wait had a turn, and still wait. */
    private boolean sawWaiting;

    /** Agents that had waited and were given something in this stage: from now on they are looked at as the others are. */
    private final List<AgentRecord> found = new ArrayList<>();

    /** Whether agents that wait are found as a stage goes on. */
    private boolean findsWaiting;

    // Valid within one stage.
    private int nextAwake;
    private int nextFew;
    private @Nullable Shuffle waiting;
    private int place;

    /**
     * Which agents a run is about.
     *
     * @param all whether any may be; else only some
     * @param isCandidate which of those it is about
     * @param mayOffer which of them may be offered at all
     */
    record Scope(
            boolean all, List<AgentRecord> some, Predicate<AgentRecord> isCandidate, Predicate<AgentRecord> mayOffer) {}

    Turns(
            Books books,
            Wakefulness wakefulness,
            Headroom headroom,
            Chance chance,
            Eligibility eligibility,
            boolean nestedQuota) {
        this.eligibility = eligibility;
        this.nestedQuota = nestedQuota;
        this.books = books;
        this.wakefulness = wakefulness;
        this.headroom = headroom;
        this.chance = chance;
    }

    /** Looks who is there for a run; tells whether there is anybody. */
    boolean begin(long number, Scope about) {
        run = number;
        scope = about;
        sawWaiting = false;
        gather();
        return !awake.isEmpty() || findsWaiting || !few.isEmpty();
    }

    /** If there is room for some that wait, they are woken, or found later if they are many. */
    private void gather() {
        findsWaiting = false;
        found.clear();
        few.clear();
        if (isRoomLeft()) {
            if (!scope.all()) {
                scope.some().stream().filter(Wakefulness::isWaiting).forEach(wakefulness::wake);
            } else {
                gatherWaiting();
            }
        }
        awake = new ArrayList<>();
        for (AgentRecord each : scope.all() ? wakefulness.takeAwake(books.agents.values()) : scope.some()) {
            if (each.removed
                    || !wakefulness.isAwake(each)
                    || !scope.isCandidate().test(each)) {
                continue;
            }
            if (each.available.isEmpty() || !scope.mayOffer().test(each)) {
                wakefulness.sleep(each);
                continue;
            }
            awake.add(each);
        }
    }

    private void gatherWaiting() {
        int all = wakefulness.waitingCount();
        boolean headroomConcernsAll = hasMoreHeadroom();
        int concerned = headroomConcernsAll ? all : books.roles.relief.concerned(all);
        if (!areFew(concerned)) {
            findsWaiting = true;
        } else if (headroomConcernsAll) {
            wakefulness.wakeWaiting();
        } else if (concerned > 0) {
            findFew(areFew(all));
        }
    }

    private boolean areFew(int agents) {
        return agents < FEW * Math.sqrt(Shuffle.places(books.roster.numbers()));
    }

    private void findFew(boolean fewWait) {
        if (fewWait) {
            wakefulness.waiting().stream().filter(this::isConcerned).forEach(few::add);
            return;
        }
        BitSet numbers = new BitSet();
        for (RoleNode role : books.roles.relief.open()) {
            Objects.requireNonNull(role.prospects).addTo(numbers);
        }
        numbers.stream()
                .mapToObj(number -> Objects.requireNonNull(books.roster.at(number)))
                .filter(this::isConcerned)
                .forEach(few::add);
    }

    /** Puts those that are awake in the order of a stage. */
    void beginStage(long key) {
        nextAwake = 0;
        nextFew = 0;
        place = 0;
        waiting = null;
        if (awake.size() + few.size() > 1 || findsWaiting) {
            Shuffle shuffle = new Shuffle(chance, key, books.roster.numbers());
            sort(awake, shuffle);
            sort(few, shuffle);
            if (findsWaiting) {
                waiting = shuffle;
            }
        }
    }

    private static void sort(List<AgentRecord> agents, Shuffle shuffle) {
        for (AgentRecord each : agents) {
            each.place = shuffle.placeOf(each.number);
        }
        agents.sort(BY_PLACE);
    }

    /** The next agent of the stage, or null at its end. */
    @Nullable
    AgentRecord next() {
        AgentRecord known = nextAwake < awake.size() ? awake.get(nextAwake) : null;
        AgentRecord first = nextWaiting(known);
        if (first == null) {
            first = known;
            nextAwake++;
        }
        if (first != null) {
            first.beginRun(run);
        }
        return first;
    }

    /** The next one that waits for room that there is, before another one's turn. */
    private @Nullable AgentRecord nextWaiting(@Nullable AgentRecord before) {
        Shuffle order = waiting;
        if (order == null && nextFew == few.size()) {
            return null;
        }
        if (!isRoomLeft()) {
            waiting = null;
            nextFew = few.size();
            return null;
        }
        return order == null ? nextOfFew(before) : nextInOrder(order, before);
    }

    private @Nullable AgentRecord nextOfFew(@Nullable AgentRecord before) {
        while (nextFew < few.size() && (before == null || few.get(nextFew).place < before.place)) {
            AgentRecord agent = few.get(nextFew++);
            if (isConcerned(agent)) {
                return agent;
            }
        }
        return null;
    }

    private @Nullable AgentRecord nextInOrder(Shuffle order, @Nullable AgentRecord before) {
        int until = before == null ? order.places() : before.place;
        while (place < until) {
            AgentRecord agent = books.roster.at(order.at(place++));
            if (agent != null && isConcerned(agent)) {
                return agent;
            }
        }
        return null;
    }

    private boolean isConcerned(AgentRecord agent) {
        return Wakefulness.isWaiting(agent)
                && (books.roles.relief.concerns(agent) || hasMoreHeadroom())
                && !agent.available.isEmpty()
                && scope.isCandidate().test(agent)
                && scope.mayOffer().test(agent);
    }

    private boolean isRoomLeft() {
        return books.roles.relief.isLeft(books.roles) || hasMoreHeadroom();
    }

    private boolean hasMoreHeadroom() {
        return wakefulness.hasMoreRoom(headroom.required(), headroom.surplus());
    }

    /** An agent has had its turn in the last stage. */
    void lookedAt(AgentRecord agent) {
        if (!Wakefulness.isWaiting(agent)) {
            return;
        }
        sawWaiting = true;
        for (RoleNode role : books.roles.relief.open()) {
            Prospects prospects = role.prospects;
            if (prospects == null) {
                wakefulness.lookedInVain(role);
            } else if (prospects.isWorthALook(agent)) {
                remember(agent, role, prospects);
            }
        }
    }

    private void remember(AgentRecord agent, RoleNode role, Prospects prospects) {
        if (!eligibility.isWanted(agent, role, nestedQuota)) {
            prospects.dismiss(agent);
        } else if (!nestedQuota && !headroom.isRequired()) {
            // Else it may have been the headroom, or another limit on the way up, for which it was too little.
            prospects.putOff(agent, books.roles.runConsumed(role));
        }
    }

    /** An agent was given away, or some of it. */
    void given(AgentRecord agent) {
        if (Wakefulness.isWaiting(agent)) {
            wakefulness.wake(agent);
            found.add(agent);
        }
    }

    /** Between two stages; the first may have left more headroom than there was. */
    void endFirstStage() {
        if (hasMoreHeadroom()) {
            gather();
        } else {
            takeFound();
        }
    }

    private void takeFound() {
        awake.addAll(found);
        found.clear();
    }

    /** After the last stage: hands over all that were looked at, but for those that still wait. */
    void end(Consumer<AgentRecord> letSleep) {
        if (waiting != null && place == waiting.places() && hasMoreHeadroom()) {
            wakefulness.stillWaiting(headroom.required(), headroom.surplus());
        } else if (sawWaiting && books.roles.relief.isLeft(books.roles)) {
            // The room is not asked about again; that it was of no use may have been the headroom's fault.
            wakefulness.foundNoTaker(headroom.required(), headroom.surplus());
        }
        takeFound();
        awake.forEach(letSleep);
    }
}
