package io.tender.model;

import java.util.EnumSet;
import java.util.Set;

/** What an agent's software can do. Level 1 looks at the first two; the others travel with the agent for its frameworks. */
public enum AgentCapability {
    /** Can hold resources of several roles for one framework. */
    MULTI_ROLE,
    /** Understands roles with a {@code /} in them. */
    HIERARCHICAL_ROLE,
    RESERVATION_REFINEMENT,
    RESOURCE_PROVIDER,
    RESIZE_VOLUME,
    AGENT_OPERATION_FEEDBACK,
    AGENT_DRAINING,
    TASK_RESOURCE_LIMITS;

    /** Every capability, as a current agent has them. */
    public static Set<AgentCapability> all() {
        return EnumSet.allOf(AgentCapability.class);
    }
}
