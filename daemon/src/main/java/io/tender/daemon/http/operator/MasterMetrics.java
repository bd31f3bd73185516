package io.tender.daemon.http.operator;

import io.tender.daemon.cluster.RunState;
import io.tender.daemon.master.AgentView;
import io.tender.daemon.master.FrameworkView;
import io.tender.daemon.master.TaskView;
import io.tender.model.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Counts of what is there now, under the names that Mesos gives them. */
final class MasterMetrics {
    private static final List<String> AMOUNTS = List.of("cpus", "gpus", "mem", "disk");

    private MasterMetrics() {}

    static SortedMap<String, Double> of(Snapshot state, Duration uptime) {
        SortedMap<String, Double> metrics = new TreeMap<>();
        metrics.put("master/uptime_secs", uptime.toMillis() / 1000.0);
        metrics.put("master/elected", 1.0);
        metrics.put("master/outstanding_offers", (double) state.offers().size());
        agents(state.agents(), metrics);
        frameworks(state.frameworks(), metrics);
        tasks(state.tasks(), metrics);
        return metrics;
    }

    private static void agents(List<AgentView> agents, SortedMap<String, Double> metrics) {
        count(
                metrics,
                "master/slaves_connected",
                agents.stream().filter(AgentView::present).count());
        count(
                metrics,
                "master/slaves_active",
                agents.stream()
                        .filter(agent -> agent.present() && !agent.deactivated())
                        .count());
        count(
                metrics,
                "master/slaves_inactive",
                agents.stream()
                        .filter(agent -> agent.present() && agent.deactivated())
                        .count());
        count(
                metrics,
                "master/slaves_unreachable",
                agents.stream()
                        .filter(agent -> agent.unreachableSince().isPresent())
                        .count());
        for (String name : AMOUNTS) {
            double total = 0;
            double used = 0;
            for (AgentView agent : agents) {
                if (agent.present()) {
                    total += amount(agent.total(), name);
                    used += amount(agent.used(), name);
                }
            }
            metrics.put("master/" + name + "_total", total);
            metrics.put("master/" + name + "_used", used);
            metrics.put("master/" + name + "_percent", total > 0 ? used / total : 0);
        }
    }

    private static double amount(Resources resources, String name) {
        return resources.amount(name) / 1000.0;
    }

    private static void frameworks(List<FrameworkView> frameworks, SortedMap<String, Double> metrics) {
        long connected = frameworks.stream().filter(FrameworkView::connected).count();
        long active = frameworks.stream().filter(FrameworkView::active).count();
        count(metrics, "master/frameworks_connected", connected);
        count(metrics, "master/frameworks_disconnected", frameworks.size() - connected);
        count(metrics, "master/frameworks_active", active);
        count(metrics, "master/frameworks_inactive", frameworks.size() - active);
    }

    private static void tasks(List<TaskView> tasks, SortedMap<String, Double> metrics) {
        for (RunState state : RunState.values()) {
            if (!state.isTerminal() && state != RunState.UNKNOWN) {
                count(
                        metrics,
                        "master/tasks_" + state.name().toLowerCase(Locale.ROOT),
                        tasks.stream().filter(task -> task.state() == state).count());
            }
        }
    }

    private static void count(SortedMap<String, Double> metrics, String name, long value) {
        metrics.put(name, (double) value);
    }

    /** The message {@code GetMetrics}. */
    static ObjectNode tree(SortedMap<String, Double> metrics) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode array = node.putArray("metrics");
        metrics.forEach((name, value) -> {
            // Neither form has a word for what is no number.
            if (Double.isFinite(value)) {
                array.addObject().put("name", name).put("value", value);
            }
        });
        return node;
    }
}
