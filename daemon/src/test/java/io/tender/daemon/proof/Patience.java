package io.tender.daemon.proof;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what must become true, however slow the machine is. */
final class Patience {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private Patience() {}

    static void until(String what, Callable<Boolean> condition) {
        until(() -> what, condition);
    }

    /** @param what told if it does not become true; asked then */
    static void until(Supplier<String> what, Callable<Boolean> condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited " + LIMIT.toSeconds() + " s for " + what.get());
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (RuntimeException unforeseen) {
            throw unforeseen;
        } catch (Exception failed) {
            throw new AssertionError("asking failed", failed);
        }
    }
}
