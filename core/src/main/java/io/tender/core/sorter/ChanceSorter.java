package io.tender.core.sorter;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.spi.Chance;
import java.util.Set;

/** A sorter that goes by chance, and so need not know what the cluster has. */
final class ChanceSorter extends TreeSorter {

    ChanceSorter(Set<String> excludedNames, Chance chance) {
        super(SorterKind.RANDOM, excludedNames, chance);
    }

    @Override
    public void addAgent(AgentId agent, ResourceQuantities total) {}

    @Override
    public void removeAgent(AgentId agent) {}
}
