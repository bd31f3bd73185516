package io.tender.testkit.scenario;

import io.tender.model.Role;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What the operator told the master of a scenario.
 *
 * @param permittedRoles the roles frameworks may subscribe to; empty: any
 * @param requireAgentDomain whether agents must say where they stand
 * @param offerTimeout how long an offer waits for its answer; empty: for ever
 */
public record MasterSettings(
        Optional<Set<Role>> permittedRoles, boolean requireAgentDomain, Optional<Duration> offerTimeout) {

    public static MasterSettings defaults() {
        return new MasterSettings(Optional.empty(), false, Optional.empty());
    }
}
