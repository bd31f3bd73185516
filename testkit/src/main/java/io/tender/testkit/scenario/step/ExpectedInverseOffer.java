package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Unavailability;
import java.util.Optional;

/**
 *
 * One inverse offer.
 *
 *
 *
 * @param unavailability empty: whatever the time
 *
 */
public record ExpectedInverseOffer(FrameworkId framework, AgentId agent, Optional<Unavailability> unavailability) {}
