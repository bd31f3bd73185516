package io.tender.testkit.hostile;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.extender.client.BreakerSettings;
import io.tender.extender.client.BulkheadSettings;
import io.tender.extender.client.Call;
import io.tender.extender.client.ClientSurroundings;
import io.tender.extender.client.ExtenderClient;
import io.tender.extender.client.ExtenderSettings;
import io.tender.extender.client.Outcome;
import io.tender.extender.client.RequestBody;
import io.tender.extender.client.RetrySettings;
import io.tender.extender.client.TlsSettings;
import io.tender.extender.client.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls a hostile server again and again, and notes what became of it. */
final class HostileRounds {
    static final Duration DEADLINE = Duration.ofMillis(150);

    /** For what is over at once, so that a busy machine does not matter. */
    static final Duration AMPLE = Duration.ofSeconds(10);

    /** More than all buffers between client and server hold, so that a peer that does not read is noticed. */
    private static final RequestBody LARGE = RequestBody.of(Collections.nCopies(200, new byte[64 << 10]));

    private static final RequestBody SMALL = RequestBody.of("{\"hosts\":[\"a1\",\"a2\",\"a3\"]}");

    private HostileRounds() {}

    /**
     * How one round ended.
     *
     * @param start when it began, by {@link System#nanoTime}
     */
    record Round(Outcome<List<String>> outcome, long start, Duration took) {}

    static ExtenderSettings.Builder settings(String url) {
        return ExtenderSettings.of("hostile", url)
                .deadline(DEADLINE)
                .retries(RetrySettings.NONE)
                .breaker(BreakerSettings.OFF)
                .bulkhead(new BulkheadSettings(64, 64));
    }

    static ExtenderSettings secure(String url, TestCertificates trusted) {
        return settings(url).tls(TlsSettings.USUAL.trusting(trusted.pem())).build();
    }

    static ExtenderClient client(ExtenderSettings settings) {
        return new ExtenderClient(settings, ClientSurroundings.system(new SimpleMeterRegistry()));
    }

    private static boolean isOfTls(Misbehaviour misbehaviour) {
        return switch (misbehaviour) {
            case SLOW_TLS, NO_TLS, EXPIRED_CERTIFICATE -> true;
            default -> false;
        };
    }

    static HostileServer serverFor(Expectation expected) {
        return expected.misbehaviour() == Misbehaviour.EXPIRED_CERTIFICATE
                ? HostileServer.startSecure(
                        expected.misbehaviour(), Certificates.expired().serverContext())
                : HostileServer.start(expected.misbehaviour());
    }

    /** Over TLS where the misbehaviour is one of TLS; the certificate is then trusted. */
    static ExtenderClient clientFor(Expectation expected, HostileServer server) {
        TestCertificates trusted = expected.misbehaviour() == Misbehaviour.EXPIRED_CERTIFICATE
                ? Certificates.expired()
                : Certificates.valid();
        return client(
                isOfTls(expected.misbehaviour())
                        ? secure("https://localhost:" + server.port(), trusted)
                        : settings(server.addressUrl()).build());
    }

    static Call<List<String>> call(Misbehaviour misbehaviour) {
        RequestBody body = switch (misbehaviour) {
            case NEVER_READ, ERROR_AT_ONCE -> LARGE;
            default -> SMALL;
        };
        return Call.post(new Verb("order"), body, new HostsReader(List.of("a1", "a2", "a3")))
                .safeToRepeat();
    }

    /** With a short deadline where it will be waited for, and a long one elsewhere. */
    static Round once(ExtenderClient client, Expectation expected) {
        return once(client, expected.misbehaviour(), expected.lastsUntilTheDeadline() ? DEADLINE : AMPLE);
    }

    static Round once(ExtenderClient client, Misbehaviour misbehaviour, Duration deadline) {
        long start = System.nanoTime();
        Outcome<List<String>> outcome = client.call(call(misbehaviour).within(deadline));
        return new Round(outcome, start, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Rounds by several callers at once, half of them on virtual threads. */
    static List<Round> many(ExtenderClient client, Expectation expected, int rounds, int callers)
            throws InterruptedException {
        List<Round> all = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger left = new AtomicInteger(rounds);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread.Builder kind = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(kind.start(() -> {
                while (left.getAndDecrement() > 0) {
                    all.add(once(client, expected));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return all;
    }
}
