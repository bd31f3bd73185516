package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.FrameworkCapability;
import io.tender.model.FrameworkId;
import io.tender.model.FrameworkInfo;
import io.tender.model.FrameworkOptions;
import io.tender.model.OfferConstraints;
import io.tender.model.ResourceQuantities;
import io.tender.model.ResourceRequest;
import io.tender.model.Resources;
import io.tender.model.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What frameworks do, apart from answering offers. */
public sealed interface FrameworkCommand extends Command {

    record Add(FrameworkInfo info, Map<AgentId, Resources> used, boolean active, FrameworkOptions options)
            implements FrameworkCommand {}

    /** Changes what is given and keeps the rest. */
    record Update(
            FrameworkId framework,
            Optional<Set<Role>> roles,
            Optional<CapabilityChange<FrameworkCapability>> capabilities,
            Optional<Map<Role, List<ResourceQuantities>>> minima,
            Optional<Set<Role>> suppressed,
            Optional<OfferConstraints> constraints)
            implements FrameworkCommand {}

    record Remove(FrameworkId framework) implements FrameworkCommand {}

    record Activate(FrameworkId framework) implements FrameworkCommand {}

    record Deactivate(FrameworkId framework) implements FrameworkCommand {}

    /**
     * Offers stop.
     *
     * @param roles none named: all
     */
    record Suppress(FrameworkId framework, Set<Role> roles) implements FrameworkCommand {}

    /** It wants offers again under these roles; none named: under all. */
    record Revive(FrameworkId framework, Set<Role> roles) implements FrameworkCommand {}

    record Request(FrameworkId framework, List<ResourceRequest> requests) implements FrameworkCommand {}
}
