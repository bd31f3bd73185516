package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sends tasks to nodes with as few scarce resources as will do, so that those who need them find them free. */
final class ScarceResources implements NodeOrder {
    private static final String RETENTION = "sra.retention.";
    private static final String RESOURCES = "sra.resources";

    /** Where the weight of a resource is written: the last that says it counts. */
    private static final List<String> WEIGHTS = List.of(RESOURCES + ".", "sra.resourceWeight.", RETENTION);

    private final boolean on;
    private final int weight;
    private final Map<String, Integer> weights = new TreeMap<>();
    private final int sum;

    ScarceResources(Arguments arguments) {
        String policy = arguments.text("sra.policy", "");
        if (!policy.isEmpty() && !policy.equals("retention") && !policy.equals("proportional")) {
            arguments.problem("sra.policy", "the text '" + policy + "'", "retention or proportional");
        }
        int usual = ResourceWeights.weight(arguments, "sra.weight", 1);
        weight = ResourceWeights.weight(arguments, RETENTION + "weight", usual);
        boolean enabled = arguments.truth("sra.enable", policy.equals("retention"));
        for (String name : arguments.texts(RESOURCES)) {
            int part = 1;
            for (String prefix : WEIGHTS) {
                part = ResourceWeights.weight(arguments, prefix + name, part);
            }
            weights.put(name, part);
        }
        sum = weights.values().stream().mapToInt(Integer::intValue).sum();
        on = enabled && weight > 0 && sum > 0;
        if (enabled && weights.isEmpty()) {
            arguments.problem(RESOURCES, "nothing", "the names of the scarce resources");
        }
    }

    boolean isOn() {
        return on;
    }

    /** A weight for a resource that is not in the list is most likely a mistake in spelling. */
    static void refuseUnknown(Arguments arguments, ScarceResources scarce, Proportional proportional) {
        for (String prefix : WEIGHTS) {
            for (String argument : arguments.namesUnder(prefix)) {
                String name = argument.substring(prefix.length());
                if (!argument.equals(RETENTION + "weight") && !scarce.weights.containsKey(name)) {
                    arguments.problem(
                            argument,
                            String.valueOf(arguments.values().get(argument)),
                            "'" + name + "' also in " + RESOURCES);
                }
            }
        }
        proportional.refuseUnknown(arguments);
    }

    @Override
    public Reach reach(TaskView task) {
        return Reach.NODE;
    }

    @Override
    public double score(TaskView task, NodeView node) {
        ResourceList all = node.allocatable();
        ResourceList request = task.request();
        if (!all.covers(request)) {
            return 0;
        }
        int absent = 0;
        for (Map.Entry<String, Integer> entry : weights.entrySet()) {
            if (!all.has(entry.getKey())) {
                absent += entry.getValue();
            }
        }
        return 100.0 * weight * absent / sum;
    }
}
