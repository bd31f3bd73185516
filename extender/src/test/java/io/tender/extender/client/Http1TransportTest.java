package io.tender.extender.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Http1TransportTest {
    private static final long SOON = Duration.ofSeconds(30).toNanos();

    private final FakeExtender extender = new FakeExtender(FakeExtender.answering(200, "\"yes\""));
    private final AtomicInteger open = new AtomicInteger();
    /** Run at each look at the clock. */
    private final AtomicReference<Runnable> atEachLook = new AtomicReference<>(() -> {});

    private final Ticker ticker = () -> {
        atEachLook.get().run();
        return 1_000;
    };
    private final ExtenderSettings settings =
            ExtenderSettings.of("gpu", extender.url()).build();
    private final Http1Transport transport = new Http1Transport(
            settings,
            new Http1Connector(new Resolver(HostLookup.SYSTEM), TlsSource.of(settings), new Http1Connection.Counted() {
                @Override
                public void opened() {
                    open.incrementAndGet();
                }

                @Override
                public void closed() {
                    open.decrementAndGet();
                }
            }),
            ticker);

    private static Flight flight() {
        return new Flight(() -> 1_000, 1_000, 1_000 + SOON);
    }

    private Request request() {
        return new Request(HttpMethod.POST, settings.endpoint(), List.of(), RequestBody.of("{}"), true);
    }

    @AfterEach
    void close() {
        transport.close();
        extender.close();
    }

    /** A look may get stuck, over TLS above all, and then only the flight's end can free it. */
    @Test
    void a_kept_connection_belongs_to_the_call_before_it_is_looked_at() throws Exception {
        Reply first = transport.exchange(request(), flight());
        assertThat(first.body().readAllBytes()).asString().isEqualTo("\"yes\"");
        first.finished();
        assertThat(open).hasValue(1);

        Flight ending = flight();
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger openDuringLook = new AtomicInteger(-1);
        atEachLook.set(() -> {
            // The first is for choosing among the kept ones, the second for how thoroughly the chosen one is looked at.
            if (looks.incrementAndGet() == 2) {
                ending.expire();
                openDuringLook.set(open.get());
            }
        });

        assertThatThrownBy(() -> transport.exchange(request(), ending)).isInstanceOf(DeadlinePassed.class);
        assertThat(openDuringLook)
                .as("open once the time was up, while it was looked at")
                .hasValue(0);
        assertThat(open).hasValue(0);
        assertThat(extender.asked()).hasSize(1);
    }
}
