package io.tender.daemon.proof;

import io.tender.daemon.journal.PostgresServer;
import io.tender.daemon.journal.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The daemon is killed with its journal in PostgreSQL; or that is killed under it, and started again. */
final class KilledOnDatabaseTest {
    @TempDir
    private Path folder = Path.of("");

    private Optional<PostgresServer> started = Optional.empty();

    /** One of its own: it is killed. */
    @BeforeEach
    void start_a_server() throws Exception {
        started = PostgresServer.own();
        Surroundings.need(started.isPresent(), PostgresServer.MISSING);
    }

    @AfterEach
    void end_it() throws IOException {
        if (started.isPresent()) {
            started.get().close();
        }
    }

    private PostgresServer server() {
        return started.orElseThrow();
    }

    private String store() {
        return "store: {at: \"jdbc:postgresql://127.0.0.1:%d/postgres\", user: tender}".formatted(server().port());
    }

    @Test
    void nothing_acknowledged_is_lost_and_nothing_runs_twice_when_the_daemon_is_killed(TestReporter reporter)
            throws Exception {
        new KillRounds(folder, store(), reporter).play(2, 3);
    }

    @Test
    @Tag("long")
    void nothing_acknowledged_is_lost_and_nothing_runs_twice_over_a_hundred_kills(TestReporter reporter)
            throws Exception {
        new KillRounds(folder, store(), reporter)
                .play(Integer.getInteger("tender.kills.database", 100), Long.getLong("tender.seed", 4));
    }

    @Test
    void a_database_that_is_killed_loses_nothing() throws Exception {
        killDatabase(1, 5);
    }

    @Test
    @Tag("long")
    void a_database_that_is_killed_again_and_again_loses_nothing() throws Exception {
        killDatabase(Integer.getInteger("tender.kills.database", 100), Long.getLong("tender.seed", 6));
    }

    /** The daemon goes on; in the end, both are killed. */
    private void killDatabase(int rounds, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (BusyCluster cluster = new BusyCluster(folder, store(), random.split())) {
            cluster.setCalm(true);
            Calls calls = cluster.daemon().start();
            for (int round = 1; round <= rounds; round++) {
                cluster.findings().at("round " + round + " of seed " + seed);
                BusyCluster.Busy busy = cluster.busy(calls);
                if (round == 1) {
                    Patience.until("something of every kind to be promised", cluster::hasPromisedAll);
                }
                cluster.daemon().pass(random.nextInt(50, 1000));
                server().kill();
                cluster.daemon().pass(random.nextInt(500));
                server().restart();
                awaitReady(calls);
                cluster.daemon().pass(random.nextInt(50, 500));
                busy.end();
                cluster.audit(calls);
                cluster.check();
            }
            new StalledStore(cluster, this::kill, this::restart, random).proveFrom(calls);
        }
    }

    private static void awaitReady(Calls calls) {
        Patience.until(
                "a daemon that takes work again",
                () -> calls.send("GET", "/readyz", "").status() == 200);
    }

    private PostgresServer kill() {
        server().kill();
        return server();
    }

    private PostgresServer restart() throws IOException {
        server().restart();
        return server();
    }
}
