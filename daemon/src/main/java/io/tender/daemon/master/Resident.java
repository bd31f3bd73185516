package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.Resources;

/** A sink that lives beside the master, and hears what Mesos has no event for. */
interface Resident extends FrameworkSink {

    /** What is known of an agent's machine, or planned for it, has changed; an offer that says so may never come. */
    void machineChanged(MachineState machine);

    /** An agent has joined, or has more or less than before. */
    void agentTotal(AgentId agent, Resources total);
}
