package io.tender.mesos;

import io.tender.model.Unavailability;
import java.util.List;

/** Machines that are to be down at the same time. */
public record MaintenanceWindow(List<MachineId> machines, Unavailability unavailability) {
    public MaintenanceWindow {
        machines = List.copyOf(machines);
    }
}
