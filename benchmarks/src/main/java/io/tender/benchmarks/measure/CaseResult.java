package io.tender.benchmarks.measure;

import java.util.List;
import java.util.Map;

/**
 * What came out of one case.
 *
 * @param workload the workload's name
 * @param label the sizes of the case
 * @param warmUps how many runs were thrown away first, the very first one among them
 * @param runs how many runs were measured
 * @param steady whether the last runs before the measured ones took about the same time
 * @param phases what was timed
 * @param facts counts worth knowing, from the last run
 */
public record CaseResult(
        String workload,
        String label,
        int warmUps,
        int runs,
        boolean steady,
        List<PhaseResult> phases,
        Map<String, Long> facts) {}
