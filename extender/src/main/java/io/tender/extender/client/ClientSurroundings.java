package io.tender.extender.client;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * What a client is given of the world: time, chance, names, and places to report to.
 *
 * @param wallClock for what people read: recordings, and when a breaker is tried again
 * @param ticker for everything that is measured or limited
 * @param pause for backing off
 * @param chance for jitter and for the ids of traces; called from many threads
 * @param lookup for host names; addresses are not looked up
 * @param registry where the metrics go
 * @param recorder told of every exchange, beside the recording that the settings may ask for; closed by whoever made it
 * @param tracer follows calls, so that traces can show them
 * @param breakerLogged whether the client says in the log when its breaker opens and closes
 */
public record ClientSurroundings(
        InstantSource wallClock,
        Ticker ticker,
        Pause pause,
        RandomGenerator chance,
        HostLookup lookup,
        MeterRegistry registry,
        Optional<ExchangeRecorder> recorder,
        CallTracer tracer,
        boolean breakerLogged) {

    /** The machine's own clock and name service. */
    public static ClientSurroundings system(MeterRegistry registry) {
        return new ClientSurroundings(
                InstantSource.system(),
                Ticker.SYSTEM,
                Pause.SLEEP,
                sharedChance(),
                HostLookup.SYSTEM,
                registry,
                Optional.empty(),
                CallTracer.NONE,
                true);
    }

    /** Asks the generator of whichever thread calls: one that is shared as an object would be unsafe or slow. */
    private static RandomGenerator sharedChance() {
        return () -> ThreadLocalRandom.current().nextLong();
    }

    public ClientSurroundings withTicker(Ticker value) {
        return new ClientSurroundings(
                wallClock, value, pause, chance, lookup, registry, recorder, tracer, breakerLogged);
    }

    public ClientSurroundings withWallClock(InstantSource value) {
        return new ClientSurroundings(value, ticker, pause, chance, lookup, registry, recorder, tracer, breakerLogged);
    }

    public ClientSurroundings withPause(Pause value) {
        return new ClientSurroundings(
                wallClock, ticker, value, chance, lookup, registry, recorder, tracer, breakerLogged);
    }

    /** @param value must be safe to be called from many threads */
    public ClientSurroundings withChance(RandomGenerator value) {
        return new ClientSurroundings(
                wallClock, ticker, pause, value, lookup, registry, recorder, tracer, breakerLogged);
    }

    public ClientSurroundings withLookup(HostLookup value) {
        return new ClientSurroundings(
                wallClock, ticker, pause, chance, value, registry, recorder, tracer, breakerLogged);
    }

    public ClientSurroundings withRecorder(ExchangeRecorder value) {
        return new ClientSurroundings(
                wallClock, ticker, pause, chance, lookup, registry, Optional.of(value), tracer, breakerLogged);
    }

    public ClientSurroundings withTracer(CallTracer value) {
        return new ClientSurroundings(
                wallClock, ticker, pause, chance, lookup, registry, recorder, value, breakerLogged);
    }

    /** For a client whose owner says himself how the peer fares, so that it is not said twice. */
    public ClientSurroundings withoutBreakerLog() {
        return new ClientSurroundings(wallClock, ticker, pause, chance, lookup, registry, recorder, tracer, false);
    }
}
