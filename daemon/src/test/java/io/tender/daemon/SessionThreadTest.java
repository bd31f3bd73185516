package io.tender.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tender.core.batch.ActionChoice;
import io.tender.core.batch.BatchCluster;
import io.tender.core.batch.BatchEngine;
import io.tender.core.batch.Cycle;
import io.tender.core.batch.SearchSettings;
import io.tender.core.batch.SeatedPlugin;
import io.tender.core.batch.SessionResult;
import io.tender.daemon.trace.JobTraces;
import io.tender.daemon.trace.Span;
import io.tender.daemon.trace.Spans;
import io.tender.extender.client.TraceParent;
import io.tender.model.batch.Queue;
import io.tender.spi.Chance;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler always hears that its session has ended: it holds no other one before. */
class SessionThreadTest {
    private final Turns host = new Turns();
    private final BatchCluster cluster = new BatchCluster();

    SessionThreadTest() {
        cluster.putQueue(Queue.builder(Queue.DEFAULT).build());
    }

    /** Hands over the results of sessions in a row, which all have to come. */
    private List<SessionResult> sessions(int count, BatchPlugin plugin, JobTraces traces) throws InterruptedException {
        BatchEngine engine = new BatchEngine(
                List.of(List.of(new SeatedPlugin("plugin", plugin, Set.of()))),
                List.of(new ActionChoice("allocate")),
                SearchSettings.USUAL);
        LinkedBlockingQueue<SessionResult> results = new LinkedBlockingQueue<>();
        try (SessionThread thread = new SessionThread(host, () -> engine, traces, new SimpleMeterRegistry())) {
            for (int number = 1; number <= count; number++) {
                Cycle cycle = new Cycle("s-" + number, number, Instant.EPOCH, Chance.seeded(1));
                thread.run(cluster.snapshot(), cycle, results::add);
                Runnable turn = host.waiting.poll(30, TimeUnit.SECONDS);
                assertThat(turn).as("the end of session %s", number).isNotNull();
                turn.run();
            }
        }
        return List.copyOf(results);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {OutOfMemoryError.class, StackOverflowError.class, AssertionError.class, RuntimeException.class})
    void a_session_that_breaks_off_decides_nothing_and_another_comes(Class<? extends Throwable> kind) throws Exception {
        Throwable thrown = kind.getDeclaredConstructor().newInstance();

        List<SessionResult> results = sessions(
                2,
                session -> {
                    if (session.number() == 1) {
                        SessionThreadTest.<RuntimeException>raise(thrown);
                    }
                    return Hooks.none();
                },
                JobTraces.NONE);

        assertThat(results).extracting(result -> result.cycle().id()).containsExactly("s-1", "s-2");
        assertThat(results.getFirst().decisions()).isEmpty();
    }

    @SuppressWarnings("unchecked") // an error is not declared anywhere
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void traces_that_cannot_be_kept_take_nothing_from_a_session() throws Exception {
        Spans broken = new Spans() {
            @Override
            public boolean isOn() {
                throw new IllegalStateException("no spans today");
            }

            @Override
            public Span begin(
                    String name, Kind kind, Instant at, Optional<TraceParent> parent, Optional<TraceParent> link) {
                throw new IllegalStateException("no spans today");
            }

            @Override
            public void close() {}
        };

        List<SessionResult> results =
                sessions(1, session -> Hooks.none(), new JobTraces(broken, InstantSource.system()));

        assertThat(results).extracting(result -> result.cycle().id()).containsExactly("s-1");
    }
}
