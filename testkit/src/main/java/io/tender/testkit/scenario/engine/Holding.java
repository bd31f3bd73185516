package io.tender.testkit.scenario.engine;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Role;
import java.util.Comparator;

/** Who holds something, under which role, and where. */
record Holding(FrameworkId framework, Role role, AgentId agent) implements Comparable<Holding> {

    private static final Comparator<Holding> ORDER = Comparator.comparing(Holding::framework)
            .thenComparing(Holding::role)
            .thenComparing(Holding::agent);

    @Override
    public int compareTo(Holding other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return framework + "/" + role + " <- " + agent;
    }
}
