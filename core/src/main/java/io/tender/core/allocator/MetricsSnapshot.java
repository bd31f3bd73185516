package io.tender.core.allocator;

import io.tender.core.tally.Tally;
import io.tender.model.ResourceLimits;
import io.tender.model.ResourceQuantities;
import io.tender.model.Role;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes down everything worth watching, under the names Mesos gives it. */
final class MetricsSnapshot {

    static final String PREFIX = "allocator/mesos/";

    private final SortedMap<String, Double> values = new TreeMap<>();

    static SortedMap<String, Double> uninitialized() {
        MetricsSnapshot snapshot = new MetricsSnapshot();
        snapshot.runs(0);
        snapshot.resources(new Tally(), new Tally());
        return snapshot.values;
    }

    SortedMap<String, Double> values() {
        return values;
    }

    void runs(long runs) {
        values.put(PREFIX + "allocation_runs", (double) runs);
    }

    void timings(Timings durations, Timings latencies) {
        durations.publish(PREFIX + "allocation_run_ms", values);
        latencies.publish(PREFIX + "allocation_run_latency_ms", values);
    }

    void servingOrder(GivenOrders orders) {
        values.put("allocator/tender/serving_order/runs_followed", (double) orders.followed());
        values.put("allocator/tender/serving_order/runs_by_share", (double) orders.unfollowed());
    }

    void books(Books books) {
        resources(books.totals.all(), books.heldAnywhere.sum());
        for (RoleNode role : books.roles.all()) {
            values.put(PREFIX + "offer_filters/roles/" + role.path + "/active", (double) role.filters);
            if (role.share != null && books.roleOrder.isByShare()) {
                values.put(PREFIX + "roles/" + role.path + "/shares/dominant", books.roleOrder.share(role.share));
            }
            if (!role.quota.isDefault()) {
                quota(books, role);
            }
        }
    }

    private void resources(Tally total, Tally held) {
        for (String name : new String[] {"cpus", "mem", "disk"}) {
            values.put(PREFIX + "resources/" + name + "/total", units(total.millis(name)));
            values.put(PREFIX + "resources/" + name + "/offered_or_allocated", units(held.millis(name)));
        }
    }

    private void quota(Books books, RoleNode role) {
        String prefix = PREFIX + "quota/roles/" + role.path + "/resources/";
        ResourceQuantities guarantees = role.quota.guarantees();
        ResourceLimits limits = role.quota.limits();
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < guarantees.size(); i++) {
            names.add(guarantees.name(i));
            values.put(prefix + guarantees.name(i) + "/guarantee", units(guarantees.millis(i)));
        }
        for (int i = 0; i < limits.size(); i++) {
            names.add(limits.name(i));
            values.put(prefix + limits.name(i) + "/limit", units(limits.millis(i)));
        }
        Tally held = role.share == null ? new Tally() : books.roleOrder.held(role.share);
        Tally consumed = books.consumed(role);
        for (String name : names) {
            values.put(prefix + name + "/offered_or_allocated", units(held.millis(name)));
            values.put(prefix + name + "/consumed", units(consumed.millis(name)));
        }
    }

    void suppression(FrameworkRecord framework) {
        for (Role role : framework.info.roles()) {
            values.put(suppressedKey(framework, role), framework.suppressed.contains(role) ? 1.0 : 0.0);
        }
    }

    static String suppressedKey(FrameworkRecord framework, Role role) {
        return "master/frameworks/" + encoded(framework.info.name()) + "." + framework.id + "/roles/" + role
                + "/suppressed";
    }

    /** Percent-encoded, so that a name with a slash does not look like a path. */
    private static String encoded(String name) {
        StringBuilder text = new StringBuilder();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char unit = (char) (each & 0xFF);
            boolean plain = (unit >= 'a' && unit <= 'z')
                    || (unit >= 'A' && unit <= 'Z')
                    || (unit >= '0' && unit <= '9')
                    || ".-*_".indexOf(unit) >= 0;
            text.append(plain ? String.valueOf(unit) : String.format("%%%02X", (int) unit));
        }
        return text.toString();
    }

    private static double units(long millis) {
        return millis / 1000.0;
    }
}
