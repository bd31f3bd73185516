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

/** Fills the fullest node that still fits, so that others stay free for large tasks. */
final class BinpackPlugin implements BatchPlugin {
    private final int weight;
    private final ResourceWeights weights;

    BinpackPlugin(Arguments arguments) {
        weight = ResourceWeights.weight(arguments, "binpack.weight", 1);
        weights = ResourceWeights.read(arguments, "binpack");
    }

    @Override
    public Hooks open(SessionView session) {
        return weight == 0 ? Hooks.none() : Hooks.none().nodeOrder(new Fullness());
    }

    private final class Fullness implements NodeOrder {
        @Override
        public double score(TaskView task, NodeView node) {
            ResourceList request = task.request();
            ResourceList used = node.used();
            ResourceList allocatable = node.allocatable();
            double sum = 0;
            int parts = 0;
            for (int i = 0; i < request.size(); i++) {
                String name = request.name(i);
                int part = weights.of(name);
                if (part == 0 || request.millis(i) <= 0) {
                    continue;
                }
                long all = allocatable.millis(name);
                long filled = used.millis(name) + request.millis(i);
                if (filled > all) {
                    return 0;
                }
                sum += (double) part * filled / all;
                parts += part;
            }
            return parts == 0 ? 0 : sum / parts * 100 * weight;
        }

        @Override
        public Reach reach(TaskView task) {
            return Reach.NODE;
        }
    }
}
