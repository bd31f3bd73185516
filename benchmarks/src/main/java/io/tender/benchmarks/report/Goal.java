package io.tender.benchmarks.report;

import java.util.Set;

/** How many times faster than the reference a phase is meant to be. */
final class Goal {

    private static final double MUCH = 10;
    private static final double CLEARLY = 3;

    private static final Set<String> MUCH_FASTER = Set.of("LargeAndSmallQuota", "NonQuotaVsQuota", "UpdateAllocation");

    private Goal() {}

    static double of(String workload, String phase) {
        boolean much = MUCH_FASTER.contains(workload)
                || (workload.equals("DeclineOffers") && phase.endsWith("round"))
                || (workload.equals("Metrics") && phase.equals("add agents"));
        return much ? MUCH : CLEARLY;
    }
}
