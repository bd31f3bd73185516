package io.tender.testkit.oracle;

import io.tender.model.FrameworkId;
import io.tender.model.Quota;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import io.tender.spi.Chance;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Section 13, without the timers: the reference is not there to be fast. */
final class ReferenceMetrics {
    private static final String PREFIX = "allocator/mesos/";

    private final ReferenceCluster cluster;
    private final boolean shares;

    /** What removed frameworks showed last, oldest removal first. */
    private final LinkedHashMap<FrameworkId, Map<String, Double>> completed = new LinkedHashMap<>();

    ReferenceMetrics(ReferenceCluster cluster, boolean shares) {
        this.cluster = cluster;
        this.shares = shares;
    }

    void frameworkAdded(FrameworkId id) {
        completed.remove(id);
    }

    void frameworkRemoved(ReferenceFramework framework) {
        completed.put(framework.info.id(), suppressed(framework));
        while (completed.size() > cluster.options.maxCompletedFrameworks()) {
            completed.remove(completed.keySet().iterator().next());
        }
    }

    SortedMap<String, Double> snapshot(long runs) {
        TreeMap<String, Double> all = new TreeMap<>();
        all.put("allocator/event_queue_dispatches", 0.0);
        all.put(PREFIX + "event_queue_dispatches", 0.0);
        all.put(PREFIX + "allocation_runs", (double) runs);
        ResourceQuantities total = cluster.total();
        ResourceQuantities held = cluster.heldBy((framework, role) -> true, resources -> resources);
        for (String name : List.of("cpus", "mem", "disk")) {
            all.put(PREFIX + "resources/" + name + "/total", units(total.millis(name)));
            all.put(PREFIX + "resources/" + name + "/offered_or_allocated", units(held.millis(name)));
        }
        if (shares) {
            ReferenceSorter sorter = new ReferenceSorter(cluster, Chance.seeded(0));
            cluster.tracked()
                    .keySet()
                    .forEach(
                            role -> all.put(PREFIX + "roles/" + role + "/shares/dominant", sorter.dominantShare(role)));
        }
        cluster.roleTree().forEach(role -> all.put(PREFIX + "offer_filters/roles/" + role + "/active", filters(role)));
        cluster.quotas.forEach((role, quota) -> quota(role, quota, all));
        if (cluster.options.publishPerFrameworkMetrics()) {
            completed.values().forEach(all::putAll);
            cluster.frameworks.values().forEach(framework -> all.putAll(suppressed(framework)));
        }
        return all;
    }

    private double filters(Role role) {
        return cluster.frameworks.values().stream()
                .flatMap(framework -> framework.offerFilters.stream())
                .filter(filter -> filter.role.equals(role))
                .count();
    }

    private void quota(Role role, Quota quota, SortedMap<String, Double> all) {
        SortedSet<String> names = new TreeSet<>();
        String prefix = PREFIX + "quota/roles/" + role + "/resources/";
        for (int i = 0; i < quota.guarantees().size(); i++) {
            names.add(quota.guarantees().name(i));
            all.put(
                    prefix + quota.guarantees().name(i) + "/guarantee",
                    units(quota.guarantees().millis(i)));
        }
        for (int i = 0; i < quota.limits().size(); i++) {
            names.add(quota.limits().name(i));
            all.put(
                    prefix + quota.limits().name(i) + "/limit",
                    units(quota.limits().millis(i)));
        }
        ResourceQuantities held = cluster.held(role::equals, resources -> resources);
        ResourceQuantities consumed = cluster.usedConsumption(role);
        for (String name : names) {
            all.put(prefix + name + "/offered_or_allocated", units(held.millis(name)));
            all.put(prefix + name + "/consumed", units(consumed.millis(name)));
        }
    }

    private static Map<String, Double> suppressed(ReferenceFramework framework) {
        String name =
                URLEncoder.encode(framework.info.name(), StandardCharsets.UTF_8).replace("+", "%20");
        Map<String, Double> gauges = new TreeMap<>();
        for (Role role : framework.info.roles()) {
            gauges.put(
                    "master/frameworks/" + name + "." + framework.info.id() + "/roles/" + role + "/suppressed",
                    framework.suppressed.contains(role) ? 1.0 : 0.0);
        }
        return gauges;
    }

    private static double units(long millis) {
        return millis / 1000.0;
    }
}
