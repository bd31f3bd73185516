package io.tender.daemon.master;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Unavailability;
import io.tender.model.service.OfferId;

/**
 * Asks a framework to leave an agent before its maintenance.
 *
 * @param resources what is asked back; empty: everything
 */
public record InverseOffer(
        OfferId id, FrameworkId framework, AgentId agent, Resources resources, Unavailability unavailability) {}
