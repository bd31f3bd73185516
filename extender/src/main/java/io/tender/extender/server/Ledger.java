package io.tender.extender.server;

import io.tender.model.batch.ResourceList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who holds how much of what: the difference between deciding and granting. Questions are asked many times and change
 * nothing; a grant is made once, here, under a key, and to ask for it again under the same key is no second grant.
 *
 * <p>What is reserved lapses unless it is committed in time, so that a message that never came holds nothing for ever. What
 * is committed stays until it is released. In no order of messages, lost or repeated ones among them, is more of a pool held
 * than it has: each step looks at the pool and changes it at once.
 *
 * <p>A pool is whatever runs out: an agent, a rack, a number of licences. Safe for many threads.
 */
public final class Ledger implements AutoCloseable {
    private static final int LONGEST_NAME = 512;

    private final InstantSource clock;
    private final Duration hold;
    private final int most;
    private final Optional<LedgerFile> file;
    private final Map<String, ResourceList> capacity = new HashMap<>();
    private final Map<String, ResourceList> held = new HashMap<>();
    private final Map<String, Holding> holdings;
    /** What is reserved now, in the order in which it lapses. */
    private final SortedSet<Holding> lapsing = new TreeSet<>(
            Comparator.comparing((Holding holding) -> holding.until().orElse(Instant.MAX))
                    .thenComparing(Holding::key));

    private Ledger(
            InstantSource clock, Duration hold, int most, Optional<LedgerFile> file, Map<String, Holding> holdings) {
        this.clock = clock;
        this.hold = hold;
        this.most = most;
        this.file = file;
        this.holdings = holdings;
        for (Holding holding : holdings.values()) {
            charge(holding);
            watch(holding);
        }
    }

    private void watch(Holding holding) {
        if (!holding.isCommitted()) {
            lapsing.add(holding);
        }
    }

    /** What became of a step. */
    public sealed interface Outcome {
        /** It is held, by this step or already before. */
        record Held(Holding holding) implements Outcome {}

        /** It is not. */
        record Refused(String reason) implements Outcome {}

        default boolean isHeld() {
            return this instanceof Held;
        }

        /** As hooks such as {@link Policy#allocated} want it: why not, if not. */
        default Optional<String> refusal() {
            return this instanceof Refused refused ? Optional.of(refused.reason()) : Optional.empty();
        }
    }

    /**
     * Something held.
     *
     * @param until when it lapses; empty once it is committed
     */
    public record Holding(String key, String pool, ResourceList amounts, Optional<Instant> until) {
        public boolean isCommitted() {
            return until.isEmpty();
        }

        boolean hasLapsed(Instant now) {
            return until.isPresent() && !until.get().isAfter(now);
        }
    }

    /**
     * Forgotten when the program ends.
     *
     * @param hold how long what is reserved stays so
     * @param most how many things are held at a time; further ones are refused
     */
    public static Ledger inMemory(InstantSource clock, Duration hold, int most) {
        return new Ledger(clock, hold, most, Optional.empty(), new LinkedHashMap<>());
    }

    /**
     * Kept in a file, which one program uses at a time; a step is in it before it is answered. What was being written when
     * the program was killed was not answered, and does not count.
     *
     * @throws IOException if the file is damaged, in use, or cannot be written
     */
    public static Ledger journaled(Path path, InstantSource clock, Duration hold, int most) throws IOException {
        Map<String, Holding> holdings = new LinkedHashMap<>();
        LedgerFile file = LedgerFile.open(path, holdings);
        return new Ledger(clock, hold, most, Optional.of(file), holdings);
    }

    /** How much a pool has; a pool of which nothing is said has nothing. May become less than is held: then nothing is free. */
    public synchronized void capacity(String pool, ResourceList amounts) {
        capacity.put(named("pool", pool), amounts);
    }

    /** What could be reserved now; below zero where more is held than there is by now. */
    public synchronized ResourceList free(String pool) {
        lapse();
        return left(pool);
    }

    /** What is held under a key. */
    public synchronized Optional<Holding> holding(String key) {
        lapse();
        return Optional.ofNullable(holdings.get(key));
    }

