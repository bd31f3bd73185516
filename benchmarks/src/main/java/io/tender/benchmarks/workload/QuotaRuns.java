package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.model.FrameworkInfo;
import io.tender.model.Quota;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;

/** What the quota workloads begin with: agents first, then frameworks and quotas while the allocator is paused. */
final class QuotaRuns {

    private QuotaRuns() {}

    static void prepare(
            Bench bench,
            List<Agent> agents,
            List<FrameworkInfo> frameworks,
            Map<Role, Quota> quotas,
            Recorder recorder) {
        recorder.time("add agents", () -> bench.addAgents(agents));
        bench.allocator().pause();
        recorder.time("add frameworks", () -> bench.addFrameworks(frameworks));
        bench.allocator().resume();
        recorder.expect("offers while paused", 0, bench.offersMade());

        bench.allocator().pause();
        quotas.forEach(bench.allocator()::updateQuota);
        bench.settle();
        bench.allocator().resume();
    }
}
