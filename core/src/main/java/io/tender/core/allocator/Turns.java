package io.tender.core.allocator;

import io.tender.spi.Chance;
import io.tender.spi.Shuffle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    /** If fewer wait than this times the root of the places in the order, waking them is cheaper than finding them there. */
    private static final double FEW = 0.5;

    private final Books books;
    private final Wakefulness wakefulness;
    private final Headroom headroom;
    private final Chance chance;

    private long run;
    private Scope scope = new Scope(false, List.of(), agent -> false, agent -> false);
    private List<AgentRecord> awake = new ArrayList<>();

    /** Agents that had waited and were given something in this stage: from now on they are looked at as the others are. */
    private final List<AgentRecord> found = new ArrayList<>();

    /** Whether agents that wait are found as a stage goes on. */
    private boolean findsWaiting;

    // Valid within one stage.
    private int nextAwake;
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

    Turns(Books books, Wakefulness wakefulness, Headroom headroom, Chance chance) {
        this.books = books;
        this.wakefulness = wakefulness;
        this.headroom = headroom;
        this.chance = chance;
    }

    /** Looks who is there for a run; tells whether there is anybody. */
    boolean begin(long number, Scope about) {
        run = number;
        scope = about;
        gather();
        return !awake.isEmpty() || findsWaiting;
    }

    /** If there is room for some that wait, they are woken, or found later if they are many. */
    private void gather() {
        findsWaiting = false;
        found.clear();
        if (isRoomLeft()) {
            if (!scope.all()) {
                scope.some().stream().filter(Wakefulness::isWaiting).forEach(wakefulness::wake);
            } else if (areFewWaiting()) {
                wakeFew();
            } else {
                findsWaiting = true;
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

    private boolean areFewWaiting() {
        return wakefulness.waitingCount() < FEW * Math.sqrt(Shuffle.places(books.roster.numbers()));
    }

    private void wakeFew() {
        if (hasMoreHeadroom()) {
            wakefulness.wakeWaiting();
        } else {
            wakefulness.wakeWaiting(books.roles.relief.names());
        }
    }

    /** Puts those that are awake in the order of a stage. */
    void beginStage(long key) {
        nextAwake = 0;
        place = 0;
        waiting = null;
        if (awake.size() > 1 || findsWaiting) {
            Shuffle shuffle = new Shuffle(chance, key, books.roster.numbers());
            for (AgentRecord each : awake) {
                each.place = shuffle.placeOf(each.number);
            }
            awake.sort(BY_PLACE);
            if (findsWaiting) {
                waiting = shuffle;
            }
        }
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
        if (order == null) {
            return null;
        }
        if (!isRoomLeft()) {
            waiting = null;
            return null;
        }
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
                && (Wakefulness.hasAny(agent, books.roles.relief.names()) || hasMoreHeadroom())
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
        }
        takeFound();
        awake.forEach(letSleep);
    }
}
