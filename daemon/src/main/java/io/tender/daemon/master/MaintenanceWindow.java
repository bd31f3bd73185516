package io.tender.daemon.master;

import io.tender.model.Unavailability;
import java.util.List;

/**
 * Machines that will be down together.
 *
 * @param machines by their host names
 */
public record MaintenanceWindow(List<String> machines, Unavailability unavailability) {
    public MaintenanceWindow {
        machines = List.copyOf(machines);
    }
}
