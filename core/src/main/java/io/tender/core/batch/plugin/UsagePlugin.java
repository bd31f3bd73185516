package io.tender.core.batch.plugin;

import io.tender.model.BrokenRule;
import io.tender.model.batch.Node;
import io.tender.model.batch.Quantity;
import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionData;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Looks at what nodes really use: refuses the busy ones and prefers the idle ones. */
final class UsagePlugin implements BatchPlugin {
    private static final Duration OLDEST = Duration.ofMinutes(5);

    private final int weight;
    private final int cpuWeight;
    private final int memoryWeight;
    private final double cpuThreshold;
    private final double memoryThreshold;
    private final Estimator estimator;

    /** What a task that was placed after the measurement will probably use. */
    private record Estimator(
            double requestRatio, double riskThreshold, double riskFactor, long bestEffortCpu, long bestEffortMemory) {
        double cpu(TaskView task) {
            return task.template().isBestEffort()
                    ? bestEffortCpu
                    : task.request().millis(ResourceList.CPU) * requestRatio;
        }

        double memory(TaskView task) {
            return task.template().isBestEffort()
                    ? bestEffortMemory
                    : task.request().millis(ResourceList.MEMORY) * requestRatio;
        }
    }

    /** Percent in use. */
    private record Load(double cpu, double memory) {}

    UsagePlugin(Arguments arguments) {
        weight = ResourceWeights.weight(arguments, "usage.weight", 5);
        cpuWeight = ResourceWeights.weight(arguments, "cpu.weight", 1);
        memoryWeight = ResourceWeights.weight(arguments, "memory.weight", 1);
        Section thresholds = Section.of(arguments, "thresholds");
        cpuThreshold = percent(arguments, "thresholds.cpu", thresholds.decimal("cpu", 80));
        memoryThreshold = percent(arguments, "thresholds.mem", thresholds.decimal("mem", 80));
        thresholds.finish();
        Section section = Section.of(arguments, "estimator");
        if (section.decimal("burst_ratio", 0) != 0) {
            arguments.problem("estimator.burst_ratio", "another number", "0: tasks have requests here and no limits");
        }
        estimator = new Estimator(
                notNegative(arguments, "estimator.request_ratio", section.decimal("request_ratio", 0.7)),
                notNegative(arguments, "estimator.risk_threshold", section.decimal("risk_threshold", 0.6)),
                notNegative(arguments, "estimator.risk_factor", section.decimal("risk_factor", 1.2)),
                quantity(arguments, "estimator.be_cpu", section.text("be_cpu", "250m"), "250m", Quantity::parse),
                quantity(
                        arguments, "estimator.be_mem", section.text("be_mem", "200Mi"), "200Mi", Quantity::parseWhole));
        section.finish();
    }

    private static double percent(Arguments arguments, String name, double value) {
        if (value < 0 || value > 100) {
            arguments.problem(name, value, "percent, from 0 to 100");
        }
        return value;
    }

    private static double notNegative(Arguments arguments, String name, double value) {
        if (value < 0) {
            arguments.problem(name, value, "0 or more");
        }
        return value;
    }

    private static long quantity(
            Arguments arguments, String name, String text, String usual, ToLongFunction<String> reader) {
        try {
            return reader.applyAsLong(text);
        } catch (BrokenRule notAnAmount) {
            arguments.problem(name, "the text '" + text + "'", "an amount such as " + usual);
            return reader.applyAsLong(usual);
        }
    }

    @Override
    public Set<SessionData> needs() {
        return Set.of(SessionData.USAGE);
    }

    @Override
    public Hooks open(SessionView session) {
        boolean measured = false;
        for (NodeView node : session.nodes()) {
            measured |= node.node().usage().isPresent();
        }
        Reach reach = measured ? Reach.NODE : Reach.NONE;
        Hooks hooks = Hooks.none().predicate(new Threshold(session.date(), reach));
        return weight == 0 || cpuWeight + memoryWeight == 0
                ? hooks
                : hooks.nodeOrder(new Idleness(session.date(), reach));
    }

    /** What was measured lately, and what came after it; empty if the measurement is too old to say anything. */
    private Optional<Load> load(NodeView view, Instant now) {
        Optional<Node.Usage> usage = view.node().usage();
        if (usage.isEmpty() || usage.get().measured().plus(OLDEST).isBefore(now)) {
            return Optional.empty();
        }
        Instant measured = usage.get().measured();
        double cpu = 0;
        double memory = 0;
        for (TaskView task : view.tasks()) {
            if (task.started().isEmpty() || task.started().get().isAfter(measured)) {
                cpu += estimator.cpu(task);
                memory += estimator.memory(task);
            }
        }
        return Optional.of(new Load(
                with(usage.get().cpuPercent(), cpu, view.allocatable().millis(ResourceList.CPU)),
                with(usage.get().memoryPercent(), memory, view.allocatable().millis(ResourceList.MEMORY))));
    }

    /** On a node that is busy already, guesses are raised: being wrong costs more there. */
    private double with(double measured, double added, long all) {
        if (all == 0 || added == 0) {
            return measured;
        }
        double factor = measured >= estimator.riskThreshold() * 100 ? estimator.riskFactor() : 1;
        return measured + 100 * added * factor / all;
    }

    private final class Threshold implements Predicate {
        private final Instant now;
        private final Reach reach;

        Threshold(Instant now, Reach reach) {
            this.now = now;
            this.reach = reach;
        }

        @Override
        public Reach reach(TaskView task) {
            return reach;
        }

        @Override
        public Verdict fits(TaskView task, NodeView node) {
            Optional<Load> load = load(node, now);
            if (load.isPresent() && load.get().cpu() > cpuThreshold) {
                return busy("cpu", load.get().cpu(), cpuThreshold);
            }
            if (load.isPresent() && load.get().memory() > memoryThreshold) {
                return busy("memory", load.get().memory(), memoryThreshold);
            }
            return Verdict.fits();
        }

        private static Verdict busy(String what, double load, double threshold) {
            return Verdict.never(String.format(
                    Locale.ROOT, "the node really uses %.1f%% of its %s, above %.1f%%", load, what, threshold));
        }
    }

    private final class Idleness implements NodeOrder {
        private final Instant now;
        private final Reach reach;

        Idleness(Instant now, Reach reach) {
            this.now = now;
            this.reach = reach;
        }

        @Override
        public Reach reach(TaskView task) {
            return reach;
        }

        @Override
        public double score(TaskView task, NodeView node) {
            return load(node, now)
                    .map(load -> ((100 - load.cpu()) * cpuWeight + (100 - load.memory()) * memoryWeight)
                            / (cpuWeight + memoryWeight)
                            * weight)
                    .orElse(0.0);
        }
    }
}
