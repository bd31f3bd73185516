package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.BatchPlugin;
import io.tender.spi.batch.Hooks;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Spreads or packs each resource as the settings say, and keeps scarce ones for those who need them. */
final class ResourceStrategyFitPlugin implements BatchPlugin {
    private static final String WEIGHT = "resourceStrategyFitWeight";
    private static final String MOST = "MostAllocated";
    private static final String LEAST = "LeastAllocated";

    private final int weight;
    private final List<Strategy> strategies;
    private final Map<String, Optional<Strategy>> byResource = new HashMap<>();
    private final ScarceResources scarce;
    private final Proportional proportional;

    /** What to do with the resources of one name, or of all names that begin like it. */
    private record Strategy(String name, boolean most, int weight) {
        boolean speaksOf(String resource) {
            return name.endsWith("*")
                    ? resource.startsWith(name.substring(0, name.length() - 1))
                    : resource.equals(name);
        }
    }

    ResourceStrategyFitPlugin(Arguments arguments) {
        int given = arguments.integer(WEIGHT, 10);
        if (given < 0) {
            arguments.problem(WEIGHT, given, "0 or more");
        }
        weight = given < 0 ? 10 : given;
        strategies = strategies(arguments);
        arguments.unfold("sra");
        arguments.unfold("proportional");
        scarce = new ScarceResources(arguments);
        proportional = new Proportional(arguments);
        ScarceResources.refuseUnknown(arguments, scarce, proportional);
    }

    private static List<Strategy> strategies(Arguments arguments) {
        Section resources = Section.of(arguments, "resources");
        List<Strategy> found = new ArrayList<>();
        resources.values().forEach((name, value) -> {
            int star = name.indexOf('*');
            if (star == 0 || (star > 0 && star < name.length() - 1)) {
                arguments.problem(
                        "resources." + name, "'" + name + "'", "a name, or the beginning of names and one '*'");
            }
            Section section = Section.inside(arguments, "resources." + name, value);
            Object type = section.value("type").orElse(LEAST);
            if (!type.equals(MOST) && !type.equals(LEAST)) {
                arguments.problem("resources." + name + ".type", type, LEAST + " or " + MOST);
            }
            Object count = section.value("weight").orElse(1);
            int part = count instanceof Number number && number.doubleValue() == number.intValue()
                    ? Math.max(0, number.intValue())
                    : 0;
            if (part == 0) {
                arguments.problem("resources." + name + ".weight", count, "a whole number from 1");
            }
            section.finish();
            found.add(new Strategy(name, type.equals(MOST), Math.max(1, part)));
        });
        if (found.isEmpty()) {
            found.add(new Strategy(ResourceList.CPU, false, 1));
            found.add(new Strategy(ResourceList.MEMORY, false, 1));
        }
        return List.copyOf(found);
    }

    /** An exact name is stronger than a beginning, and a longer beginning than a shorter. */
    private Optional<Strategy> strategy(String resource) {
        return byResource.computeIfAbsent(resource, name -> {
            Optional<Strategy> best = Optional.empty();
            for (Strategy strategy : strategies) {
                boolean exact = strategy.name().equals(name);
                if (strategy.speaksOf(name)
                        && (exact
                                || best.isEmpty()
                                || (!best.get().name().equals(name)
                                        && strategy.name().length()
                                                > best.get().name().length()))) {
                    best = Optional.of(strategy);
                }
            }
            return best;
        });
    }

    @Override
    public Hooks open(SessionView session) {
        Hooks hooks = Hooks.none();
        if (weight > 0) {
            hooks.nodeOrder(new PerResource());
        }
        if (scarce.isOn()) {
            hooks.nodeOrder(scarce);
        }
        if (proportional.isOn()) {
            hooks.predicate(proportional);
        }
        return hooks;
    }

    private final class PerResource implements NodeOrder {
        @Override
        public Reach reach(TaskView task) {
            return Reach.NODE;
        }

        @Override
        public double score(TaskView task, NodeView node) {
            ResourceList request = task.request();
            double sum = 0;
            int parts = 0;
            for (int i = 0; i < request.size(); i++) {
                String name = request.name(i);
                Optional<Strategy> strategy = strategy(name);
                if (strategy.isEmpty() || request.millis(i) <= 0) {
                    continue;
                }
                long all = node.allocatable().millis(name);
                long filled = node.used().millis(name) + request.millis(i);
                if (filled > all) {
                    return 0;
                }
                double part = (double) filled / all;
                sum += strategy.get().weight() * (strategy.get().most() ? part : 1 - part);
                parts += strategy.get().weight();
            }
            return parts == 0 ? 0 : sum / parts * 100 * weight;
        }
    }
}
