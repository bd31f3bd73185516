package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.ResourceQuantities;
import io.tender.model.Resources;

/** What happens to a sorter. */
public sealed interface SorterCommand extends Command {

    /** Adds an active client. */
    record Add(String client) implements SorterCommand {}

    record Remove(String client) implements SorterCommand {}

    record Activate(String client) implements SorterCommand {}

    record Deactivate(String client) implements SorterCommand {}

    record Weight(String path, double weight) implements SorterCommand {}

    /** Charges a client, which is added and activated if it is new. */
    record Allocate(String client, AgentId agent, Resources resources) implements SorterCommand {}

    record Unallocate(String client, AgentId agent, Resources resources) implements SorterCommand {}

    record Update(String client, AgentId agent, Resources before, Resources after) implements SorterCommand {}

    /** Sets what an agent has, new or not. */
    record Total(AgentId agent, ResourceQuantities total) implements SorterCommand {}

    record RemoveAgent(AgentId agent) implements SorterCommand {}
}
