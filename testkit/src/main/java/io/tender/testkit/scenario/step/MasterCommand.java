package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.Filters;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import java.util.List;

/** What only makes sense with a master between the frameworks and the allocator. */
public sealed interface MasterCommand extends Command {

    /** Accepts offers: operations are applied, tasks launched, and the rest is declined with the filter. */
    record Accept(OfferRef what, List<Change> changes, List<Resources> launches, Filters filters)
            implements MasterCommand {}

    /** A framework's scheduler is replaced by a new one. */
    record FailOverFramework(FrameworkId framework) implements MasterCommand {}

    /** The master is replaced by a new one, which knows nobody yet; tasks run on. */
    record FailOverMaster() implements MasterCommand {}

    record ReregisterFramework(FrameworkId framework) implements MasterCommand {}

    record ReregisterAgent(AgentId agent) implements MasterCommand {}

    /** The file with the hosts that may be offered gets a new content. */
    record WriteHostFile(List<String> lines) implements MasterCommand {}
}
