package io.tender.daemon.master;

/** A sink that lives beside the master, and hears what Mesos has no event for. */
interface Resident extends FrameworkSink {

    /** What is known of an agent's machine, or planned for it, has changed; an offer that says so may never come. */
    void machineChanged(MachineState machine);
}
