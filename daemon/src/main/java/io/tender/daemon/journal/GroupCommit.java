package io.tender.daemon.journal;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that makes durable whatever has gathered, in one go, and then runs what waited for it, in order.
 *
 * <p>While one group is being written the next one gathers, so a slow disk makes groups larger, not submitters slower. A passing
 * failure is tried again, with the same group, until it works; after a lasting one nothing is ever run again.
 */
public final class GroupCommit implements AutoCloseable {

    /** Bytes from which on a group takes no more, so that the first of them does not wait for too many others. */
    static final long GROUP_BYTES = 4L << 20;

    /** Bytes that may wait before a submitter has to; with the journal working, a second's worth of a very busy daemon. */
    static final long MOST_WAITING_BYTES = 64L << 20;

    /** What an entry costs beside the bytes of its records, so that empty ones are bounded too. */
    private static final int ENTRY_COST = 64;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Journal journal;
    private final InstantSource clock;
    private final Consumer<JournalException> onBroken;
    private final JournalMeters meters;
    private final Thread thread;
    private long waitingCost;
    private boolean closing;
    private boolean letGo;
    private boolean givingUp;
    private volatile boolean ended;
    private volatile JournalHealth health = new JournalHealth.Fine();

    private record Entry(List<byte[]> records, Runnable whenDurable, long cost) {}

    /**
     * Starts the thread. The journal has been recovered; from now on only this appends to it. It is not closed here.
     *
     * @param onBroken told once, on the thread, if the journal fails for good
     */
    public GroupCommit(
            Journal journal, InstantSource clock, MeterRegistry registry, Consumer<JournalException> onBroken) {
        this.journal = journal;
        this.clock = clock;
        this.onBroken = onBroken;
        this.meters = new JournalMeters(registry, this);
        this.thread = Thread.ofPlatform().name("tender-journal").daemon(true).start(this::loop);
    }

    /**
     * Hands over records, and what is to be done once they and all before them are durable. Without records it waits for
     * those before. Returns at once, unless very much is waiting already: then the journal hardly moves, and neither should
     * the one who submits.
     */
    public void submit(List<byte[]> records, Runnable whenDurable) {
        long cost = ENTRY_COST;
        for (byte[] record : records) {
            cost += record.length;
        }
        lock.lock();
        try {
            while (waitingCost > MOST_WAITING_BYTES && !ended && !letGo && !isOwnThread()) {
                changed.awaitUninterruptibly();
            }
            if (ended || closing) {
                if (health instanceof JournalHealth.Broken) {
                    return; // As promised: nothing is run any more. Its owner has been told.
                }
                throw new IllegalStateException("records submitted to a journal that is closed: stop submitting first");
            }
            waiting.add(new Entry(List.copyOf(records), whenDurable, cost));
            waitingCost += cost;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nobody has to wait in {@link #submit} any more, since an end is near and little will follow. */
    public void letGo() {
        lock.lock();
        try {
            letGo = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether more should be let in from outside; false long before {@link #submit} has to wait. */
    public boolean hasRoom() {
        return waitingBytes() < MOST_WAITING_BYTES / 2;
    }

    /** What waits to become durable, in bytes, with a little for each submission. */
    public long waitingBytes() {
        lock.lock();
        try {
            return waitingCost;
        } finally {
            lock.unlock();
        }
    }

    public JournalHealth health() {
        return health;
    }

    private boolean isOwnThread() {
        return Thread.currentThread().equals(thread);
    }

    private void loop() {
        try {
            for (List<Entry> group = take(); !group.isEmpty(); group = take()) {
                if (!write(group)) {
                    return;
                }
                group.forEach(GroupCommit::run);
            }
        } finally {
            end();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            waiting.clear();
            waitingCost = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What has gathered, up to the bound; waits for something; nothing when it is time to end. */
    private List<Entry> take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            List<Entry> group = new ArrayList<>();
            long cost = 0;
            while (!waiting.isEmpty()
                    && (group.isEmpty() || cost + waiting.getFirst().cost() <= GROUP_BYTES)) {
                Entry entry = waiting.removeFirst();
                cost += entry.cost();
                group.add(entry);
            }
            waitingCost -= cost;
            changed.signalAll();
            return group;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the group is durable; if not, it never will be. */
    private boolean write(List<Entry> group) {
        List<byte[]> records =
                group.stream().flatMap(entry -> entry.records().stream()).toList();
        if (records.isEmpty()) {
            return true;
        }
        Duration pause = FIRST_PAUSE;
        while (true) {
            long began = System.nanoTime();
            try {
                journal.append(records);
                long bytes = records.stream().mapToLong(record -> record.length).sum();
                meters.appended(records.size(), bytes, Duration.ofNanos(System.nanoTime() - began));
                recovered();
                return true;
            } catch (JournalException failure) {
                meters.failed();
                if (!failure.isPassing()) {
                    broken(failure);
                    return false;
                }
                failing(failure);
            } catch (RuntimeException | Error bug) {
                broken(new JournalException("The journal failed in a way nobody thought of: " + bug, bug, false));
                return false;
            }
            if (!pauseUnlessGivingUp(pause)) {
                LOG.error(
                        "closing with {} records that could not be made durable; nobody was told of them",
                        records.size());
                return false;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private void recovered() {
        if (health instanceof JournalHealth.Failing failing) {
            health = new JournalHealth.Fine();
            LOG.info("the journal works again; it had failed since {}", failing.since());
        }
    }

    private void failing(JournalException failure) {
        Instant since = clock.instant();
        if (health instanceof JournalHealth.Failing already) {
            since = already.since();
        } else {
            LOG.warn("the journal fails; it is tried again, and nothing is acknowledged meanwhile", failure);
        }
        health = new JournalHealth.Failing(since, String.valueOf(failure.getMessage()));
    }

    private void broken(JournalException failure) {
        health = new JournalHealth.Broken(clock.instant(), String.valueOf(failure.getMessage()));
        LOG.error("the journal failed for good", failure);
        // Submitters that wait are let go before anybody is told, since the one who is told may wait for them.
        end();
        onBroken.accept(failure);
    }

    private boolean pauseUnlessGivingUp(Duration pause) {
        // An interrupt would close the files in use; nobody has reason to interrupt this thread, so one is dropped.
        boolean dropped = Thread.interrupted();
        long left = pause.toNanos();
        lock.lock();
        try {
            while (left > 0 && !givingUp) {
                left = changed.awaitNanos(left);
            }
            return !givingUp;
        } catch (InterruptedException alsoDropped) {
            LOG.debug("interrupts of the journal's thread are dropped ({} before)", dropped, alsoDropped);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static void run(Entry entry) {
        try {
            entry.whenDurable().run();
        } catch (RuntimeException | Error bug) {
            LOG.error("what waited for the journal failed; the others go on", bug);
        }
    }

    JournalMeters meters() {
        return meters;
    }

    Journal journal() {
        return journal;
    }

    /** Makes durable what was submitted and ends; gives up after a while if the journal fails meanwhile. */
    @Override
    public void close() {
        close(CLOSING_PATIENCE);
    }

    /** @return whether everything that was submitted became durable and was run */
    public boolean close(Duration patience) {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
            awaitEnd(patience);
            boolean drained = ended && health instanceof JournalHealth.Fine;
            givingUp = true;
            changed.signalAll();
            return drained;
        } finally {
            lock.unlock();
        }
    }

    private void awaitEnd(Duration patience) {
        long left = patience.toNanos();
        try {
            while (!ended && left > 0 && !isOwnThread()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException inAHurry) {
            Thread.currentThread().interrupt();
        }
    }
}
