package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * How far maintenance has come.
 *
 * @param draining machines that are to go down, each with what frameworks said to leaving it
 * @param down machines that are down
 */
public record MaintenanceStatus(List<Draining> draining, SortedSet<String> down) {
    public MaintenanceStatus {
        draining = List.copyOf(draining);
    }

    /** A machine that is to go down. */
    public record Draining(String machine, SortedMap<AgentId, SortedMap<FrameworkId, InverseOfferStatus>> answers) {}
}
