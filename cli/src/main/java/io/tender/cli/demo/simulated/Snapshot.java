package io.tender.cli.demo.simulated;

import io.tender.model.ResourceQuantities;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The demo at one moment, as it is shown.
 *
 * @param lastRunMillis how long the last run of the allocator took
 * @param news the latest things worth telling, oldest first
 * @param gangs how those of the batch framework fare, if there is one
 * @param troubles what is wrong with the services that are asked
 */
record Snapshot(
        DemoPlan plan,
        Duration elapsed,
        long runs,
        double lastRunMillis,
        int agents,
        ResourceQuantities total,
        ResourceQuantities held,
        List<Row> rows,
        List<String> news,
        Optional<GangSummary> gangs,
        List<String> troubles) {

    Snapshot {
        rows = List.copyOf(rows);
        news = List.copyOf(news);
        troubles = List.copyOf(troubles);
    }

    /** One role with its framework. Shares are parts of the whole cluster, from 0 to 1. */
    record Row(
            String role,
            double weight,
            String framework,
            double wanted,
            double entitled,
            double share,
            int tasks,
            long offers,
            boolean suppressed) {}

    double part() {
        return plan.length().isZero()
                ? 1
                : (double) elapsed.toMillis() / plan.length().toMillis();
    }

    long offers() {
        return rows.stream().mapToLong(Row::offers).sum();
    }
}
