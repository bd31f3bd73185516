package io.tender.daemon.master;

import io.tender.model.AgentInfo;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import io.tender.model.service.OfferId;
import java.util.Optional;

/**
 * Resources of one agent that one framework may use now, under one role.
 *
 * @param resources with the role they are offered under
 * @param unavailability when the agent will be down, if that is planned
 */
public record Offer(
        OfferId id,
        FrameworkId framework,
        Role role,
        AgentInfo agent,
        Resources resources,
        Optional<Unavailability> unavailability) {}
