package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.Arguments;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Predicate;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.TaskView;
import io.tender.spi.batch.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps cores and memory free beside each free scarce device, so that the device can be used. */
final class Proportional implements Predicate {
    private static final long GIGABYTE = 1_000_000_000L;
    private static final List<String> PREFIXES =
            List.of("proportional.resources.", "proportional.resourceProportion.", "sra.proportional.");

    private final boolean on;
    private final Map<String, Ratio> ratios = new TreeMap<>();

    /** Cores, and gigabytes of memory, for each device. */
    private record Ratio(double cores, double gigabytes) {}

    Proportional(Arguments arguments) {
        boolean policy = arguments.text("sra.policy", "").equals("proportional");
        boolean enabled = arguments.truth("proportional.enable", policy);
        List<String> names = arguments.texts("proportional.resources");
        for (String name : names.isEmpty() && policy ? arguments.texts("sra.resources") : names) {
            ratios.put(name, new Ratio(ratio(arguments, name + ".cpu"), ratio(arguments, name + ".memory")));
        }
        on = enabled && !ratios.isEmpty();
        if (enabled && ratios.isEmpty()) {
            arguments.problem("proportional.resources", "nothing", "the names of the scarce resources");
        }
    }

    private static double ratio(Arguments arguments, String name) {
        double ratio = 1;
        for (String prefix : PREFIXES) {
            ratio = arguments.decimal(prefix + name, ratio);
        }
        if (ratio < 0) {
            arguments.problem(PREFIXES.getFirst() + name, ratio, "0 or more");
        }
        return ratio;
    }

    void refuseUnknown(Arguments arguments) {
        for (String prefix : PREFIXES) {
            for (String argument : arguments.namesUnder(prefix)) {
                String rest = argument.substring(prefix.length());
                int dot = rest.lastIndexOf('.');
                String kind = rest.substring(dot + 1);
                if (dot < 0
                        || !ratios.containsKey(rest.substring(0, dot))
                        || !(kind.equals("cpu") || kind.equals("memory"))) {
                    arguments.problem(
                            argument,
                            String.valueOf(arguments.values().get(argument)),
                            prefix + "<resource>.cpu or .memory, of a resource listed");
                }
            }
        }
    }

    boolean isOn() {
        return on;
    }

    @Override
    public Reach reach(TaskView task) {
        return Reach.NODE;
    }

    @Override
    public Verdict fits(TaskView task, NodeView node) {
        ResourceList request = task.request();
        ResourceList idle = node.idle();
        for (Map.Entry<String, Ratio> entry : ratios.entrySet()) {
            String device = entry.getKey();
            if (request.has(device)) {
                // Whoever takes a device takes what was kept for it.
                continue;
            }
            double devices = idle.millis(device) / 1000.0;
            if (devices <= 0) {
                continue;
            }
            Ratio ratio = entry.getValue();
            long cpu = idle.millis(ResourceList.CPU) - request.millis(ResourceList.CPU);
            long memory = idle.millis(ResourceList.MEMORY) - request.millis(ResourceList.MEMORY);
            if (cpu < devices * ratio.cores() * 1000) {
                return refusal(device, "cpu", cpu);
            }
            if (memory < devices * ratio.gigabytes() * GIGABYTE) {
                return refusal(device, "memory", memory);
            }
        }
        return Verdict.fits();
    }

    private static Verdict refusal(String device, String kind, long left) {
        return Verdict.unschedulable("too little " + kind + " would be left beside the free '" + device + "': "
                + ResourceList.print(kind, Math.max(0, left)));
    }
}
