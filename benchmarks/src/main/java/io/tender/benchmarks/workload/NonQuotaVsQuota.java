package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
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

/** The same cluster without quota, and with a quota that is exactly each role's fair share. */
record NonQuotaVsQuota(SorterKind sorter, int roles, boolean quota) implements Workload {

    private static final int PER_ROLE = 2;

    static final Family FAMILY = new Family(
            "NonQuotaVsQuota",
            "two agents and two frameworks per role, with and without quota; one run that gives all, one nothing",
            "agents (half as many roles)",
            Pattern.compile("(drf|random) (\\d+)/(\\d+)/(\\d+) (no )?quota"),
            label -> new NonQuotaVsQuota(
                    SorterKind.parse(label.group(1)), Family.number(label, 3), label.group(5) == null),
            NonQuotaVsQuota::sized);

    private static final String AGENT = "cpus:2;mem:2048;disk:2048";
    private static final Quota TWO_AGENTS = Quota.both(ResourceQuantities.parse("cpus:4;mem:4096;disk:4096"));

    private static List<Workload> sized(Sizes sizes) {
        List<Workload> cases = new ArrayList<>();
        for (SorterKind sorter : SorterKind.values()) {
            for (int agents : sizes.agents()) {
                int roles = Math.max(1, agents / PER_ROLE);
                cases.add(new NonQuotaVsQuota(sorter, roles, false));
                cases.add(new NonQuotaVsQuota(sorter, roles, true));
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
        int each = PER_ROLE * roles;
        return sorter.name().toLowerCase(Locale.ROOT) + " " + each + "/" + roles + "/" + each
                + (quota ? " quota" : " no quota");
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        Map<Role, Quota> quotas = new LinkedHashMap<>();
        List<FrameworkInfo> frameworks = new ArrayList<>();
        for (int r = 0; r < roles; r++) {
            Role role = Role.of("role-" + r);
            if (quota) {
                quotas.put(role, TWO_AGENTS);
            }
            for (int i = 0; i < PER_ROLE; i++) {
                frameworks.add(Inputs.framework("framework-" + r + "-" + i, role));
            }
        }
        List<Agent> agents = Inputs.agents(PER_ROLE * roles, AGENT);
        Bench bench = new Bench(candidate, sorter);

        QuotaRuns.prepare(bench, agents, frameworks, quotas, recorder);
        recorder.time("first run", bench::tick);
        recorder.expect(
                "offers in the first run", agents.size(), bench.takeOffers().size());
        recorder.time("second run", bench::tick);
        recorder.expect("offers in the second run", 0, bench.offersMade());
    }
}
