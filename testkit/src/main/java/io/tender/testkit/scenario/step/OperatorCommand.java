package io.tender.testkit.scenario.step;

import io.tender.model.AgentId;
import io.tender.model.Operation;
import io.tender.model.Quota;
import io.tender.model.Role;
import io.tender.model.Unavailability;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** What operators do. */
public sealed interface OperatorCommand extends Command {

    /**
     * @param force only with a master: accept what it would refuse for lack of resources
     * @param forbidden only with a master: roles whose quota the caller may not change
     */
    record UpdateQuota(SortedMap<Role, Quota> quotas, boolean force, Set<Role> forbidden) implements OperatorCommand {}

    /** The older call, which sets a quota for the first time; only with a master. */
    record FirstQuota(Role role, Quota quota, boolean force) implements OperatorCommand {}

    record UpdateWeights(SortedMap<Role, Double> weights) implements OperatorCommand {}

    /** @param hostnames empty: every agent may be offered */
    record UpdateWhitelist(Optional<Set<String>> hostnames) implements OperatorCommand {}

    record UpdateAvailable(AgentId agent, List<Operation> operations) implements OperatorCommand {}

    /** @param unavailability empty: the maintenance is cancelled */
    record UpdateMaintenance(AgentId agent, Optional<Unavailability> unavailability) implements OperatorCommand {}

    record Recover(int expectedAgents, SortedMap<Role, Quota> quotas) implements OperatorCommand {}

    record Pause() implements OperatorCommand {}

    record Resume() implements OperatorCommand {}

    /** Happens by itself, unless the scenario begins before it. */
    record Initialize() implements OperatorCommand {}
}
