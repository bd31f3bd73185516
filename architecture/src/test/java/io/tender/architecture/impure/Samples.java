package io.tender.architecture.impure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** One class for each thing the core must not do, and {@link Pure} with what it may. */
@SuppressWarnings({"unused", "JavaTimeDefaultTimeZone", "TimeZoneUsage", "SystemOut", "ThreadSafe"})
public final class Samples {
    private Samples() {}

    public static final class Pure {
        enum Kind {
            A,
            B
        }

        record Value(long thousandths) {}

        private final InstantSource source;
        private final RandomGenerator dice;
        private final CompletableFuture<Map<String, Value>> answer = new CompletableFuture<>();

        Pure(InstantSource source, RandomGenerator dice) {
            this.source = source;
            this.dice = dice;
        }

        String decide(Kind kind, List<String> names, Object shape) {
            List<String> copy = new ArrayList<>(names);
            copy.sort((a, b) -> a.compareTo(b));
            long[] cells = new long[4];
            System.arraycopy(cells, 0, cells, 1, 2);
            Instant later = source.instant().plus(Duration.ofMillis(dice.nextInt(10)));
            answer.complete(new TreeMap<>());
            String text = switch (shape) {
                case Value value -> "value " + value.thousandths();
                case String other -> other;
                default -> throw new IllegalArgumentException(shape + " at " + later);
            };
            return switch (kind) {
                case A -> text + copy.stream().map(String::strip).toList();
                case B -> "%s %d".formatted(text, cells[0]);
            };
        }
    }

    public static final class ReadsTheClock {
        Instant time() {
            return Instant.now();
        }
    }

    public static final class ReadsTheCalendar {
        LocalDate today() {
            return LocalDate.now(ZoneOffset.UTC);
        }
    }

    public static final class ReadsMilliseconds {
        long time() {
            return System.currentTimeMillis();
        }
    }

    public static final class ReadsNanoseconds {
        long time() {
            return System.nanoTime();
        }
    }

    public static final class HoldsAClock {
        Clock clock;
    }

    public static final class MakesAnInstantSource {
        InstantSource source() {
            return InstantSource.system();
        }
    }

    public static final class OwnsRandom {
        int roll() {
            return new Random(1).nextInt();
        }
    }

    public static final class RollsMathRandom {
        double roll() {
            return Math.random();
        }
    }

    public static final class RollsThreadLocalRandom {
        int roll() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    public static final class ChoosesItsGenerator {
        RandomGenerator dice() {
            return RandomGenerator.getDefault();
        }
    }

    public static final class MakesUuids {
        UUID id() {
            return UUID.randomUUID();
        }
    }

    public static final class ShufflesByItself {
        void shuffle(List<String> names) {
            Collections.shuffle(names);
        }
    }

    public static final class StartsThreads {
        void start() {
            new Thread(() -> {}).start();
        }
    }

    public static final class UsesExecutors {
        void start() {
            Executors.newCachedThreadPool().close();
        }
    }

    public static final class RunsAsynchronously {
        CompletableFuture<Void> start() {
            return CompletableFuture.runAsync(() -> {});
        }
    }

    public static final class WaitsForAFuture {
        String take(CompletableFuture<String> future) {
            return future.join();
        }
    }

    public static final class Locks {
        final ReentrantLock lock = new ReentrantLock();
    }

    public static final class Synchronizes {
        synchronized void enter() {}
    }

    public static final class CountsAtomically {
        final AtomicLong count = new AtomicLong();
    }

    public static final class RunsInParallel {
        long count(List<String> names) {
            return names.parallelStream().count();
        }
    }

    public static final class ReadsFiles {
        String read() throws IOException {
            return Files.readString(Path.of("x"));
        }
    }

    public static final class OpensSockets {
        java.net.URI uri;
    }

    public static final class Logs {
        final System.Logger logger = System.getLogger("core");
    }

    public static final class LogsWithTheJdk {
        java.util.logging.Logger logger;
    }

    public static final class Prints {
        void print() {
            System.out.println("core");
        }
    }

    public static final class PrintsStackTraces {
        void print(Exception e) {
            e.printStackTrace();
        }
    }

    public static final class ReadsTheEnvironment {
        String read() {
            return System.getenv("HOME");
        }
    }
}
