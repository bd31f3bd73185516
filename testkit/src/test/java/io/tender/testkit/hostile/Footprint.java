package io.tender.testkit.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** What this process holds of the machine. */
record Footprint(int threads, int descriptors, long heap) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    static Footprint now() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return new Footprint(
                Thread.getAllStackTraces().size(), descriptorsNow(), runtime.totalMemory() - runtime.freeMemory());
    }

    /** 0 where the system does not tell. */
    static int descriptorsNow() {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return (int) open.count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Waits until it is so, but no longer than ten seconds: what ends on other threads takes a moment. */
    static boolean settles(BooleanSupplier condition) {
        for (int i = 0; i < 1_000 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        return condition.getAsBoolean();
    }
}
