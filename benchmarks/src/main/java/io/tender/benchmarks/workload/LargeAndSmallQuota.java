package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Bench.Offer;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Many roles with a small quota and a few with a large one; the first run gives all they may have, the second none. */
record LargeAndSmallQuota(SorterKind sorter, int agents) implements Workload {

    static final Family FAMILY = new Family(
            "LargeAndSmallQuota",
            "as many roles with quota as agents, 5 of 6 small; one run that gives all, one that gives nothing",
            "agents (multiples of 30; as many roles)",
            Pattern.compile("(drf|random) (\\d+)"),
            label -> new LargeAndSmallQuota(SorterKind.parse(label.group(1)), Family.number(label, 2)),
            LargeAndSmallQuota::sized);

    private static final int SMALLEST = 30;
    private static final String AGENT = "cpus:2;mem:2048;disk:2048";
    private static final ResourceQuantities SMALL = ResourceQuantities.parse("cpus:1;mem:1024;disk:1024");
    private static final ResourceQuantities LARGE = ResourceQuantities.parse("cpus:4;mem:4096;disk:4096");

    LargeAndSmallQuota {
        if (agents < SMALLEST || agents % SMALLEST != 0) {
            throw new IllegalArgumentException("LargeAndSmallQuota with " + agents + " agents: expected a multiple of "
                    + SMALLEST + ", such as 300 (25 small and 5 large roles per 30)");
        }
    }

    private static List<Workload> sized(Sizes sizes) {
        List<Workload> cases = new ArrayList<>();
        for (SorterKind sorter : SorterKind.values()) {
            for (int agents : sizes.agents()) {
                cases.add(new LargeAndSmallQuota(sorter, Math.max(1, agents / SMALLEST) * SMALLEST));
            }
        }
        return cases;
    }

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return sorter.name().toLowerCase(Locale.ROOT) + " " + agents;
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        Map<Role, Quota> quotas = new LinkedHashMap<>();
        List<FrameworkInfo> frameworks = new ArrayList<>();
        int smallRoles = agents / SMALLEST * 25;
        int largeRoles = agents / SMALLEST * 5;
        addRoles("small", smallRoles, SMALL, quotas, frameworks);
        addRoles("large", largeRoles, LARGE, quotas, frameworks);
        List<Agent> agentList = Inputs.agents(agents, AGENT);
        Bench bench = new Bench(candidate, sorter);

        QuotaRuns.prepare(bench, agentList, frameworks, quotas, recorder);
        recorder.time("first run", bench::tick);
        List<Offer> offers = bench.takeOffers();
        recorder.fact("offers in the first run", offers.size());
        long cpus = offers.stream()
                .mapToLong(offer -> offer.resources().quantities().millis("cpus"))
                .sum();
        recorder.expect("thousandths of cpus in the first run", smallRoles * 1_000L + largeRoles * 4_000L, cpus);
        if (sorter == SorterKind.DRF) {
            // Each small role takes half an agent, each large one two; an odd half is shared and costs one offer more.
            recorder.expect("offers in the first run", smallRoles + 2L * largeRoles + smallRoles % 2, offers.size());
        }
        recorder.time("second run", bench::tick);
        recorder.expect("offers in the second run", 0, bench.offersMade());
    }

    private static void addRoles(
            String size, int count, ResourceQuantities quota, Map<Role, Quota> quotas, List<FrameworkInfo> frameworks) {
        for (int n = 0; n < count; n++) {
            Role role = Role.of(size + "QuotaRole" + n);
            quotas.put(role, Quota.both(quota));
            frameworks.add(Inputs.framework("framework_" + size + "_" + n + "-0", role));
        }
    }
}
