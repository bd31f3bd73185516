package io.tender.core.batch;

import io.tender.model.BrokenRule;

/**
 * How many fitting nodes are enough for plugins that are asked about many nodes at once, because they are far away. What is
 * decided in process is always decided over all nodes.
 *
 * @param minimumNodes up to this many nodes all are asked about
 * @param percentage of the nodes that must fit; 0 stands for 50 less one for every 125 nodes
 * @param minimumPercentage the least that the latter comes to
 */
public record SearchSettings(int minimumNodes, int percentage, int minimumPercentage) {
    public static final SearchSettings USUAL = new SearchSettings(100, 0, 5);

    public SearchSettings {
        if (minimumNodes < 1
                || percentage < 0
                || percentage > 100
                || minimumPercentage < 0
                || minimumPercentage > 100) {
            throw BrokenRule.of(
                    "The search for nodes cannot end.",
                    "minimum " + minimumNodes + ", percentage " + percentage + ", least " + minimumPercentage,
                    "a minimum from 1 and percentages from 0 to 100",
                    "correct the settings");
        }
    }

    int enough(int nodes) {
        if (nodes <= minimumNodes) {
            return nodes;
        }
        int share = percentage != 0 ? percentage : Math.max(50 - nodes / 125, minimumPercentage);
        return Math.max(minimumNodes, (int) ((long) nodes * share / 100));
    }
}
