package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static Flight endingSoon(Severable what) throws DeadlinePassed {
        long now = Ticker.SYSTEM.nanos();
        Flight flight =
                new Flight(Ticker.SYSTEM, now, now + Duration.ofMillis(5).toNanos());
        flight.attach(what);
        return flight;
    }

    @Test
    void it_goes_on_when_ending_a_call_or_its_chore_breaks() throws Exception {
        AtomicInteger chores = new AtomicInteger();
        try (Watchdog watchdog = new Watchdog("watchdog-test", Ticker.SYSTEM, 8, now -> {
            if (chores.getAndIncrement() % 2 == 0) {
                throw new IllegalStateException("a chore that breaks");
            }
            throw new StackOverflowError("and how");
        })) {
            for (int i = 0; i < 3; i++) {
                watchdog.watch(endingSoon(() -> {
                    throw new AssertionError("a connection that cannot be severed");
                }));
                CountDownLatch severed = new CountDownLatch(1);
                watchdog.watch(endingSoon(severed::countDown));

                assertThat(severed.await(1, TimeUnit.MINUTES)).isTrue();
            }
        }
    }
}
