package io.tender.daemon.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** What has to hold while a store takes no writes, and after it does again. */
final class StalledStore {
    private final BusyCluster cluster;
    private final Callable<?> stall;
    private final Callable<?> mend;
    private final SplittableRandom random;
    private int weight;

    /**
     * @param stall from then on the store takes no writes
     * @param mend and from then on it does again
     */
    StalledStore(BusyCluster cluster, Callable<?> stall, Callable<?> mend, SplittableRandom random) {
        this.cluster = cluster;
        this.stall = stall;
        this.mend = mend;
        this.random = random;
    }

    /**
     * The store fails and is mended.
     *
     * @param killed whether it then fails again, and the daemon is killed meanwhile
     */
    void prove(boolean killed) throws Exception {
        cluster.setCalm(true);
        Calls first = cluster.daemon().start();
        isMended(first);
        windUp(killed ? isKilled(first) : first);
    }

    /** A daemon that is at work already is killed while the store fails. */
    void proveFrom(Calls calls) throws Exception {
        windUp(isKilled(calls));
    }

    private void windUp(Calls last) throws Exception {
        cluster.settle(last);
        cluster.wind(last);
        cluster.check();
    }

    private void isMended(Calls calls) throws Exception {
        cluster.findings().at("while the store fails and is mended");
        BusyCluster.Busy busy = cluster.busy(calls);
        cluster.daemon().pass(random.nextInt(300, 1000));
        stall.call();
        awaitRefusal(calls);
        mend.call();
        Patience.until(
                "a daemon that takes work again",
                () -> calls.send("GET", "/readyz", "").status() == 200);
        Patience.until("a change that is acknowledged", () -> change(calls).isDone());
        cluster.daemon().pass(random.nextInt(300, 1000));
        busy.end();
        cluster.audit(calls);
        cluster.check();
    }

    private Calls isKilled(Calls calls) throws Exception {
        cluster.findings().at("killed while the store fails");
        BusyCluster.Busy busy = cluster.busy(calls);
        cluster.daemon().pass(random.nextInt(100, 500));
        stall.call();
        awaitRefusal(calls);
        cluster.daemon().kill();
        busy.end();
        mend.call();
        Calls again = cluster.daemon().start();
        cluster.audit(again);
        return again;
    }

    /** Changes something that nobody else remembers. */
    private Calls.Answer change(Calls calls) throws Exception {
        return calls.send("POST", "/v1/apply", """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: changing}
                spec: {weight: %d}
                """.formatted(++weight));
    }

    /** Callers are told to come back, at once and when, and so are those who ask whether it is ready. */
    private void awaitRefusal(Calls calls) throws Exception {
        // Those who are busy meet the failure first: what is under way when it begins has to wait, and is told less.
        Patience.until(
                "a daemon that knows its store fails",
                () -> calls.send("GET", "/readyz", "").body().contains("the journal fails"));
        Patience.until("a daemon that refuses what it cannot keep", () -> {
            Calls.Answer refused = change(calls);
            return refused.status() == 503
                    && refused.retryAfter().isPresent()
                    && refused.body().contains("nothing was done");
        });
        assertThat(calls.send("GET", "/healthz", "").status()).isEqualTo(200);
        assertThat(calls.send("GET", "/metrics", "").body()).contains("tender_journal_failing 1.0");
        assertThat(calls.send("GET", "/v1/agents", "").status()).isEqualTo(200);
    }
}
