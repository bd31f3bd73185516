package io.tender.benchmarks.workload;

import io.tender.benchmarks.workload.Bench.Agent;
import io.tender.benchmarks.workload.Bench.Offer;
import io.tender.core.sorter.SorterKind;
import io.tender.model.FrameworkInfo;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** As many roles with quota as frameworks, and one snapshot of all metrics. */
record Metrics(int agents, int frameworks) implements Workload {

    static final Family FAMILY = new Family(
            "Metrics",
            "a quota and a framework for each of many roles, then agents, then a snapshot of all metrics",
            Family.GRID,
            Family.GRID_LABEL,
            label -> new Metrics(Family.number(label, 1), Family.number(label, 2)),
            sizes -> sizes.grid(Metrics::new));

    private static final ResourceQuantities QUOTA = ResourceQuantities.parse("cpus:1;mem:512;disk:256");
    private static final ResourceQuantities AGENT = ResourceQuantities.parse("cpus:16;mem:2048;disk:1024");
    /** Every name comes once in a snapshot, so remembering names is work for nothing. */
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                    .build())
            .build();

    @Override
    public String name() {
        return FAMILY.name();
    }

    @Override
    public String label() {
        return agents + "x" + frameworks;
    }

    @Override
    public void run(Candidate candidate, Recorder recorder) {
        List<Role> roles = IntStream.range(0, frameworks)
                .mapToObj(n -> Role.of(Integer.toString(n)))
                .toList();
        List<FrameworkInfo> frameworkList = IntStream.range(0, frameworks)
                .mapToObj(i -> Inputs.framework("framework" + (i + 1), roles.get(i)))
                .toList();
        List<Agent> agentList = Inputs.agents(agents, AGENT.toString());
        Quota quota = Quota.both(QUOTA);
        Bench bench = new Bench(candidate, SorterKind.DRF);

        recorder.time("set quotas", () -> {
            roles.forEach(role -> bench.allocator().updateQuota(role, quota));
            bench.settle();
        });
        recorder.time("add frameworks", () -> bench.addFrameworks(frameworkList));
        recorder.time("add agents", () -> bench.addAgents(agentList));
        List<Offer> offers = bench.takeOffers();
        for (int i = 0; i < QUOTA.size(); i++) {
            String resource = QUOTA.name(i);
            // Every role gets its quota to the last bit, unless the cluster is too small for all of them.
            long expected = Math.min(frameworks * QUOTA.millis(i), agents * AGENT.millis(resource));
            long got = offers.stream()
                    .mapToLong(offer -> offer.resources().quantities().millis(resource))
                    .sum();
            recorder.expect("thousandths of " + resource + " offered", expected, got);
        }
        recorder.fact("offers", offers.size());

        recorder.time("collect metrics", () -> bench.allocator().metrics().join());
        Map<String, Double> snapshot = new HashMap<>();
        recorder.time("snapshot", () -> snapshot.putAll(snapshot(bench)));
        recorder.fact("metrics", snapshot.size());
        // Guarantee, limit, offered and consumed of each of the three names.
        long quotaMetrics = snapshot.keySet().stream()
                .filter(key -> key.startsWith("allocator/mesos/quota/roles/"))
                .count();
        recorder.expect("metrics of quotas", 12L * frameworks, quotaMetrics);
    }

    /** Collects, writes as JSON and reads again, as a client would; the reference adds a loopback HTTP connection. */
    private static Map<String, Double> snapshot(Bench bench) {
        String text = JSON.writeValueAsString(bench.allocator().metrics().join());
        return JSON.readValue(text, new TypeReference<>() {});
    }
}
