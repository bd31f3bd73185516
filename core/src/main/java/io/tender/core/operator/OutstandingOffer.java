package io.tender.core.operator;

import io.tender.model.AgentId;
import io.tender.model.FrameworkId;
import io.tender.model.Resources;
import io.tender.model.Role;

/**
 * An offer that was made and not yet answered, as far as the rules look at it.
 *
 * @param id the master's name for it
 * @param resources what is offered, with or without its allocation role
 */
public record OutstandingOffer(String id, FrameworkId framework, Role role, AgentId agent, Resources resources) {}
