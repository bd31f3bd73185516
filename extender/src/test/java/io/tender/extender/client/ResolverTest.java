package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ResolverTest {
    private static final List<InetAddress> FOUND = List.of(InetAddress.getLoopbackAddress());

    private static Flight flight() {
        long now = Ticker.SYSTEM.nanos();
        return new Flight(Ticker.SYSTEM, now, now + Duration.ofMinutes(1).toNanos());
    }

    @Test
    void a_lookup_for_which_there_was_no_thread_is_made_anew_by_the_next_call() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Resolver resolver = new Resolver(host -> FOUND, (name, work) -> {
            if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            Thread.ofVirtual().start(work);
        });

        assertThatThrownBy(() -> resolver.resolve("host.test", flight())).isInstanceOf(LocalFault.class);
        assertThat(resolver.resolve("host.test", flight())).isEqualTo(FOUND);
    }

    @Test
    void a_lookup_that_ends_with_an_error_ends_the_calls_that_wait_for_it() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Resolver resolver = new Resolver(
                host -> {
                    if (tries.incrementAndGet() == 1) {
                        throw new StackOverflowError();
                    }
                    return FOUND;
                },
                (name, work) -> Thread.ofVirtual()
                        .uncaughtExceptionHandler((thread, expected) -> tries.get())
                        .start(work));

        assertThatThrownBy(() -> resolver.resolve("host.test", flight())).isInstanceOf(LocalFault.class);
        assertThat(resolver.resolve("host.test", flight())).isEqualTo(FOUND);
    }
}
