package io.tender.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread does, such as that of a shadow, which nobody waits for otherwise. */
public final class Awaiting {
    private Awaiting() {}

    /** Returns as soon as the condition holds; fails if it does not within half a minute. */
    public static void await(BooleanSupplier condition) {
        long giveUpAt = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited for 30 s").isLessThan(giveUpAt);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
