package io.tender.core.allocator;

import io.tender.model.FrameworkId;
import io.tender.model.InverseOfferStatus;
import io.tender.model.Unavailability;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** An agent's planned maintenance and what the frameworks said to it. */
final class Maintenance {

    final Unavailability unavailability;
    final TreeMap<FrameworkId, InverseOfferStatus> answers = new TreeMap<>();

    /** Frameworks that were asked and have not answered. */
    final Set<FrameworkId> outstanding = new HashSet<>();

    Maintenance(Unavailability unavailability) {
        this.unavailability = unavailability;
    }
}
