package io.tender.benchmarks.report;

import io.tender.benchmarks.scale.ScaleResult;
import io.tender.benchmarks.scale.ScaleResult.Step;

/** The large cluster, as tables. */
final class ScaleTables {

    private ScaleTables() {}

    static String title(ScaleResult scale) {
        return Numbers.count(scale.agents()) + " agents, " + Numbers.count(scale.frameworks()) + " frameworks in "
                + Numbers.count(scale.roles()) + " roles, heap of at most " + Numbers.count(scale.maxHeapMb())
                + " MiB";
    }

    static Table steps(ScaleResult scale) {
        Table table = new Table(1, "step", "ms", "offers", "bytes allocated per offer");
        for (Step step : scale.steps()) {
            table.add(
                    step.name(),
                    Numbers.ms(step.ms()),
                    step.offers() == 0 ? "" : Numbers.count(step.offers()),
                    step.offers() == 0 ? "" : Numbers.count(Math.round(step.allocatedPerOffer())));
        }
        return table;
    }

    static Table memory(ScaleResult scale) {
        Table table = new Table(1, "kept in the heap for", "bytes");
        table.add("an agent, with its resources and a used slice", Numbers.count(scale.bytesPerAgent()));
        table.add("a framework, with its part of the roles", Numbers.count(scale.bytesPerFramework()));
        table.add("an offer that waits for an answer", Numbers.count(scale.bytesPerOffer()));
        table.add("a filter, all set at one instant", Numbers.count(scale.bytesPerFilter()));
        table.add("a filter, each set at an instant of its own", Numbers.count(scale.bytesPerLoneFilter()));
        table.add("everything at the end, MiB", Numbers.count(scale.usedHeapMb()));
        return table;
    }
}
