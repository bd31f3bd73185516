package io.tender.testkit.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Sees when a virtual machine was left without its processors. Threads that want nothing but to sleep for a millisecond note
 * when they were woken late, as far as the kernel says that time was stolen meanwhile: being late because of this program's
 * own doings, such as a garbage collection, does not count. Where the kernel says nothing, nothing counts.
 */
final class Witness implements AutoCloseable {
    private static final Duration NAP = Duration.ofMillis(1);
    /** What a timer and a scheduler may take on a machine that is well. */
    private static final Duration USUAL = Duration.ofMillis(5);
    /** How old what is known of stolen time may become. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private static final Path COUNTS = Path.of("/proc/stat");
    /** In the line of all processors: its name, user, nice, system, idle, waiting, two kinds of interrupts, stolen. */
    private static final int STOLEN = 8;
    /** The kernel counts hundredths of a second for programs, whatever it counts for itself. */
    private static final Duration COUNT = Duration.ofMillis(10);

    private final List<Thread> sleepers = new ArrayList<>();
    private final List<Queue<Stall>> seen = new ArrayList<>();
    private volatile boolean closed;

    private record Stall(long from, long to, long stolen) {
        long within(long start, long end) {
            return Math.min(stolen, Math.max(0, Math.min(to, end) - Math.max(from, start)));
        }
    }

    /** One sleeper per processor: each may be taken away alone. */
    Witness() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Queue<Stall> stalls = new ConcurrentLinkedQueue<>();
            seen.add(stalls);
            sleepers.add(Thread.ofPlatform().name("witness").daemon(true).start(() -> sleepAndLook(stalls)));
        }
    }

    private void sleepAndLook(Queue<Stall> stalls) {
        long looked = System.nanoTime();
        long known = stolenNanos();
        while (!closed) {
            long due = System.nanoTime() + NAP.toNanos();
            LockSupport.parkNanos(NAP.toNanos());
            long now = System.nanoTime();
            boolean late = now - due > USUAL.toNanos();
            if (late || now - looked > LOOK.toNanos()) {
                long before = known;
                known = stolenNanos();
                looked = now;
                if (late && known > before) {
                    stalls.add(new Stall(due, now, known - before));
                }
            }
        }
    }

    private static long stolenNanos() {
        if (!Files.isReadable(COUNTS)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(COUNTS)) {
            List<String> counts = List.of(lines.findFirst().orElse("").strip().split("\\s+", -1));
            return counts.size() <= STOLEN ? 0 : Long.parseLong(counts.get(STOLEN)) * COUNT.toNanos();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** For how long, between two readings of {@link System#nanoTime}, no thread could be woken for want of a processor. */
    Duration stolen(long start, long end) {
        return Duration.ofNanos(seen.stream()
                .mapToLong(stalls -> stalls.stream()
                        .mapToLong(stall -> stall.within(start, end))
                        .sum())
                .max()
                .orElse(0));
    }

    /** Waits for a stall that has not ended yet, so that it is seen too. */
    @Override
    public void close() {
        closed = true;
        try {
            for (Thread sleeper : sleepers) {
                sleeper.join();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
