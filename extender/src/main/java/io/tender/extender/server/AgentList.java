package io.tender.extender.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Agents that were sent together, with their names as replies say them. */
final class AgentList {
    static final AgentList NONE = new AgentList(List.of());

    private final List<Agent> agents;
    /** Made when first wanted, and no later again: the same list mostly comes with every question. */
    private volatile @Nullable SaidNames names;

    AgentList(List<Agent> agents) {
        this.agents = List.copyOf(agents);
    }

    List<Agent> agents() {
        return agents;
    }

    SaidNames names() {
        SaidNames made = names;
        if (made == null) {
            made = SaidNames.of(agents);
            names = made;
        }
        return made;
    }
}
