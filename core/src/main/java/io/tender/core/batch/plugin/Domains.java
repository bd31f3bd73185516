package io.tender.core.batch.plugin;

import io.tender.model.batch.ResourceList;
import io.tender.spi.batch.HyperNodeView;
import io.tender.spi.batch.NodeView;
import io.tender.spi.batch.SessionView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How full the domains of the network are. Summed up when first asked, and followed from then on. */
final class Domains {
    private final SessionView session;
    private final ResourceWeights weights;
    private final Map<String, Domain> byName = new HashMap<>();

    /** By index of the node, narrowest first. */
    private final List<List<Domain>> byNode = new ArrayList<>();

    private boolean summed;

    /** One domain and its sums. */
    static final class Domain {
        final HyperNodeView view;
        private final Holding allocatable = new Holding();
        private final Holding used = new Holding();

        Domain(HyperNodeView view) {
            this.view = view;
        }
    }

    Domains(SessionView session, ResourceWeights weights) {
        this.session = session;
        this.weights = weights;
    }

    private void sum() {
        if (summed) {
            return;
        }
        summed = true;
        for (int i = 0; i < session.nodes().size(); i++) {
            byNode.add(new ArrayList<>());
        }
        for (HyperNodeView view : session.hyperNodes()) {
            Domain domain = new Domain(view);
            byName.put(view.name(), domain);
            for (NodeView node : view.nodes()) {
                domain.allocatable.add(node.allocatable());
                domain.used.add(node.used());
                domain.used.add(node.pipelined());
                byNode.get(node.index()).add(domain);
            }
        }
    }

    void change(NodeView node, ResourceList amount, boolean added) {
        if (summed) {
            for (Domain domain : byNode.get(node.index())) {
                if (added) {
                    domain.used.add(amount);
                } else {
                    domain.used.subtract(amount);
                }
            }
        }
    }

    Optional<Domain> named(String name) {
        sum();
        return Optional.ofNullable(byName.get(name));
    }

    /** Narrowest first. */
    List<Domain> around(NodeView node) {
        sum();
        return byNode.get(node.index());
    }

    /** How full the domain would be with the request, from 0 to 100; nothing if the request does not fit. */
    double fullness(Domain domain, ResourceList request) {
        double sum = 0;
        int parts = 0;
        for (int i = 0; i < request.size(); i++) {
            String name = request.name(i);
            int part = weights.of(name);
            if (part == 0 || request.millis(i) <= 0) {
                continue;
            }
            long all = domain.allocatable.millis(name);
            long filled = domain.used.millis(name) + request.millis(i);
            if (filled > all) {
                return 0;
            }
            sum += (double) part * filled / all;
            parts += part;
        }
        return parts == 0 ? 0 : sum / parts * 100;
    }
}
