package io.tender.testkit.oracle;

import io.tender.model.AgentId;
import io.tender.model.Resources;
import java.util.List;
import java.util.Map;

/** What an allocator says there is and is held, in its metrics, is what the ledger says. */
final class BalancePromise {
    private final Ledger ledger;

    BalancePromise(Ledger ledger) {
        this.ledger = ledger;
    }

    void check(Map<?, ?> metrics) {
        for (String name : List.of("cpus", "mem", "disk")) {
            long total = 0;
            long held = 0;
            for (Map.Entry<AgentId, Ledger.Agent> entry : ledger.agents.entrySet()) {
                Resources onAgent = ledger.heldOn(entry.getKey());
                total += entry.getValue().total.quantities().millis(name);
                held += onAgent.quantities().millis(name);
            }
            expect(metrics, "allocator/mesos/resources/" + name + "/total", total);
            expect(metrics, "allocator/mesos/resources/" + name + "/offered_or_allocated", held);
        }
    }

    private static void expect(Map<?, ?> metrics, String key, long millis) {
        Object got = metrics.get(key);
        if (!Double.valueOf(millis / 1000.0).equals(got)) {
            throw new Promises.Broken(
                    "the books balance: offered and used are what was offered and not given back",
                    key + " is " + got + ", the ledger has " + millis / 1000.0);
        }
    }
}
