package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.NodeOrder;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.Reach;
import io.tender.spi.batch.SessionView;
import io.tender.spi.batch.TaskView;
import java.util.HashMap;
import java.util.Map;

/** The scores that depend on the node and its tasks alone: free or full, balanced, and with the images at hand. */
final class ResourceScore implements NodeOrder {
    /** What a task that asks for nothing is taken to use, so that such tasks do not pile up on one node. */
    private static final long USUAL_CPU = 100;

    private static final long USUAL_MEMORY = 200L * 1024 * 1024;

    private static final long SMALLEST_IMAGE = 23L << 20;
    private static final long LARGEST_IMAGE = 1000L << 20;

    private final SessionView session;
    private final Weights weights;
    private final Map<String, Integer> imageSpread = new HashMap<>();

    /** How much each score counts. */
    record Weights(int least, int most, int balanced, int images) {
        boolean isNothing() {
            return least == 0 && most == 0 && balanced == 0 && images == 0;
        }
    }

    ResourceScore(SessionView session, Weights weights) {
        this.session = session;
        this.weights = weights;
    }

    @Override
    public Reach reach(TaskView task) {
        boolean resources = weights.least() + weights.most() + weights.balanced() > 0;
        return resources || !task.template().images().isEmpty() ? Reach.NODE : Reach.NONE;
    }

    @Override
    public double score(TaskView task, NodeView node) {
        ResourceList request = task.request();
        ResourceList used = node.used();
        ResourceList all = node.allocatable();
        long askedCpu = request.millis(ResourceList.CPU);
        long askedMemory = request.millis(ResourceList.MEMORY);
        long allCpu = all.millis(ResourceList.CPU);
        long allMemory = all.millis(ResourceList.MEMORY);
        long cpu = used.millis(ResourceList.CPU) + (askedCpu == 0 ? USUAL_CPU : askedCpu);
        long memory = used.millis(ResourceList.MEMORY) + (askedMemory == 0 ? USUAL_MEMORY : askedMemory);
        double score = 0;
        if (weights.least() > 0) {
            score += weights.least() * mean(free(cpu, allCpu), free(memory, allMemory), allCpu, allMemory);
        }
        if (weights.most() > 0) {
            score += weights.most() * mean(full(cpu, allCpu), full(memory, allMemory), allCpu, allMemory);
        }
        if (weights.balanced() > 0) {
            double difference = Math.abs(fraction(cpu, allCpu) - fraction(memory, allMemory));
            score += weights.balanced() * Math.floor((1 - difference / 2) * 100);
        }
        if (weights.images() > 0 && !task.template().images().isEmpty()) {
            score += weights.images() * images(task, node);
        }
        return score;
    }

    private static double mean(double cpu, double memory, long allCpu, long allMemory) {
        int parts = (allCpu > 0 ? 1 : 0) + (allMemory > 0 ? 1 : 0);
        return parts == 0 ? 0 : Math.floor((cpu + memory) / parts);
    }

    private static double free(long used, long all) {
        return used > all || all == 0 ? 0 : Math.floor((all - used) * 100.0 / all);
    }

    private static double full(long used, long all) {
        return all == 0 ? 0 : Math.floor(Math.min(used, all) * 100.0 / all);
    }

    private static double fraction(long used, long all) {
        return all == 0 ? 1 : Math.min(1, (double) used / all);
    }

    /** The bytes at hand, those of rare images counting less, lest everything go to the few nodes that have them. */
    private double images(TaskView task, NodeView node) {
        double sum = 0;
        for (String image : task.template().images()) {
            Long bytes = node.node().images().get(image);
            if (bytes != null) {
                sum += (double) bytes * spread(image) / session.nodes().size();
            }
        }
        double most = (double) LARGEST_IMAGE * task.template().images().size();
        double within = Math.max(SMALLEST_IMAGE, Math.min(most, sum));
        return Math.floor(100 * (within - SMALLEST_IMAGE) / (most - SMALLEST_IMAGE));
    }

    private int spread(String image) {
        return imageSpread.computeIfAbsent(image, wanted -> {
            int count = 0;
            for (NodeView node : session.nodes()) {
                if (node.node().images().containsKey(wanted)) {
                    count++;
                }
            }
            return count;
        });
    }
}