    /**
     * Sets something aside for a while. To ask again under the same key for the same is granted again, without taking more,
     * and lengthens the while.
     */
    public synchronized Outcome reserve(String key, String pool, ResourceList amounts) {
        lapse();
        Holding known = holdings.get(named("key", key));
        if (known != null) {
            if (!known.pool().equals(named("pool", pool)) || !known.amounts().equals(amounts)) {
                return new Outcome.Refused("'" + key + "' already holds " + known.amounts() + " of " + known.pool()
                        + ": release that first");
            }
            return new Outcome.Held(known.isCommitted() ? known : keep(reservation(key, pool, amounts)));
        }
        if (!amounts.positive().equals(amounts)) {
            throw new IllegalArgumentException("Got " + amounts + " to reserve; expected nothing below zero");
        }
        if (holdings.size() >= most) {
            return new Outcome.Refused("already " + most + " things are held, which is the most allowed");
        }
        ResourceList left = left(named("pool", pool));
        if (!left.covers(amounts)) {
            return new Outcome.Refused("not enough of " + pool + ": " + left.positive() + " left of "
                    + capacity.getOrDefault(pool, ResourceList.empty()) + ", wanted " + amounts);
        }
        Holding reserved = keep(reservation(key, pool, amounts));
        charge(reserved);
        return new Outcome.Held(reserved);
    }

    /** Makes what is reserved last until it is released. If the reservation has lapsed it is refused: reserve again. */
    public synchronized Outcome commit(String key) {
        lapse();
        Holding known = holdings.get(key);
        if (known == null) {
            return new Outcome.Refused("'" + key + "' holds nothing, or its reservation has lapsed: reserve again");
        }
        return new Outcome.Held(
                known.isCommitted() ? known : keep(new Holding(key, known.pool(), known.amounts(), Optional.empty())));
    }

    /** Gives back what is held under a key; that nothing is held is fine. */
    public synchronized void release(String key) {
        lapse();
        Holding known = holdings.get(key);
        if (known != null) {
            file.ifPresent(journal -> written(() -> journal.released(key)));
            drop(known);
        }
    }

    private Holding reservation(String key, String pool, ResourceList amounts) {
        return new Holding(
                key, pool, amounts, Optional.of(clock.instant().plus(hold).truncatedTo(ChronoUnit.MILLIS)));
    }

    /** In the file first: what cannot be written is not granted. */
    private Holding keep(Holding holding) {
        file.ifPresent(journal -> written(() -> journal.held(holding)));
        Holding before = holdings.put(holding.key(), holding);
        if (before != null) {
            lapsing.remove(before);
        }
        watch(holding);
        file.ifPresent(journal -> journal.shrink(holdings.values()));
        return holding;
    }

    private ResourceList left(String pool) {
        return capacity.getOrDefault(pool, ResourceList.empty()).minus(held.getOrDefault(pool, ResourceList.empty()));
    }

    private void charge(Holding holding) {
        held.merge(holding.pool(), holding.amounts(), ResourceList::plus);
    }

    private void drop(Holding holding) {
        holdings.remove(holding.key());
        lapsing.remove(holding);
        ResourceList rest =
                held.getOrDefault(holding.pool(), ResourceList.empty()).minus(holding.amounts());
        if (rest.isEmpty()) {
            held.remove(holding.pool());
        } else {
            held.put(holding.pool(), rest);
        }
    }

    /** Written down too, lest a clock that is set back after a restart bring back what others hold by now. */
    private void lapse() {
        Instant now = clock.instant();
        while (!lapsing.isEmpty() && lapsing.getFirst().hasLapsed(now)) {
            Holding oldest = lapsing.getFirst();
            file.ifPresent(journal -> written(() -> journal.released(oldest.key())));
            drop(oldest);
        }
    }

    /** How many reservations are watched: never more than there are. */
    synchronized int watched() {
        return lapsing.size();
    }

    /** The keys under which something is held. */
    public synchronized List<String> keys() {
        lapse();
        return List.copyOf(holdings.keySet());
    }

    /** All that is held, by pool, for tests and for showing. */
    public synchronized Map<String, ResourceList> held() {
        lapse();
        return new TreeMap<>(held);
    }

    private static String named(String what, String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "Got a " + what + " of " + name.length() + " characters; expected 1 to " + LONGEST_NAME);
        }
        return name;
    }

    @FunctionalInterface
    private interface Writing {
        void write() throws IOException;
    }

    private static void written(Writing writing) {
        try {
            writing.write();
        } catch (IOException failed) {
            throw new UncheckedIOException("The ledger did not take the step. " + failed.getMessage(), failed);
        }
    }

    @Override
    public synchronized void close() {
        file.ifPresent(journal -> written(journal::close));
    }
}
