package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names tasks on nodes above the target thresholds, as many as the nodes below the thresholds can take. */
final class LowNodeUtilization {
    private static final List<String> KINDS = List.of(ResourceList.CPU, ResourceList.MEMORY, ResourceList.PODS);
    private static final double USUAL = 100;

    private final double[] thresholds;
    private final double[] targets;
    private final Duration period;

    LowNodeUtilization(Arguments arguments, Section params, Duration period) {
        thresholds = percents(arguments, params, "thresholds");
        targets = percents(arguments, params, "targetThresholds");
        this.period = period;
        for (int kind = 0; kind < KINDS.size(); kind++) {
            if (thresholds[kind] > targets[kind]) {
                arguments.problem(
                        "thresholds." + KINDS.get(kind),
                        thresholds[kind],
                        "at most targetThresholds: " + targets[kind]);
            }
        }
    }

    private static double[] percents(Arguments arguments, Section params, String name) {
        Section section = Section.inside(arguments, name, params.value(name).orElse(Map.of()));
        double[] percents = new double[KINDS.size()];
        for (int kind = 0; kind < percents.length; kind++) {
            percents[kind] = section.decimal(KINDS.get(kind), USUAL);
            if (percents[kind] < 0 || percents[kind] > 100) {
                arguments.problem(name + "." + KINDS.get(kind), percents[kind], "percent, from 0 to 100");
            }
        }
        section.finish();
        return percents;
    }

    private static final class Busy {
        private final NodeView node;
        private final double[] load;

        Busy(NodeView node, double[] load) {
            this.node = node;
            this.load = load;
        }

        double sum() {
            return load[0] + load[1] + load[2];
        }
    }

    List<TaskView> choose(SessionView session, List<TaskView> running) {
        List<Busy> high = new ArrayList<>();
        double[] spare = new double[KINDS.size()];
        boolean anyLow = false;
        for (NodeView node : session.nodes()) {
            Optional<double[]> load = load(node, session);
            if (load.isEmpty()) {
                continue;
            }
            if (isLow(load.get())) {
                anyLow = true;
                for (int kind = 0; kind < spare.length; kind++) {
                    spare[kind] += (targets[kind] - load.get()[kind]) / 100 * all(node, kind);
                }
            } else if (isHigh(load.get())) {
                high.add(new Busy(node, load.get()));
            }
        }
        if (!anyLow || high.isEmpty()) {
            return List.of();
        }
        high.sort(Comparator.comparingDouble(Busy::sum).reversed().thenComparing(busy -> busy.node.name()));
        Map<String, List<TaskView>> byNode = movable(running);
        List<TaskView> victims = new ArrayList<>();
        for (Busy busy : high) {
            relieve(busy, byNode.getOrDefault(busy.node.name(), List.of()), spare, victims);
        }
        return victims;
    }

    /** The lowest priority leaves first, until the node is no longer too busy or the others have no room left. */
    private void relieve(Busy busy, List<TaskView> tasks, double[] spare, List<TaskView> victims) {
        double[] load = busy.load.clone();
        for (TaskView task : tasks) {
            if (!isHigh(load)) {
                return;
            }
            boolean fits = true;
            for (int kind = 0; kind < spare.length; kind++) {
                fits &= task.request().millis(KINDS.get(kind)) <= spare[kind];
            }
            if (fits) {
                victims.add(task);
                for (int kind = 0; kind < spare.length; kind++) {
                    long amount = task.request().millis(KINDS.get(kind));
                    spare[kind] -= amount;
                    load[kind] -= 100.0 * amount / Math.max(1, all(busy.node, kind));
                }
            }
        }
    }

    private static Map<String, List<TaskView>> movable(List<TaskView> running) {
        Map<String, List<TaskView>> byNode = new HashMap<>();
        for (TaskView task : running) {
            if (task.template().preemptable()) {
                task.node()
                        .ifPresent(node -> byNode.computeIfAbsent(node.name(), unused -> new ArrayList<>())
                                .add(task));
            }
        }
        for (List<TaskView> tasks : byNode.values()) {
            tasks.sort(
                    Comparator.<TaskView>comparingInt(task -> task.job().job().priority())
                            .thenComparingInt(task -> task.template().priority())
                            .thenComparing(task -> task.id().toString()));
        }
        return byNode;
    }

    private Optional<double[]> load(NodeView view, SessionView session) {
        Optional<Node.Usage> usage = view.node().usage();
        if (usage.isEmpty() || usage.get().measured().plus(period).isBefore(session.date())) {
            return Optional.empty();
        }
        double pods = 100.0 * view.used().millis(ResourceList.PODS) / Math.max(1, all(view, 2));
        return Optional.of(new double[] {usage.get().cpuPercent(), usage.get().memoryPercent(), pods});
    }

    private static long all(NodeView node, int kind) {
        return node.allocatable().millis(KINDS.get(kind));
    }

    private boolean isLow(double[] load) {
        for (int kind = 0; kind < load.length; kind++) {
            if (load[kind] >= thresholds[kind]) {
                return false;
            }
        }
        return true;
    }

    private boolean isHigh(double[] load) {
        for (int kind = 0; kind < load.length; kind++) {
            if (load[kind] > targets[kind]) {
                return true;
            }
        }
        return false;
    }
}
