package io.tender.core.batch.plugin;

import io.tender.model.batch.Node;
import io.tender.spi.batch.TaskView;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** How many tasks of a kind are in each domain: nodes with the same value of a label. Followed as tasks come and go. */
final class DomainTally {
    private final String key;
    private final Predicate<TaskView> counted;
    private final Predicate<Node> eligible;
    private final Map<String, Integer> byDomain = new HashMap<>();
    private int total;
    private int smallest;
    private boolean smallestKnown;

    DomainTally(String key, Predicate<TaskView> counted, Predicate<Node> eligible) {
        this.key = key;
        this.counted = counted;
        this.eligible = eligible;
    }

    String key() {
        return key;
    }

    void change(TaskView task, Node node, int by) {
        String domain = node.labels().get(key);
        if (domain != null && counted.test(task) && eligible.test(node)) {
            byDomain.merge(domain, by, Integer::sum);
            total += by;
            smallestKnown = false;
        }
    }

    int in(String domain) {
        return byDomain.getOrDefault(domain, 0);
    }

    /** In all domains together. */
    int total() {
        return total;
    }

    /** The number in the emptiest of these domains, which must be the same ones in every call. */
    int smallest(Collection<String> domains) {
        if (!smallestKnown) {
            int least = Integer.MAX_VALUE;
            for (String domain : domains) {
                least = Math.min(least, in(domain));
            }
            smallest = domains.isEmpty() ? 0 : least;
            smallestKnown = true;
        }
        return smallest;
    }
}
