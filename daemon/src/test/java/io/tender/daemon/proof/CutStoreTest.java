package io.tender.daemon.proof;

import io.tender.daemon.journal.CuttingProxy;
import io.tender.daemon.journal.PostgresServer;
import io.tender.daemon.journal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection to the database that keeps the journal is cut for a while. */
final class CutStoreTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_database_that_is_away_stalls_the_daemon_and_loses_nothing() throws Exception {
        cut("once", new SplittableRandom(1), false);
    }

    @Test
    @Tag("long")
    void a_database_that_is_away_again_and_again_loses_nothing() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        for (int time = 0; time < 10; time++) {
            cut("time_" + time, random, true);
        }
    }

    private void cut(String name, SplittableRandom random, boolean killed) throws Exception {
        Optional<PostgresServer> server = PostgresServer.find();
        Surroundings.need(server.isPresent(), PostgresServer.MISSING);
        Path here = Files.createDirectory(folder.resolve(name));
        server.get().execute("create schema proof_" + name);
        try (CuttingProxy proxy = new CuttingProxy(server.get().port());
                BusyCluster cluster = new BusyCluster(here, store(proxy.port(), "proof_" + name), random.split())) {
            new StalledStore(cluster, () -> cut(proxy), () -> restore(proxy), random).prove(killed);
        }
    }

    private static String store(int port, String schema) {
        return "store: {at: \"jdbc:postgresql://127.0.0.1:%d/postgres?currentSchema=%s\", user: tender}"
                .formatted(port, schema);
    }

    private static CuttingProxy cut(CuttingProxy proxy) throws IOException {
        proxy.cut();
        return proxy;
    }

    private static CuttingProxy restore(CuttingProxy proxy) {
        proxy.restore();
        return proxy;
    }
}
