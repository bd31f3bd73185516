package io.tender.testkit.scenario.step;

import io.tender.model.AgentCapability;
import io.tender.model.AgentId;
import io.tender.model.AgentInfo;
import io.tender.model.Attribute;
import io.tender.model.Domain;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What happens to agents. */
public sealed interface AgentCommand extends Command {

    /**
     * An agent joins.
     *
     * @param used what tasks already use, with its allocation role
     */
    record Add(
            AgentInfo info,
            Set<AgentCapability> capabilities,
            Optional<Unavailability> unavailability,
            Resources total,
            Map<FrameworkId, Resources> used)
            implements AgentCommand {}

    /** Changes what is given and keeps the rest. */
    record Update(
            AgentId agent,
            Optional<Resources> total,
            Optional<String> hostname,
            Optional<List<Attribute>> attributes,
            Optional<Optional<Domain>> domain,
            Optional<CapabilityChange<AgentCapability>> capabilities)
            implements AgentCommand {}

    record Remove(AgentId agent) implements AgentCommand {}

    record Activate(AgentId agent) implements AgentCommand {}

    record Deactivate(AgentId agent) implements AgentCommand {}

    record AddProvider(AgentId agent, Resources total, Map<FrameworkId, Resources> used) implements AgentCommand {}
}
