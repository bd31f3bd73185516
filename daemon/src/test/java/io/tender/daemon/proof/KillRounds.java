package io.tender.daemon.proof;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.TestReporter;

/** The daemon is killed again and again, at any moment, while everybody uses it and its clock is set forward and back. */
final class KillRounds {
    private static final int FEW = 10;
    private static final int SETTLE_EVERY = 25;

    /** How far the clock is off; what lasts over a restart goes by it, and must not be over by that. */
    private static final int MOST_SECONDS = 120;

    private final Path folder;
    private final String store;
    private final TestReporter reporter;

    /** @param store what the settings say of the store, such as {@code store: data} */
    KillRounds(Path folder, String store, TestReporter reporter) {
        this.folder = folder;
        this.store = store;
        this.reporter = reporter;
    }

    /** So many lives of the daemon, and one more in which all that was asked for comes true and is wound up. */
    void play(int rounds, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (BusyCluster cluster = new BusyCluster(folder, store, random.split())) {
            long startTakes = 1000;
            for (int round = 1; round <= rounds; round++) {
                cluster.findings().at("round " + round + " of seed " + seed);
                cluster.setCalm(round == 1 || random.nextBoolean());
                cluster.daemon().setClock(Duration.ofSeconds(random.nextInt(-MOST_SECONDS, MOST_SECONDS)));
                long began = System.nanoTime();
                cluster.daemon().begin();
                boolean early = round > 1 && random.nextInt(6) == 0;
                if (early) {
                    // Killed while it takes up what there was.
                    cluster.daemon().pass(random.nextLong(startTakes));
                    cluster.daemon().kill();
                    continue;
                }
                Calls calls = cluster.daemon().awaitReady();
                startTakes = Math.max(1, (System.nanoTime() - began) / 1_000_000);
                cluster.audit(calls);
                if (round % SETTLE_EVERY == 0) {
                    cluster.settle(calls);
                }
                BusyCluster.Busy busy = cluster.busy(calls);
                if (round == 1) {
                    Patience.until("something of every kind to be promised", cluster::hasPromisedAll);
                }
                int millis = random.nextInt(50, rounds > FEW ? 2500 : 1000);
                cluster.daemon().pass(millis / 2);
                // A jump forward and one back, among them some that last until the next life.
                cluster.daemon().setClock(Duration.ofSeconds(random.nextInt(-MOST_SECONDS, MOST_SECONDS)));
                cluster.daemon().pass(millis / 2);
                cluster.daemon().kill();
                busy.end();
                cluster.check();
            }
            cluster.findings().at("after " + rounds + " rounds of seed " + seed);
            Calls calls = cluster.daemon().start();
            cluster.audit(calls);
            cluster.settle(calls);
            cluster.wind(calls);
            cluster.check();
            reporter.publishEntry("promised", cluster.summary());
        }
    }
}
